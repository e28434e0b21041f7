"""`tf.compat.v1.initializers`: Keras's, and what would give values to variables of a graph."""

from ..._legacy.names import finder as _finder

__getattr__ = _finder("initializers")
