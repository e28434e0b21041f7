"""`tf.compat.v1.strings`: `strings` with version 1's arguments; `split` makes sparse tensors."""

from ..._legacy.names import finder as _finder

__getattr__ = _finder("strings")
