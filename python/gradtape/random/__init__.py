"""Random numbers, on TensorFlow's streams."""

from .. import _core
from .._core import (
    set_seed as set_seed,
    stateless_binomial as stateless_binomial,
    stateless_normal as stateless_normal,
    stateless_poisson as stateless_poisson,
    stateless_truncated_normal as stateless_truncated_normal,
    stateless_uniform as stateless_uniform,
)
from .._networks.sampling import (
    all_candidate_sampler as all_candidate_sampler,
    fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler as learned_unigram_candidate_sampler,
    log_uniform_candidate_sampler as log_uniform_candidate_sampler,
    uniform_candidate_sampler as uniform_candidate_sampler,
)
from .._random.algorithms import Algorithm as Algorithm, create_rng_state as create_rng_state
from .._random.bounded import (
    stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal,
)
from .._random.classes import (
    categorical as categorical,
    stateless_categorical as stateless_categorical,
)
from .._random.gammas import gamma as gamma, stateless_gamma as stateless_gamma
from .._random.generator import (
    Generator as Generator,
    get_global_generator as get_global_generator,
    set_global_generator as set_global_generator,
)
from .._random.seeds import (
    normal as normal,
    poisson as poisson,
    shuffle as shuffle,
    truncated_normal as truncated_normal,
    uniform as uniform,
)
from . import experimental as experimental

fold_in = _core.random_fold_in
split = _core.random_split
