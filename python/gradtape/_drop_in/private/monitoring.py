"""`tensorflow.python.eager.monitoring`: numbers that a program keeps of itself, by labels."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class Cell(Generic[V]):
    """One value: set, added to, read."""

    def __init__(self, start: V) -> None:
        self._value = start

    def set(self, value: V) -> None:
        """Puts the value in."""
        self._value = value

    def value(self) -> V:
        """The value."""
        return self._value

    def increase_by(self, value: Any) -> None:
        """Adds to the value."""
        self._value += value

    def add(self, value: Any) -> None:
        """Keeps one more sample."""
        samples: Any = self._value
        samples.append(float(value))


class Metric:
    """Cells by the values of labels."""

    _start: Callable[[], Any] = int

    def __init__(self, name: str, *description_and_labels: Any) -> None:
        self.name = name
        self._cells: dict[tuple[Any, ...], Cell[Any]] = {}

    def get_cell(self, *labels: Any) -> Cell[Any]:
        """The cell of these labels."""
        return self._cells.setdefault(labels, Cell(type(self)._start()))


class Counter(Metric):
    """A count that grows."""


class IntGauge(Metric):
    """A whole number."""


class StringGauge(Metric):
    """A text."""

    _start = str


class BoolGauge(Metric):
    """Yes or no."""

    _start = bool


class Sampler(Metric):
    """Samples of a quantity."""

    _start = list

    def __init__(self, name: str, buckets: Any, *description_and_labels: Any) -> None:
        super().__init__(name, *description_and_labels)
        self.buckets = buckets


class ExponentialBuckets:
    """Ranges of samples, each so many times wider than the one before."""

    def __init__(self, scale: float, growth_factor: float, bucket_count: int) -> None:
        self.bounds = [scale * growth_factor**power for power in range(bucket_count)]


class MonitoredTimer:
    """A context that adds the milliseconds it takes to a cell."""

    def __init__(self, cell: Cell[Any], *args: Any, **kwargs: Any) -> None:
        self._cell = cell

    def __enter__(self) -> MonitoredTimer:
        self._begun = time.perf_counter()
        return self

    def __exit__(self, *error: object) -> None:
        self._cell.increase_by(int((time.perf_counter() - self._begun) * 1000))


def monitored_timer(cell: Cell[Any]) -> Callable[[Any], Any]:
    """A decorator: the time of each call is added to the cell."""

    def decorated(function: Any) -> Any:
        @functools.wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            with MonitoredTimer(cell):
                return function(*args, **kwargs)

        return timed

    return decorated
