"""`interleave`: elements of several streams in turn."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from .. import errors
from .elements import apply
from .stream import Stream
from .transforming import FlatMap


class Interleave(FlatMap):
    """A few elements of each of `cycle` streams in turn, which are those of a function's values.

    A stream that has ended leaves its place empty; when its turn comes, the next one begins there.
    """

    def __init__(
        self,
        source: Stream,
        function: Callable[..., Any],
        stream_of: Callable[[Any], Stream],
        cycle: int | None,
        block: int,
    ) -> None:
        super().__init__(source, function, stream_of)
        self._cycle = (os.cpu_count() or 1) if cycle is None or cycle == -1 else cycle
        self._block = block
        if self._cycle < 1:
            raise _refused("cycle_length must be greater than zero.")
        if block < 1:
            raise _refused("block_length must be greater than zero.")

    def elements(self) -> Iterator[Any]:
        source = iter(self._source.elements())
        places: list[Iterator[Any] | None] = [None] * self._cycle
        more = True
        while more or any(place is not None for place in places):
            for number in range(self._cycle):
                if places[number] is None and more:
                    places[number], more = self._begun(source)
                current = places[number]
                if current is not None:
                    for _ in range(self._block):
                        try:
                            element = next(current)
                        except StopIteration:
                            places[number] = None
                            break
                        yield element

    def _begun(self, source: Iterator[Any]) -> tuple[Iterator[Any] | None, bool]:
        """The next stream, and whether there was one."""
        try:
            element = next(source)
        except StopIteration:
            return None, False
        return iter(self._stream_of(apply(self._function, element)).elements()), True


def _refused(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)
