"""`tf.compat.v1.initializers`: version 1's own, Keras's, and what fills a graph's variables."""

from ..._legacy.initializers import (
    he_normal as he_normal,
    he_uniform as he_uniform,
    lecun_normal as lecun_normal,
    lecun_uniform as lecun_uniform,
)
from ..._legacy.names import finder as _finder

__getattr__ = _finder("initializers")
