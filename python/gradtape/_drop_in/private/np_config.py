"""`tensorflow.python.ops.numpy_ops.np_config`: a switch under the path that errors name."""

from ..._numpy.behaviour import experimental_enable_numpy_behavior as enable_numpy_behavior

__all__ = ["enable_numpy_behavior"]
