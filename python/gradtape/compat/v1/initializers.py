"""`tf.compat.v1.initializers`: version 1's own, and what fills a graph's variables."""

from ..._legacy.initializers import (
    constant as constant,
    glorot_normal as glorot_normal,
    glorot_uniform as glorot_uniform,
    he_normal as he_normal,
    he_uniform as he_uniform,
    lecun_normal as lecun_normal,
    lecun_uniform as lecun_uniform,
    ones as ones,
    orthogonal as orthogonal,
    random_normal as random_normal,
    random_uniform as random_uniform,
    truncated_normal as truncated_normal,
    variance_scaling as variance_scaling,
    zeros as zeros,
)
from ..._legacy.names import finder as _finder

__getattr__ = _finder("initializers")
