"""`tf.compat.v1.nn`: the package's `nn`, with version 1's names for arguments."""

from ..._legacy.names import finder as _finder

__getattr__ = _finder("nn")
