"""The memory of tensors as messages know it: bytes, sent from where they are and received into what
then is a tensor.

Invariant: nothing is copied for a tensor whose elements lie one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike

# bfloat16 goes by its bits: NumPy does not know it.
BITS = np.dtype(np.uint16)


def number_type(dtype: Any) -> np.dtype:
    """What NumPy sees of elements of a dtype. `TypeError` for strings."""
    if dtype == _core.string:
        raise TypeError("Strings are not sent as tensors: use broadcast_object.")
    return BITS if dtype == _core.bfloat16 else np.dtype(dtype.name)


def elements(tensor: Any) -> np.ndarray:
    """The elements of a tensor in their order, not to be written to."""
    kind = number_type(tensor.dtype)
    if tensor.dtype == _core.bfloat16:
        tensor = _core.bitcast(tensor, _core.uint16)
    return np.asarray(memoryview(tensor)).reshape(-1).view(kind)


class Room:
    """Room for a tensor: `elements` are to be written, then `tensor` takes them."""

    def __init__(self, dtype: DTypeLike, shape: ShapeLike) -> None:
        kind = number_type(_core.as_dtype(dtype))
        self._buffer = _core.TensorBuffer(dtype, shape)
        self.elements: Any = np.asarray(memoryview(self._buffer)).view(kind)

    def tensor(self) -> Any:
        """The tensor; nobody may hold `elements` any more."""
        self.elements = None
        return self._buffer.tensor()
