"""`tf.compat.v1.linalg`: the package's `linalg`, with version 1's arguments."""

from ..._legacy.names import finder as _finder

__getattr__ = _finder("linalg")
