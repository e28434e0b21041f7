"""`tf.distribute.experimental.coordinator`: programs annotate with these classes."""

from ..._runtime.parameter_servers import (
    ClusterCoordinator as ClusterCoordinator,
    PerWorkerValues as PerWorkerValues,
    RemoteValue as RemoteValue,
)
