"""`tf.distribute`: strategies, and collectives on tensors over the processes that MPI starts."""

from .._namespace import lazy
from .._runtime.distribution_options import (
    CrossDeviceOps as CrossDeviceOps,
    HierarchicalCopyAllReduce as HierarchicalCopyAllReduce,
    InputOptions as InputOptions,
    InputReplicationMode as InputReplicationMode,
    NcclAllReduce as NcclAllReduce,
    ReductionToOneDevice as ReductionToOneDevice,
    RunOptions as RunOptions,
)
from .._runtime.extended import StrategyExtended as StrategyExtended
from .._runtime.replicas import (
    DistributedDataset as DistributedDataset,
    DistributedIterator as DistributedIterator,
    DistributedValues as DistributedValues,
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
from .._runtime.tpus import TPUStrategy as TPUStrategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._distribute.chief import on_chief as on_chief
    from .._distribute.collectives import (
        allgather as allgather,
        allreduce as allreduce,
        alltoall as alltoall,
        barrier as barrier,
        broadcast as broadcast,
        broadcast_object as broadcast_object,
        broadcast_variables as broadcast_variables,
        reduce_scatter as reduce_scatter,
    )
    from .._distribute.compression import Compression as Compression
    from .._distribute.optimizer import DistributedOptimizer as DistributedOptimizer
    from .._distribute.settings import configure as configure
    from .._distribute.strategies import (
        MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy,
    )
    from .._distribute.tape import DistributedGradientTape as DistributedGradientTape
    from .._distribute.world import (
        local_rank as local_rank,
        rank as rank,
        size as size,
    )
    from . import cluster_resolver as cluster_resolver, experimental as experimental

_ON_FIRST_USE = {
    "": ("cluster_resolver", "experimental"),
    "_distribute.chief": ("on_chief",),
    "_distribute.collectives": (
        "allgather",
        "allreduce",
        "alltoall",
        "barrier",
        "broadcast",
        "broadcast_object",
        "broadcast_variables",
        "reduce_scatter",
    ),
    "_distribute.compression": ("Compression",),
    "_distribute.optimizer": ("DistributedOptimizer",),
    "_distribute.settings": ("configure",),
    "_distribute.strategies": ("MultiWorkerMirroredStrategy",),
    "_distribute.tape": ("DistributedGradientTape",),
    "_distribute.world": (
        "local_rank",
        "rank",
        "size",
    ),
}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
