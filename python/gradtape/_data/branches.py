"""Streams that several parts of one dataset go through: each part has random numbers of its own.

In TensorFlow every iterator makes its own instance of a function, so that those of two branches,
`a.concatenate(a.map(f))`, begin with the same numbers. Orders of shuffles and what is cached are
the dataset's, and belong to all branches.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from .._structure import nest
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
    for part in nest.flatten(list(map(_parts, vars(stream).values()))):
        if isinstance(part, Function):
            yield part
        else:
            yield from _functions(part)


def _parts(value: Any) -> list[Any]:
    """The functions and streams that an attribute of a stream is, or holds."""
    leaves = nest.flatten(value) if isinstance(value, (list, tuple, dict)) else [value]
    return [leaf for leaf in leaves if isinstance(leaf, (Function, Stream))]


def _copied(part: Any) -> Any:
    if isinstance(part, Function):
        return part.again()
    if not isinstance(part, Stream):
        return part
    copied = copy.copy(part)
    for name, value in vars(part).items():
        if _parts(value):
            setattr(copied, name, nest.map_structure(_copied, value))
    return copied
