"""Random numbers, on TensorFlow's streams."""

from . import _core
from ._core import (
    set_seed as set_seed,
)
from ._core import (
    stateless_binomial as stateless_binomial,
)
from ._core import (
    stateless_categorical as stateless_categorical,
)
from ._core import (
    stateless_gamma as stateless_gamma,
)
from ._core import (
    stateless_normal as stateless_normal,
)
from ._core import (
    stateless_poisson as stateless_poisson,
)
from ._core import (
    stateless_truncated_normal as stateless_truncated_normal,
)
from ._core import (
    stateless_uniform as stateless_uniform,
)
from ._core import (
    truncated_normal as truncated_normal,
)

categorical = _core.random_categorical
fold_in = _core.random_fold_in
gamma = _core.random_gamma
normal = _core.random_normal
poisson = _core.random_poisson
shuffle = _core.random_shuffle
split = _core.random_split
uniform = _core.random_uniform
