"""`tf.compat.v1.io`: the package's `io`, and records without a dataset."""

from ..._io.older_records import tf_record_iterator as tf_record_iterator
from ..._legacy.names import finder as _finder

__getattr__ = _finder("io")
