"""Comparisons and combinations of truth values; results are truth values, without gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._numpy import asking
from ..promotion import alike, tensor
from .calling import named, operation

if TYPE_CHECKING:
    from ..._typing import TensorLike

Function = Callable[..., Any]


def _truths(*values: Any) -> list[_core.Tensor]:
    return [_core.cast(tensor(x), _core.bool) for x in values]


def _compared(name: str, function: Function, says: str, prepare: Function = alike) -> Function:
    def call(x1: TensorLike, x2: TensorLike) -> _core.Tensor:
        return function(*prepare(x1, x2))

    return named(call, name, says)


def _ordered(function: Function) -> Function:
    """A comparison, of truth values as numbers."""

    def call(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
        if x.dtype is _core.bool:
            x, y = _core.cast(x, _core.int8), _core.cast(y, _core.int8)
        return function(x, y)

    return call


equal = _compared("equal", _core.equal, "Where `x1 == x2`.")
not_equal = _compared("not_equal", _core.not_equal, "Where `x1 != x2`.")
greater = _compared("greater", _ordered(_core.greater), "Where `x1 > x2`.")
greater_equal = _compared("greater_equal", _ordered(_core.greater_equal), "Where `x1 >= x2`.")
less = _compared("less", _ordered(_core.less), "Where `x1 < x2`.")
less_equal = _compared("less_equal", _ordered(_core.less_equal), "Where `x1 <= x2`.")
logical_and = _compared("logical_and", _core.logical_and, "Where both are true.", _truths)
logical_or = _compared("logical_or", _core.logical_or, "Where one or both are true.", _truths)
logical_xor = _compared("logical_xor", _core.logical_xor, "Where just one is true.", _truths)


@operation
def isclose(
    x1: TensorLike,
    x2: TensorLike,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
) -> _core.Tensor:
    """Where `|x1 - x2| <= atol + rtol |x2|`, or both are the same infinity, or NaN if `equal_nan`.

    >>> tf.keras.ops.isclose([1.0, 2.0], [1.0, 2.1]).numpy().tolist()
    [True, False]
    """
    x, y = alike(x1, x2)
    return asking.isclose(x, y, rtol, atol, equal_nan)


@operation
def allclose(
    x1: TensorLike,
    x2: TensorLike,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
) -> _core.Tensor:
    """Whether `isclose` holds everywhere.

    >>> bool(tf.keras.ops.allclose([1.0], [1.0 + 1e-7]))
    True
    """
    x, y = alike(x1, x2)
    return asking.allclose(x, y, rtol, atol, equal_nan)
