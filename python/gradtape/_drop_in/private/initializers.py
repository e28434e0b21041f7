"""Names that initializers of version 2 have in `init_ops_v2` alone."""

from ..._keras.initializers import (
    GlorotNormal as glorot_normal_initializer,
    GlorotUniform as glorot_uniform_initializer,
    Orthogonal as orthogonal_initializer,
    TruncatedNormal as truncated_normal_initializer,
    VarianceScaling as variance_scaling_initializer,
)

__all__ = [
    "glorot_normal_initializer",
    "glorot_uniform_initializer",
    "orthogonal_initializer",
    "truncated_normal_initializer",
    "variance_scaling_initializer",
]
