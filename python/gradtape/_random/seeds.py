"""Functions of random numbers that take a seed of any size, as hashes give them.

The core takes seeds of 64 bits. Invariant: a larger one is cut as TensorFlow cuts every seed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from .. import _core

F = TypeVar("F", bound=Callable[..., Any])
_MOST = 2**31 - 1  # what seeds of operations are cut by


def takes_any_seed(function: F) -> F:
    """The function, whose integers of more than 64 bits are seeds that are cut.

    >>> tf.random.set_seed(1)
    >>> drawn = tf.random.normal([2], seed=2**200)
    >>> tf.random.set_seed(1)
    >>> bool(tf.reduce_all(drawn == tf.random.normal([2], seed=2**200 % (2**31 - 1))))
    True
    """

    @functools.wraps(function)
    def drawn(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except TypeError:
            if not any(map(_is_long, [*args, *kwargs.values()])):
                raise
        shorter = {key: _cut(value) for key, value in kwargs.items()}
        return function(*map(_cut, args), **shorter)

    return drawn  # type: ignore[return-value]


def _is_long(value: Any) -> bool:
    return type(value) is int and value.bit_length() > 63


def _cut(value: Any) -> Any:
    return value % _MOST if _is_long(value) else value


gamma = takes_any_seed(_core.random_gamma)
normal = takes_any_seed(_core.random_normal)
poisson = takes_any_seed(_core.random_poisson)
shuffle = takes_any_seed(_core.random_shuffle)
truncated_normal = takes_any_seed(_core.truncated_normal)
uniform = takes_any_seed(_core.random_uniform)
