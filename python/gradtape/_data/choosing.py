"""Streams that take each element from one of several."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import errors
from . import elements
from .stream import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Stream


class Choose(Stream):
    """Elements of the streams whose numbers come; `stop` ends with the first that has ended."""

    title = "_DirectedInterleaveDataset"

    def __init__(
        self, streams: list[Stream], numbers: Callable[[], Iterator[int]], stop: bool
    ) -> None:
        self._streams, self._numbers, self._stop = streams, numbers, stop
        spec = streams[0].spec()
        try:
            for stream in streams[1:]:
                spec = elements.common_spec(spec, stream.spec())
        except (TypeError, ValueError, AttributeError):
            spec = False
        if spec is False or (spec is None and streams[0].spec() is not None):
            raise TypeError("Invalid `datasets`. `datasets` must have compatible element specs.")
        self._spec = spec

    def elements(self) -> Iterator[Any]:
        sources: list[Iterator[Any] | None] = [iter(one.elements()) for one in self._streams]
        left = len(sources)
        for number in self._numbers():
            if not 0 <= number < len(sources):
                raise errors.InvalidArgumentError(
                    None, None, f"Selector index out of range: {number} >= {len(sources)}"
                )
            source = sources[number]
            if source is None:
                continue
            try:
                element = next(source)
            except StopIteration:
                sources[number] = None
                left -= 1
                if self._stop or not left:
                    return
                continue
            yield element

    def spec(self) -> Any:
        return self._spec

    def cardinality(self) -> int:
        counts = [stream.cardinality() for stream in self._streams]
        return (
            INFINITE_CARDINALITY if set(counts) == {INFINITE_CARDINALITY} else UNKNOWN_CARDINALITY
        )


class Sample(Choose):
    """Elements of streams drawn at random by weight, until all that have one are at their end."""

    def __init__(
        self,
        streams: list[Stream],
        weights: Callable[[], Iterator[np.ndarray]],
        generator: Callable[[], np.random.Generator],
        stop: bool,
    ) -> None:
        super().__init__(streams, lambda: iter(()), stop)
        self._weights, self._generator = weights, generator

    def elements(self) -> Iterator[Any]:
        sources = [iter(one.elements()) for one in self._streams]
        alive = np.ones(len(sources))
        generator = self._generator()
        for weights in self._weights():
            chances = weights * alive
            if not chances.sum() > 0:
                return
            number = int(generator.choice(len(sources), p=chances / chances.sum()))
            found = list(itertools.islice(sources[number], 1))
            if not found:
                if self._stop:
                    return
                alive[number] = 0
            yield from found


def checked_weights(weights: Any) -> np.ndarray:
    """Weights as probabilities; `InvalidArgumentError` for what are none."""
    array = np.asarray(weights, np.float64)
    if array.ndim != 1 or not np.isfinite(array).all() or (array < 0).any() or not array.sum() > 0:
        raise errors.InvalidArgumentError(
            None, None, f"Invalid `weights`: they are not negative and not all zero, got {weights}."
        )
    return array / array.sum()
