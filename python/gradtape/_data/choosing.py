"""Streams that take each element from one of several."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import errors
from . import elements
from .branches import apart
from .stream import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Stream


class Choose(Stream):
    """Elements of the streams whose numbers come; `stop` ends with the first that has ended."""

    title = "_DirectedInterleaveDataset"

    def __init__(self, streams: list[Stream], numbers: Stream, stop: bool) -> None:
        self._streams, self._numbers, self._stop = apart(streams), numbers, stop
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
        for number in map(int, self._numbers.elements()):
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

    def example(self) -> Any:
        return self._streams[0].example()

    def spec(self) -> Any:
        return self._spec

    def cardinality(self) -> int:
        counts = [stream.cardinality() for stream in self._streams]
        return (
            INFINITE_CARDINALITY if set(counts) == {INFINITE_CARDINALITY} else UNKNOWN_CARDINALITY
        )


def check_weights(weights: np.ndarray) -> None:
    """`InvalidArgumentError` for weights that are none."""
    if not np.isfinite(weights).all() or (weights < 0).any() or not weights.sum() > 0:
        raise errors.InvalidArgumentError(
            None, None, f"Invalid `weights`: they are not negative and not all zero, got {weights}."
        )
