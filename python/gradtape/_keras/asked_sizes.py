"""Sizes that a program asks for by how it reshapes what has an open dimension.

A model may cut rows of any length into so many pieces of one length, as a graph lets it where the
length is not known; a run on values then says of which length they must be. Invariant: the error
that a caller sees is that of the first size.
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
_MOST_QUESTIONS = 4  # one reshape after another may ask
_LONGEST = 1 << 20


def at_sizes_asked_for(run: Callable[[int], Any], error: Exception, size: int) -> Any:
    """`run` of the size for which a reshape would fit that has failed with `error` at this one."""
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
    """The size of what is open for which the reshape fits; None if there is none, or if it was
    something else that failed.
    """
    found = _REFUSED.search(str(error))
    if found is None or found[1] == "0":
        return None
    has, wants = int(found[1]), int(found[3])
    if found[2] != "has":
        wants = math.lcm(has, wants)
    asked, rest = divmod(size * wants, has)
    return asked if not rest and 0 < asked <= _LONGEST and asked != size else None
