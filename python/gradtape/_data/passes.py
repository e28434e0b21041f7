"""Which pass over a dataset is being made, and for whom.

Invariants: random numbers of a function go on from pass to pass of one iterator (behind `repeat`)
and begin anew with each iterator; an order is settled when the iterator is made, and not when its
first element is asked for, unless it lies below a shuffle; a look at the first elements leaves no
trace in either.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core
from .threads import advancing, set_advancing


class Pass:
    """What one iterator keeps: the streams of random numbers of functions, from pass to pass, and
    the numbers of the passes that began with it."""

    def __init__(self, looks: bool = False) -> None:
        self.looks = looks
        self._streams: dict[int, tuple[Any, Any]] = {}
        self._begun: dict[Any, deque[int]] = {}

    def begin(self, parts: Iterator[Any]) -> None:
        """Begin a pass over each of the random parts."""
        for part in parts:
            self._begun.setdefault(part, deque()).append(part.begin())

    def begun(self, part: Any) -> int | None:
        """The number of the next pass over a part that began with this iterator; None if none."""
        numbers = self._begun.get(part)
        return numbers.popleft() if numbers else None

    def again(self, streams: Any) -> Any:
        """The streams that this iterator draws from in place of a function's own."""
        # Held beside its own, so that no other gets its number.
        return self._streams.setdefault(id(streams), (streams, streams.anew()))[1]


def _current() -> Pass | None:
    """The pass that this thread makes elements for."""
    outer = advancing()
    iterator = outer[-1]() if outer else None
    return None if iterator is None else iterator.passes


class _Look:
    """Stands for an iterator where only a description of elements is wanted."""

    def __init__(self) -> None:
        self.passes = Pass(looks=True)

    def __call__(self) -> _Look:
        return self


@contextmanager
def looking() -> Iterator[None]:
    """Within, elements are only looked at: passes that are begun do not count."""
    outer = advancing()
    set_advancing((*outer, _Look()))
    try:
        with _core.stop_recording_all():
            yield
    finally:
        set_advancing(outer)


def begun_before(part: Any) -> int | None:
    """The number of the pass over a random part that began with the iterator of now, if one did."""
    found = _current()
    return None if found is None else found.begun(part)


def is_look() -> bool:
    """Whether elements are only looked at."""
    found = _current()
    return found is not None and found.looks


def streams_of_pass(streams: Any) -> Any:
    """What a function with these streams draws from in a pass that begins now."""
    found = _current()
    return streams.anew() if found is None else found.again(streams)
