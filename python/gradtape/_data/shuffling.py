"""Random order through a buffer: each output is drawn from the next `size` inputs.

The orders are TensorFlow's. Invariant: an input leaves no earlier than its place allows (input i at
output i - size + 1 or later). The order depends on the seeds and on how many passes were started
before.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import _core
from . import debug_mode
from .passes import begun_before, is_look

_counting = threading.Lock()
_WORD = 2**31 - 1
_BLOCK = 4096  # how many draws, and how many row numbers, are made at once


class Passes:
    """The passes over something random, which are counted when they begin."""

    passes: int

    def begin(self) -> int:
        """The number of a new pass, whichever thread begins it."""
        with _counting:
            number = self.passes
            self.passes += not is_look()
        return number

    def begun(self) -> int | None:
        """The number of the next pass that began with the iterator of now, if one did."""
        return begun_before(self)

    def _number(self) -> int:
        """That of the pass that is made now, which may have begun with its iterator."""
        begun = self.begun()
        return self.begin() if begun is None else begun


class Draws(Passes):
    """Generators of random numbers by pass, from a seed or the global generator."""

    def __init__(self, seed: int | None, anew: bool) -> None:
        self.seed = drawn_seed() if seed is None else int(seed)
        self.passes = 0
        self._anew = anew

    def generator(self) -> np.random.Generator:
        """The generator of a new pass."""
        number = self._number()
        return np.random.default_rng(
            [abs(self.seed), int(self.seed < 0), number if self._anew else 0]
        )


class Orders(Passes):
    """The two seeds of each pass over a shuffled dataset: two words of a stream, or always the
    same."""

    def __init__(self, seed: int | None, anew: bool) -> None:
        pair = _core._operation_seeds(seed).numpy().tolist()
        self.seed = (pair[0] & _WORD) << 31 | pair[1] & _WORD  # both, as a checkpoint keeps them
        self.passes = 0
        self._anew = anew

    def seeds(self, begun: int | None = None) -> _core.Tensor:
        """The seeds of a new pass, or of one that has begun."""
        number = self._number() if begun is None else begun
        pair = _core.constant([self.seed >> 31, self.seed & _WORD], dtype=_core.int64)
        return _core._random_words(pair, 2 * number, 2) if self._anew else pair


class OneOrder:
    """The order in which `fit` of Keras takes rows: the same in each epoch.

    There it is `tf.random.shuffle` in a function of a dataset, which begins anew with each epoch:
    the first random operation after the global seed. Without a global seed each epoch has another.
    """

    def __init__(self) -> None:
        self._streams = _core.RandomStreams()

    def order(self, count: int) -> np.ndarray:
        """The numbers below `count` in the order of a new pass."""
        if debug_mode.is_on():
            return _eager_order(count)
        return _core._random_order(self._streams.first_seeds(), count).numpy()


class OrderByOrder:
    """The orders in which `fit` of Keras 2 takes rows: another in each epoch of one call.

    The operation is that of `OneOrder`, in a dataset whose one iterator lives through all epochs.
    Lists of numbers get a new one in each (`restarts`), and so the first order in all of them.
    """

    def __init__(self, restarts: bool = False) -> None:
        self._streams = _core.RandomStreams()
        self._restarts = restarts

    def order(self, count: int) -> np.ndarray:
        """The numbers below `count` in the order of a new pass."""
        if debug_mode.is_on():
            return _eager_order(count)
        _core.enter_streams(_core.RandomStreams() if self._restarts else self._streams)
        try:
            return _eager_order(count)
        finally:
            _core.leave_function()


def _eager_order(count: int) -> np.ndarray:
    """The order of an operation that is run here, by the seeds that hold here."""
    return _core.random_shuffle(np.arange(count)).numpy()


class Shuffler:
    """The passes of one shuffled dataset. `size` None means a buffer for everything.

    A pass asks for nothing before its first item is wanted, as TensorFlow's does; but which of
    those it is that began with an iterator is settled when it is made: branches of a dataset that
    go through one shuffled dataset take these in the order of the branches.
    """

    def __init__(self, size: int | None, orders: Orders) -> None:
        self._size = size
        self._orders = orders

    def items(self, source: Iterator[Any]) -> Iterator[Any]:
        """Any items in random order."""
        return self._items(source, self._orders.begun())

    def _items(self, source: Iterator[Any], begun: int | None) -> Iterator[Any]:
        yield from _drawn(iter(source), self._size, self._orders.seeds(begun))

    def blocks(self, blocks: Iterator[Any]) -> Iterator[Any]:
        """Row numbers in random order."""
        return self._blocks(blocks, self._orders.begun())

    def _blocks(self, blocks: Iterator[Any], begun: int | None) -> Iterator[Any]:
        seeds = self._orders.seeds(begun)
        head, count = [], 0
        for block in blocks:
            head.append(block)
            count += len(block)
            if self._size is not None and count > self._size:
                rows = itertools.chain.from_iterable(itertools.chain(head, blocks))
                yield from _packed(_drawn(rows, self._size, seeds))
                return
        whole = [np.empty(0, np.int64), *(np.asarray(block, np.int64) for block in head)]
        yield np.concatenate(whole)[_core._random_order(seeds, count).numpy()]


def _drawn(source: Iterator[Any], size: int | None, seeds: _core.Tensor) -> Iterator[Any]:
    """The items from a ring of places: one is chosen, and the one at the start takes its place.

    The next item is asked for when the one after the chosen is wanted.
    """
    ring = list(itertools.islice(source, size))
    count, drawn, start = len(ring), words(seeds), 0
    if not count:
        return
    chosen = next(drawn) % count
    yield ring[chosen]
    for item in source:  # the buffer is full but for the place at `start`, where this one belongs
        ring[chosen], ring[start] = ring[start], item
        start = (start + 1) % count
        chosen = (start + next(drawn) % count) % count
        yield ring[chosen]
    for left in range(count - 1, 0, -1):
        ring[chosen] = ring[start]
        start = (start + 1) % count
        chosen = (start + next(drawn) % left) % count
        yield ring[chosen]


def words(seeds: _core.Tensor) -> Iterator[int]:
    """The words of the stream of two seeds, made a block at a time."""
    for start in itertools.count(0, _BLOCK):
        yield from _core._random_words(seeds, start, _BLOCK).numpy().tolist()


def _packed(rows: Iterator[int]) -> Iterator[np.ndarray]:
    while block := list(itertools.islice(rows, _BLOCK)):
        yield np.asarray(block, np.int64)


def drawn_seed() -> int:
    """A seed from the global generator, so that `tf.random.set_seed` fixes the order."""
    return int(_core.random_uniform([], 0, 2**31 - 1, "int32"))
