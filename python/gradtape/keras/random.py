"""`keras.random`: draws by seeds, and generators of seeds."""

from .._keras.random_functions import (
    beta as beta,
    binomial as binomial,
    categorical as categorical,
    dropout as dropout,
    gamma as gamma,
    normal as normal,
    randint as randint,
    shuffle as shuffle,
    truncated_normal as truncated_normal,
    uniform as uniform,
)
from .._keras.seed_generator import SeedGenerator as SeedGenerator
