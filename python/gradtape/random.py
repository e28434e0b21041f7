"""Random numbers, on TensorFlow's streams."""

from ._core import (
    random_categorical as categorical,
    random_fold_in as fold_in,
    random_gamma as gamma,
    random_normal as normal,
    random_poisson as poisson,
    set_seed as set_seed,
    random_shuffle as shuffle,
    random_split as split,
    stateless_binomial as stateless_binomial,
    stateless_categorical as stateless_categorical,
    stateless_gamma as stateless_gamma,
    stateless_normal as stateless_normal,
    stateless_poisson as stateless_poisson,
    stateless_truncated_normal as stateless_truncated_normal,
    stateless_uniform as stateless_uniform,
    truncated_normal as truncated_normal,
    random_uniform as uniform,
)
