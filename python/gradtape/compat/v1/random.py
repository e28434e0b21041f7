"""`tf.compat.v1.random`: the package's `random`, with older names."""

from ..._legacy.names import finder as _finder

__getattr__ = _finder("random")
