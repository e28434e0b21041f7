"""`interleave`: elements of several streams in turn."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from .. import errors
from .counts import whole
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
        cycle: int,
        block: int,
    ) -> None:
        super().__init__(source, function, stream_of)
        self._cycle = cycle
        self._block = block
        if self._cycle < 1:
            raise _refused("cycle_length must be greater than zero.")
        if block < 1:
            raise _refused("block_length must be greater than zero.")

    def elements(self) -> Iterator[Any]:
        applied, stream_of = self._applied(), self._stream_of
        sources = (stream_of(applied(one)).elements() for one in self._source.elements())
        return in_turn(sources, self._cycle, self._block)


def cycle_of(length: Any, parallel_calls: Any) -> int:
    """How many streams take turns: `length` if it is given, else what the machine has threads for.

    Each stream of those that are tuned has two more threads, which read ahead, in TensorFlow.

    >>> from gradtape._data.interleaving import cycle_of
    >>> cycle_of(4, -1), cycle_of(None, 1)
    (4, 1)
    """
    if length is not None and whole(length) != -1:
        return whole(length)
    processors = os.cpu_count() or 1
    if parallel_calls is None:
        return processors
    calls = int(parallel_calls)
    return -(-processors // 3) if calls == -1 else min(calls, processors)


def in_turn(sources: Iterator[Iterator[Any]], cycle: int, block: int = 1) -> Iterator[Any]:
    """`block` items of each of `cycle` sources in turn, each of which begins when its turn comes.

    >>> from gradtape._data.interleaving import in_turn
    >>> "".join(in_turn(map(iter, ("aaa", "b", "cc")), 2))
    'abaacc'
    """
    places: list[Iterator[Any] | None] = [None] * cycle
    more = True
    while more or any(place is not None for place in places):
        for number in range(cycle):
            if places[number] is None and more:
                places[number] = next(sources, None)
                more = places[number] is not None
            current = places[number]
            if current is not None:
                for _ in range(block):
                    try:
                        item = next(current)
                    except StopIteration:
                        places[number] = None
                        break
                    yield item


def _refused(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)
