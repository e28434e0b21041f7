"""`tf.compat.v1.debugging`: the package's `debugging`, with version 1's arguments."""

from ..._legacy.names import finder as _finder

__getattr__ = _finder("debugging")
