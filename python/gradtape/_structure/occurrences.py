"""How often whole numbers occur: the only place that calls `np.bincount`.

NumPy's counts without looking where a number is so large that its own sum overflows, and then
writes in front of its result. Invariant: every number is looked at before it is counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InvalidArgumentError, ResourceExhaustedError

if TYPE_CHECKING:
    from .._typing import Array


def occurrences(places: Any, size: int, weights: Any = None) -> Array:
    """How often each of `0 .. size - 1` occurs in a vector, or the sum of its weights."""
    outside = (places < 0) | (places >= size)
    if outside.any():
        found = places[outside][0]
        raise InvalidArgumentError(None, None, f"index {found} is not in [0, {size})")
    try:
        return np.bincount(places, weights, minlength=size)
    except MemoryError:
        raise ResourceExhaustedError(
            None, None, f"OOM when allocating tensor with shape[{size}] and type int64"
        ) from None
