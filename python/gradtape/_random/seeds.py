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
            given = _with_shorter_seed(function, args, kwargs)
            if given is None:
                raise
        return function(**given)

    return drawn  # type: ignore[return-value]


def _with_shorter_seed(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> dict[str, Any] | None:
    """The arguments by name with a seed that is cut; None if there is none to cut."""
    import inspect  # only for who needs it: importing the package does without

    try:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError:
        return None
    seed = given.get("seed")
    if type(seed) is not int or seed.bit_length() <= 63:
        return None
    return {**given, "seed": seed % _MOST}


normal = takes_any_seed(_core.random_normal)
poisson = takes_any_seed(_core.random_poisson)
shuffle = takes_any_seed(_core.random_shuffle)
truncated_normal = takes_any_seed(_core.truncated_normal)
uniform = takes_any_seed(_core.random_uniform)
