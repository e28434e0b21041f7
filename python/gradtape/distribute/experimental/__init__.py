"""`tf.distribute.experimental`: strategies and options by their older names."""

from ..._distribute.older_strategies import (
    MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy,
)
from ..._runtime.distribution_options import (
    CollectiveHints as CollectiveHints,
    CommunicationImplementation as CommunicationImplementation,
    CommunicationOptions as CommunicationOptions,
)
from ..._runtime.parameter_servers import ParameterServerStrategy as ParameterServerStrategy
from ..._runtime.replicas import (
    CentralStorageStrategy as CentralStorageStrategy,
    ValueContext as ValueContext,
)
from ..._runtime.tpus import TPUStrategy as TPUStrategy
from . import coordinator as coordinator

CollectiveCommunication = CommunicationImplementation
