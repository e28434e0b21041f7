"""Random order through a buffer: each output is drawn from the next `size` inputs.

Invariant: an input leaves no earlier than its place allows (input i at output i - size + 1 or
later), and with a buffer as long as the data every order is equally likely. The order depends on
the seed and on how many passes were started before.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import _core

_counting = threading.Lock()
_BLOCK = 4096  # how many draws, and how many row numbers, are made at once


class Draws:
    """Generators of random numbers by pass, from a seed or the global generator."""

    def __init__(self, seed: int | None, anew: bool) -> None:
        self.seed = drawn_seed() if seed is None else int(seed)
        self.passes = 0
        self._anew = anew

    def generator(self) -> np.random.Generator:
        """The generator of a new pass, whichever thread begins it."""
        with _counting:
            number = self.passes if self._anew else 0
            self.passes += 1
        return np.random.default_rng([abs(self.seed), int(self.seed < 0), number])


class Shuffler:
    """The passes of one shuffled dataset. `size` None means a buffer for everything."""

    def __init__(self, size: int | None, seed: int | None, reshuffle: bool) -> None:
        self._size = size
        self._draws = Draws(seed, reshuffle)

    def _generator(self) -> np.random.Generator:
        return self._draws.generator()

    def items(self, source: Iterator[Any]) -> Iterator[Any]:
        """Any items in random order."""
        return _drawn(source, self._size, self._generator())

    def blocks(self, blocks: Iterator[Any]) -> Iterator[Any]:
        """Row numbers in random order."""
        generator = self._generator()
        head, count = [], 0
        for block in blocks:
            head.append(block)
            count += len(block)
            if self._size is not None and count > self._size:
                rows = itertools.chain.from_iterable(itertools.chain(head, blocks))
                return _packed(_drawn(rows, self._size, generator))
        whole = [np.empty(0, np.int64), *(np.asarray(block, np.int64) for block in head)]
        return iter([generator.permutation(np.concatenate(whole))])


def _drawn(
    source: Iterator[Any], size: int | None, generator: np.random.Generator
) -> Iterator[Any]:
    source = iter(source)
    buffer = list(itertools.islice(source, size))
    draws = itertools.chain.from_iterable(
        generator.integers(len(buffer), size=_BLOCK).tolist() for _ in itertools.repeat(None)
    )
    for item, place in zip(source, draws, strict=False):
        yield buffer[place]
        buffer[place] = item
    for place in generator.permutation(len(buffer)).tolist():
        yield buffer[place]


def _packed(rows: Iterator[int]) -> Iterator[np.ndarray]:
    while block := list(itertools.islice(rows, _BLOCK)):
        yield np.asarray(block, np.int64)


def drawn_seed() -> int:
    """A seed from the global generator, so that `tf.random.set_seed` fixes the order."""
    return int(_core.random_uniform([], 0, 2**31 - 1, "int32"))
