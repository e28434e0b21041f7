"""`tf.compat.v1.math`: the package's `math`, with version 1's names for arguments."""

from ..._legacy.names import finder as _finder

__getattr__ = _finder("math")
