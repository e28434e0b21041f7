"""What is drawn, as NumPy arrays: numbers from tensors, variables, slices, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._autodiff.indexed_slices import IndexedSlices

if TYPE_CHECKING:
    from .._typing import TensorLike


def array(value: TensorLike) -> np.ndarray:
    """`value` as an array of `float64`."""
    if isinstance(value, IndexedSlices):
        value = value.values
    if hasattr(value, "numpy"):
        value = value.numpy()
    return np.asarray(value, dtype=np.float64)


def finite(values: np.ndarray) -> np.ndarray:
    """The numbers among `values`, without NaN and infinities."""
    return values[np.isfinite(values)]


def whole(value: int, name: str, least: int) -> int:
    """`value`, which must be a whole number and at least `least`."""
    if isinstance(value, bool) or int(value) != value or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")
    return int(value)
