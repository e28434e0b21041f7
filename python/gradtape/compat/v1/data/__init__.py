"""`tf.compat.v1.data`: the package's `data`, with version 1's functions of iterators."""

from ...._legacy.iterators import (
    get_output_classes as get_output_classes,
    get_output_shapes as get_output_shapes,
    get_output_types as get_output_types,
    make_initializable_iterator as make_initializable_iterator,
    make_one_shot_iterator as make_one_shot_iterator,
)
from ...._legacy.names import finder as _finder

__getattr__ = _finder("data")
