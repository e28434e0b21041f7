"""Where an iterator stands, as a variable that a checkpoint saves and restores.

The numbers are: how many elements have come; then for each random order in the dataset its seed,
and how many passes had begun when the iterator was made. Restoring begins anew with those and goes
over as many elements, so a dataset whose functions answer the same goes on as it would have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import _core, errors
from .shuffling import Draws, Orders, Shuffler
from .stream import Stream


def random_parts(value: Any) -> Iterator[Draws | Orders]:
    """The random parts of a stream, each once, in the order of its construction."""
    return (part for part in parts_within(value) if isinstance(part, (Draws, Orders)))


def parts_within(value: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """A stream and what it is made of, each once, in the order of its construction."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return
    seen.add(id(value))
    yield value
    for part in _inside(value):
        yield from parts_within(part, seen)


def begun_parts(value: Any) -> Iterator[Draws | Orders]:
    """The random parts whose next pass begins together with an iterator, as often as it does."""
    if isinstance(value, (Draws, Orders)):
        yield value
    for part in value.begun() if isinstance(value, Stream) else _inside(value):
        yield from begun_parts(part)


def _inside(value: Any) -> list[Any]:
    """What a stream is made of, or what a structure holds."""
    if isinstance(value, (Stream, Shuffler)):
        return list(vars(value).values())
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, (list, tuple)) else []


def skip_pass(stream: Stream) -> None:
    """Count a pass over the stream that an iterator has begun, and that nobody makes."""
    for part in begun_parts(stream):
        part.begin()


class Position:
    """The position of one iterator, and the variable that has it."""

    def __init__(self, stream: Stream) -> None:
        self._parts = list(random_parts(stream))
        self._begun = [number for part in self._parts for number in (part.seed, part.passes)]
        self.count = 0
        self._variable: Any = None
        self._noted: list[int] = []

    def variable(self) -> _core.Variable:
        """The variable, with the position of now."""
        self._noted = [self.count, *self._begun]
        if self._variable is None:
            self._variable = _core.Variable(
                self._noted, dtype=_core.int64, trainable=False, name="position"
            )
        elif self._variable.numpy().tolist() != self._noted:
            self._variable.assign(self._noted)
        return self._variable

    def restored(self) -> bool:
        """Whether the variable was given another position; then the dataset's seeds are its."""
        if self._variable is None:
            return False
        found = self._variable.numpy().tolist()
        if found == self._noted:
            return False
        if found[0] < 0 or min(found[2::2], default=0) < 0:
            raise errors.InvalidArgumentError(None, None, f"{found} is no position of an iterator.")
        self._noted, self.count, self._begun = found, found[0], found[1:]
        for part, seed, passes in zip(self._parts, found[1::2], found[2::2]):
            part.seed, part.passes = seed, passes
        return True
