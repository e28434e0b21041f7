"""`tf.compat.v1.sparse`: the package's `sparse`, with version 1's arguments."""

from ..._legacy.names import finder as _finder

__getattr__ = _finder("sparse")
