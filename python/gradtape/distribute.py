"""`tf.distribute`: strategies of one replica, and nothing that needs several."""

from ._namespace import lazy
from ._runtime.replicas import (
    InputContext as InputContext,
    MirroredStrategy as MirroredStrategy,
    OneDeviceStrategy as OneDeviceStrategy,
    ReduceOp as ReduceOp,
    ReplicaContext as ReplicaContext,
    Strategy as Strategy,
    get_replica_context as get_replica_context,
    get_strategy as get_strategy,
    has_strategy as has_strategy,
    in_cross_replica_context as in_cross_replica_context,
)

__getattr__, __dir__ = lazy(__name__, {})
