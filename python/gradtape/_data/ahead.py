"""Streams whose elements are computed in threads: `prefetch`, and `map` with parallel calls.

Told to choose for themselves (`AUTOTUNE`), they compute elements in the thread that asks, until
some have taken long: handing over a cheap element costs more than computing it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from . import read_ahead
from .indices import Rows
from .rearranging import Rearranged
from .stream import AUTOTUNE
from .threads import Ahead
from .transforming import Map

_TRIALS = 3
_LONG = 200e-6  # seconds


class Chosen:
    """What `make` gives of a source, or threads over both once elements turn out to take long.

    `single` computes an element in the thread that asks, `ahead` makes the iterator with threads.
    """

    def __init__(
        self, source: Iterator[Any], function: Callable[[Any], Any], ahead: Callable[[], Any]
    ) -> None:
        self._single = map(function, source)
        self._ahead = ahead
        self._trials: list[float] = []
        self._current: Iterator[Any] | None = None

    def __iter__(self) -> Chosen:
        return self

    def __next__(self) -> Any:
        if self._current is not None:
            return next(self._current)
        start = time.perf_counter()
        value = next(self._single)
        self._trials.append(time.perf_counter() - start)
        if len(self._trials) == _TRIALS:
            self._current = self._ahead() if min(self._trials) > _LONG else self._single
        return value


class Prefetch(Rearranged):
    """The same elements, computed ahead in a thread."""

    def __init__(self, source: Any, size: int) -> None:
        super().__init__(source)
        self._size = size

    def rows(self) -> Rows | None:
        return self._source.rows()

    def elements(self) -> Iterator[Any]:
        source = iter(self._source.elements())
        if self._size == 0:
            return source
        waited_for = read_ahead.size_of(self._size, self._source)
        if waited_for is not None:
            return read_ahead.waiting(source, waited_for)
        size = 8 if self._size < 0 else self._size

        def ahead() -> Ahead:
            return Ahead(source, _same, 1, size)

        return Chosen(source, _same, ahead) if self._size == AUTOTUNE else ahead()


def _same(element: Any) -> Any:
    return element


class ParallelMap(Map):
    """The values of a function that several threads call."""

    def __init__(
        self, source: Any, function: Callable[..., Any], calls: int, deterministic: bool
    ) -> None:
        super().__init__(source, function)
        self._calls = calls
        self._deterministic = deterministic

    def elements(self) -> Iterator[Any]:
        source = iter(self._source.elements())
        count = min(os.cpu_count() or 1, 16) if self._calls < 0 else self._calls
        value = self._value()

        def ahead() -> Ahead:
            return Ahead(source, value, count, count, self._deterministic)

        return Chosen(source, value, ahead) if self._calls == AUTOTUNE else ahead()
