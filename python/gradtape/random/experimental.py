"""Generators, and older names of stateless functions."""

from .. import _core
from .._random.algorithms import Algorithm as Algorithm, create_rng_state as create_rng_state
from .._random.generator import (
    Generator as Generator,
    get_global_generator as get_global_generator,
    set_global_generator as set_global_generator,
)
from .._random.shuffling import stateless_shuffle as stateless_shuffle

stateless_fold_in = _core.random_fold_in
stateless_split = _core.random_split
