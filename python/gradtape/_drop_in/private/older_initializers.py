"""`init_ops`: initializers of version 1 by the names of their classes."""

from ..._legacy.initializers import (
    GlorotNormal as GlorotNormal,
    GlorotUniform as GlorotUniform,
    Ones as Ones,
    Orthogonal as Orthogonal,
    RandomNormal as RandomNormal,
    RandomUniform as RandomUniform,
    TruncatedNormal as TruncatedNormal,
    VarianceScaling as VarianceScaling,
    Zeros as Zeros,
    he_normal as he_normal,
    he_uniform as he_uniform,
    lecun_normal as lecun_normal,
    lecun_uniform as lecun_uniform,
)
