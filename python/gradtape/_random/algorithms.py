"""The algorithms of random numbers, of which there is one: Philox."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import numpy as np

from .. import _core
from ..errors import UnimplementedError

if TYPE_CHECKING:
    from .._typing import IntsLike


class Algorithm(enum.Enum):
    """Algorithms by their numbers: PHILOX is the one that there is."""

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


WORDS = {Algorithm.PHILOX: 3, Algorithm.THREEFRY: 2}


def algorithm(alg: str | int | Algorithm | None) -> Algorithm:
    """The algorithm of this name or number. Errors: `ValueError` for others.

    >>> from gradtape._random.algorithms import algorithm
    >>> algorithm("philox"), algorithm(None)
    (<Algorithm.PHILOX: 1>, <Algorithm.PHILOX: 1>)
    """
    names = {one.name.lower(): one for one in Algorithm} | {one.value: one for one in Algorithm}
    found = alg if isinstance(alg, Algorithm) else names.get("philox" if alg is None else alg)
    if found is None:
        raise ValueError(
            f"Argument `alg` got unsupported value {alg}. Supported values are philox for the "
            "Philox algorithm, threefry for the ThreeFry algorithm, and auto_select for "
            "auto-selection."
        )
    return Algorithm.PHILOX if found is Algorithm.AUTO_SELECT else found


def need_philox(found: Algorithm) -> None:
    """Errors: `UnimplementedError` for another algorithm, as TensorFlow on the CPU."""
    if found is not Algorithm.PHILOX:
        raise UnimplementedError(None, None, "The CPU does not support the ThreeFry algorithm.")


def create_rng_state(seed: IntsLike, alg: str | int | Algorithm) -> _core.Tensor:
    """The state of a generator: the counter's two words, and the key.

    A single seed begins with the counter, and goes on in the words behind it if it is longer.

    >>> tf.random.create_rng_state(2**64 + 42, "philox").numpy().tolist()
    [42, 1, 0]
    """
    size = WORDS[algorithm(alg)]
    given = np.asarray(seed, object)
    words = [_signed(word) for word in given.reshape(-1).tolist()]
    if given.ndim == 0:
        words = [_signed(int(given.item()) >> 64 * place) for place in range(size)]
    elif len(words) > size:
        raise ValueError(f"a seed has at most {size} numbers, got {len(words)}")
    else:
        words = [0] * (size - len(words)) + words
    return _core.constant(np.array(words, np.int64))


def _signed(word: int) -> int:
    """A number as a word of 64 bits with a sign."""
    return (int(word) + 2**63) % 2**64 - 2**63
