"""Elements that Python makes (`from_generator`), read ahead as in TensorFlow, in its place alone.

TensorFlow reads what a loop goes through one element ahead, whatever the dataset says, and as many
as `prefetch` says. So a generator draws from `numpy.random`, or prints, before the body of the loop
does for the element in front, if that takes a step's time. Here the one waits for the other, where
the generator is quick. `import gradtape` alone reads what is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._runtime import once
from .position import parts_within
from .sources import Generator
from .stream import AUTOTUNE, Stream
from .threads import Ahead

_WHERE_TENSORFLOW_CHOOSES = 1


def size_of(size: int, source: Stream) -> int | None:
    """How many elements of a source are read ahead, and waited for; None if none is waited for."""
    if not _is_read(source):
        return None
    return _WHERE_TENSORFLOW_CHOOSES if size == AUTOTUNE else size


def by_one(stream: Stream, elements: Iterator[Any]) -> Iterator[Any]:
    """The elements of a stream, one ahead where a loop of TensorFlow's is."""
    if isinstance(elements, Ahead) or not _is_read(stream):
        return elements
    return waiting(elements, _WHERE_TENSORFLOW_CHOOSES)


def waiting(elements: Iterator[Any], count: int) -> Ahead:
    """The elements; each comes when as many behind it are there, or take long."""
    return Ahead(elements, _same, 1, count, waits=True)


def _is_read(stream: Stream) -> bool:
    return once.is_held_back() and any(isinstance(part, Generator) for part in parts_within(stream))


def _same(element: Any) -> Any:
    return element
