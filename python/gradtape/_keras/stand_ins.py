"""Values that stand for those to come where a model is only asked for its shapes.

They are zeros. Where zeros will not do, because a matrix must be invertible or a check wants
something else of them, they are numbers in general position, and checks of values let them pass.
Texts are empty, or a word.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np

from .. import _core
from .._ops.assertions import let_pass

Array: TypeAlias = np.ndarray[Any, Any]

_general = {"count": 0}
_GOLDEN = 0.6180339887498949  # whose multiples lie nowhere regularly


@contextmanager
def in_general_position() -> Iterator[None]:
    """Within, what stands for values is not zero."""
    _general["count"] += 1
    try:
        with let_pass():
            yield
    finally:
        _general["count"] -= 1


def stand_in(sizes: list[int], dtype: _core.DType) -> _core.Tensor:
    """A tensor of this shape."""
    if not _general["count"]:
        return _core.zeros(sizes, dtype)
    if dtype == _core.string:
        return _core.fill(sizes, "a")
    if not dtype.is_floating and not dtype.is_complex:
        return _core.ones(sizes, dtype)
    return _core.cast(_core.constant(_in_general_position(sizes)), dtype)


def _in_general_position(sizes: list[int]) -> Array:
    """Numbers between 0.5 and 1.5; square matrices have a dominant diagonal, and an inverse."""
    numbers: Array = 0.5 + np.arange(math.prod(sizes)) * _GOLDEN % 1.0
    values = numbers.reshape(sizes)
    if len(sizes) > 1 and sizes[-1] == sizes[-2]:
        values = values + 2.0 * sizes[-1] * np.eye(sizes[-1])
    return values
