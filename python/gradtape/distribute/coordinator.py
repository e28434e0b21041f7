"""`tf.distribute.coordinator`: programs annotate with these classes."""

from .._runtime.parameter_servers import (
    ClusterCoordinator as ClusterCoordinator,
    RemoteValue as RemoteValue,
)
