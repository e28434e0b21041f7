"""Sizes that a program asks for by how it reshapes what has an open dimension, or by what it
computes with it.

A model may cut rows of any length into so many pieces of one length, or compare them with rows of a
known one, as a graph lets it where the length is not known; a run on values then says of which
length they must be. So it is with the number of examples where a layer multiplies them by a matrix
that it holds, as that of a graph. Invariant: the error that a caller sees is that of the first
size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from ..errors import InvalidArgumentError, OutOfRangeError

REFUSALS = (ValueError, InvalidArgumentError, OutOfRangeError)

_REFUSED = re.compile(
    r"tensor with (\d+) values, but the requested shape (has|requires a multiple of) (\d+)"
)
_BESIDE = re.compile(r"Incompatible shapes: \[([\d,]+)\] vs\. \[([\d,]+)\]")
_INNER = re.compile(r"Matrix size-incompatible: In\[0\]: \[([\d,]+)\], In\[1\]: \[([\d,]+)\]")
_INNER_OF_SPARSE = re.compile(r"inner dimension does not match: (\d+) vs\. (\d+)")
_MOST_QUESTIONS = 4  # one reshape after another may ask
_LONGEST = 1 << 20


def at_sizes_asked_for(run: Callable[[int], Any], error: Exception, size: int) -> Any:
    """`run` of the size that fits, where something has failed with `error` at this one."""
    first = error
    for _ in range(_MOST_QUESTIONS):
        asked = size_asked_for(error, size)
        if asked is None:
            break
        try:
            return run(asked)
        except REFUSALS as other:
            error, size = other, asked
    raise first


def size_asked_for(error: Exception, size: int) -> int | None:
    """The size of what is open for which the reshape fits, or what stands beside it; None if there
    is none, or if it was something else that failed.
    """
    return _reshaped(str(error), size) or _beside(str(error), size)


def _reshaped(text: str, size: int) -> int | None:
    found = _REFUSED.search(text)
    if found is None or found[1] == "0":
        return None
    has, wants = int(found[1]), int(found[3])
    if found[2] != "has":
        wants = math.lcm(has, wants)
    asked, rest = divmod(size * wants, has)
    return asked if not rest and 0 < asked <= _LONGEST and asked != size else None


def _beside(text: str, size: int) -> int | None:
    """The one length that stands where this size does in the other of two shapes."""
    found = _BESIDE.search(text)
    if found is None:
        return None
    left, right = ([int(d) for d in reversed(shape.split(","))] for shape in found.groups())
    unlike = {(a, b) for a, b in zip(left, right, strict=False) if a != b and 1 not in (a, b)}
    others = {a + b - size for a, b in unlike if size in (a, b)}
    return others.pop() if len(unlike) == len(others) == 1 else None


def rows_asked_for(error: Exception, rows: int) -> int | None:
    """How many examples there must be, instead of so many, for a product from the left by a matrix;
    None if it was something else that failed."""
    text = str(error)
    of_sparse, found = _INNER_OF_SPARSE.search(text), _INNER.search(text)
    if of_sparse is not None:
        wanted, has = int(of_sparse[1]), int(of_sparse[2])
    elif found is not None:
        left, right = ([int(d) for d in shape.split(",")] for shape in found.groups())
        wanted, has = left[-1], right[-2]
    else:
        return None
    return wanted if has == rows and 0 < wanted <= _LONGEST and wanted != rows else None
