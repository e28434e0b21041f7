"""Random numbers, by the names of NumPy's old functions."""

from ..._numpy.random import (
    poisson as poisson,
    rand as rand,
    randint as randint,
    randn as randn,
    random as random,
    seed as seed,
    standard_normal as standard_normal,
    uniform as uniform,
)
