"""`tf.train`: checkpoints, and examples in files of records."""

from __future__ import annotations

from .._checkpoint.checkpoint import Checkpoint as Checkpoint
from .._checkpoint.manager import (
    CheckpointManager as CheckpointManager,
    checkpoints_iterator as checkpoints_iterator,
    get_checkpoint_state as get_checkpoint_state,
    latest_checkpoint as latest_checkpoint,
    list_variables as list_variables,
    load_checkpoint as load_checkpoint,
    load_variable as load_variable,
)
from .._checkpoint.options import CheckpointOptions as CheckpointOptions
from .._namespace import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._io.examples import (
        BytesList as BytesList,
        Example as Example,
        Feature as Feature,
        FeatureList as FeatureList,
        FeatureLists as FeatureLists,
        Features as Features,
        FloatList as FloatList,
        Int64List as Int64List,
        SequenceExample as SequenceExample,
    )
    from .._ops.moving_average import ExponentialMovingAverage as ExponentialMovingAverage
    from .._runtime.clusters import ClusterSpec as ClusterSpec
    from .._runtime.coordinator import Coordinator as Coordinator
    from . import experimental as experimental

_ON_FIRST_USE = {
    "": ("experimental",),
    "_io.examples": (
        "BytesList",
        "Example",
        "Feature",
        "FeatureList",
        "FeatureLists",
        "Features",
        "FloatList",
        "Int64List",
        "SequenceExample",
    ),
    "_ops.moving_average": ("ExponentialMovingAverage",),
    "_runtime.clusters": ("ClusterSpec",),
    "_runtime.coordinator": ("Coordinator",),
}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
