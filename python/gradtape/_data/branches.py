"""Streams that several parts of one dataset go through: each part has random numbers of its own.

In TensorFlow every iterator makes its own instance of a function, so that those of two branches,
`a.concatenate(a.map(f))`, begin with the same numbers. Orders of shuffles and what is cached are
the dataset's, and belong to all branches.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from .functions import Function
from .stream import Stream


def apart(streams: Sequence[Stream]) -> list[Stream]:
    """The streams, each with functions that none before it has."""
    seen: set[int] = set()
    found = []
    for stream in streams:
        own = set(map(id, _functions(stream)))
        found.append(_copied(stream) if own & seen else stream)
        seen |= own
    return found


def _functions(stream: Stream) -> Iterator[Function]:
    for value in vars(stream).values():
        if isinstance(value, Function):
            yield value
        for part in _streams(value):
            yield from _functions(part)


def _streams(value: Any) -> list[Stream]:
    parts = value if isinstance(value, (list, tuple)) else [value]
    return [part for part in parts if isinstance(part, Stream)]


def _copied(value: Any) -> Any:
    if isinstance(value, Function):
        return value.again()
    if isinstance(value, Stream):
        copied = copy.copy(value)
        for name, part in vars(value).items():
            if isinstance(part, Function) or _streams(part):
                setattr(copied, name, _copied(part))
        return copied
    return type(value)(map(_copied, value)) if isinstance(value, (list, tuple)) else value
