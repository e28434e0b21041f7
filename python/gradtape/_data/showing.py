"""Examples of elements, on which functions run that TensorFlow only traces (`functions`).

They cost little and move nothing: no generator of a program's own begins, no buffer is filled, and
no row is drawn. What regroups elements shows what it makes of copies of one.
"""

from __future__ import annotations

import copy
from typing import Any

from .. import _core
from .._runtime.run_for_traces import NeedsData
from .._structure import nest
from .listed import Variant

_MOST_NUMBERS = 1 << 22  # in the copies of a batch that may be shorter


def first_of(stream: Any) -> Any:
    """The first element, of a stream that makes one for little."""
    for element in stream.elements():
        return element
    raise NeedsData


def regrouped(stream: Any, source: Any) -> Any:
    """The first that a stream makes of copies of one example of its source."""
    one = source.example()
    shown = copy.copy(stream)
    shown._source = Variant([one] * _count(stream, source, one), source.spec())
    return first_of(shown)


def _count(stream: Any, source: Any, one: Any) -> int:
    """How many copies make a whole element."""
    size, known = int(getattr(stream, "_size", 1)), source.cardinality()
    if getattr(stream, "_drop_remainder", False):
        return size * int(getattr(stream, "_stride", 1))
    numbers = sum(_core.size(leaf).numpy() for leaf in nest.flatten(one) if _is_dense(leaf))
    most = max(1, _MOST_NUMBERS // max(1, int(numbers)))
    return min(size, most, known if known > 0 else size)


def _is_dense(leaf: Any) -> bool:
    return isinstance(leaf, _core.Tensor)
