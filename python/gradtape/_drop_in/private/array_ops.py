"""`tensorflow.python.ops.array_ops`: what it has besides public things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from ... import _core
from ..._autodiff.custom_gradients import custom_gradient

if TYPE_CHECKING:
    from ..._typing import TensorLike


def prevent_gradient(input: TensorLike, message: str = "", name: str | None = None) -> Any:
    """The tensor; `LookupError` with the message where a gradient comes to it."""

    @custom_gradient
    def passed(x: _core.Tensor) -> Any:
        def refuse(upstream: Any) -> NoReturn:
            raise LookupError(f"Gradient explicitly disabled. Reason: {message!r}")

        return _core.identity(x), refuse

    return passed(_core.convert_to_tensor(input))
