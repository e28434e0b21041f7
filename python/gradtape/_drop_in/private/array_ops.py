"""`tensorflow.python.ops.array_ops`: what it has besides public things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from ... import _core
from ..._autodiff.custom_gradients import custom_gradient

if TYPE_CHECKING:
    from ..._typing import DTypeLike, TensorLike


def prevent_gradient(input: TensorLike, message: str = "", name: str | None = None) -> Any:
    """The tensor; `LookupError` with the message where a gradient comes to it."""

    @custom_gradient
    def passed(x: _core.Tensor) -> Any:
        def refuse(upstream: Any) -> NoReturn:
            raise LookupError(f"Gradient explicitly disabled. Reason: {message!r}")

        return _core.identity(x), refuse

    return passed(_core.convert_to_tensor(input))


def shape_internal(
    input: TensorLike, name: str | None = None, optimize: bool = True, out_type: DTypeLike = None
) -> Any:
    """The shape as a tensor."""
    return _core.shape(input, out_type=_core.int32 if out_type is None else out_type)


def size_internal(
    input: TensorLike,
    name: str | None = None,
    optimize: bool = True,
    out_type: DTypeLike = _core.int32,
) -> Any:
    """The number of elements as a tensor."""
    return _core.size(input, out_type=out_type)


def rank_internal(input: TensorLike, name: str | None = None, optimize: bool = True) -> Any:
    """The number of axes as a tensor."""
    return _core.rank(input)
