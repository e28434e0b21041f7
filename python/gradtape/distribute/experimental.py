"""`tf.distribute.experimental`: strategies and options by their older names."""

from .._distribute.older_strategies import (
    MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy,
)
from .._runtime.distribution_options import (
    CollectiveHints as CollectiveHints,
    CommunicationImplementation as CommunicationImplementation,
    CommunicationOptions as CommunicationOptions,
)
from .._runtime.replicas import (
    CentralStorageStrategy as CentralStorageStrategy,
    ValueContext as ValueContext,
)
from .._runtime.tpus import TPUStrategy as TPUStrategy

CollectiveCommunication = CommunicationImplementation
