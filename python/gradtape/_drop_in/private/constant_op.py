"""`tensorflow.python.framework.constant_op`: what it has besides public things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core

if TYPE_CHECKING:
    from ..._typing import DTypeLike


def _tensor_shape_tensor_conversion_function(
    s: _core.TensorShape, dtype: DTypeLike = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """The sizes of a shape as a tensor; `ValueError` where one of them is open."""
    if not s.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {s} to a Tensor.")
    return _core.constant(s.as_list(), _core.int32 if dtype is None else dtype)
