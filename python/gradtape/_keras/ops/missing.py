"""Functions along axes that pass over NaN."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..promotion import dtype_of, summed, tensor
from . import reducing
from .calling import named

if TYPE_CHECKING:
    from ..._typing import AxisLike, TensorLike

Function = Callable[..., Any]


def _nan(x: _core.Tensor) -> _core.Tensor:
    return x != x


def _without(x: TensorLike, value: float) -> _core.Tensor:
    """`x` with `value` for NaN."""
    found = tensor(x)
    if not (found.dtype.is_floating or found.dtype.is_complex):
        return found
    return _core.where(_nan(found), _core.cast(value, found.dtype), found)


def _reduction(name: str, function: Function, says: str) -> Function:
    def call(x: TensorLike, axis: AxisLike = None, keepdims: bool = False) -> _core.Tensor:
        return function(tensor(x), axis, keepdims)

    return named(call, name, says)


def _extreme(general: Function, outside: float) -> Function:
    def call(x: _core.Tensor, axis: AxisLike, keepdims: bool) -> _core.Tensor:
        if not x.dtype.is_floating:
            return general(x, axis, keepdims)
        found = general(_without(x, outside), axis, keepdims)
        nothing = _core.reduce_all(_nan(x), axis, keepdims)
        return _core.where(nothing, _core.cast(math.nan, x.dtype), found)

    return call


def _place(function: Function, outside: float) -> Function:
    """The place of an extreme; -1 where all are NaN."""

    def call(x: _core.Tensor, axis: Any, keepdims: bool) -> _core.Tensor:
        if not x.dtype.is_floating:
            return reducing.place(function, _core.cast(x, "int32"), axis, keepdims)
        found = reducing.place(function, _without(x, outside), axis, keepdims)
        nothing = _core.reduce_all(_nan(x), axis, keepdims)
        return _core.where(nothing, _core.cast(-1, _core.int32), found)

    return call


def _total(x: _core.Tensor, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    return _core.reduce_sum(summed(_without(x, 0.0)), axis, keepdims)


def _product(x: _core.Tensor, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    return reducing.prod(_without(x, 1.0), axis, keepdims)


def _count(x: _core.Tensor, axis: AxisLike, dtype: _core.DType, keepdims: bool) -> _core.Tensor:
    return _core.reduce_sum(_core.cast(~_nan(x), dtype), axis, keepdims)


def _mean(x: _core.Tensor, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    dtype = dtype_of(x, float)
    found = _core.cast(x, dtype)
    return _total(found, axis, keepdims) / _count(found, axis, dtype, keepdims)


def _variance(x: _core.Tensor, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    found = _core.cast(x, dtype_of(x, float))
    away = _without(found - _mean(found, axis, True), 0.0)
    square = _core.real(away * _core.conj(away)) if found.dtype.is_complex else away * away
    total = _core.reduce_sum(square, axis, keepdims)
    return total / _count(found, axis, total.dtype, keepdims)


def _deviation(x: _core.Tensor, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    return _core.sqrt(_variance(x, axis, keepdims))


nanmax = _reduction("nanmax", _extreme(reducing.amax, -math.inf), "The largest.")
nanmin = _reduction("nanmin", _extreme(reducing.amin, math.inf), "The smallest.")
nanargmax = _reduction(
    "nanargmax", _place(_core.argmax, -math.inf), "The place of the largest; -1 if all are NaN."
)
nanargmin = _reduction(
    "nanargmin", _place(_core.argmin, math.inf), "The place of the smallest; -1 if all are NaN."
)
nansum = _reduction("nansum", _total, "The sum of what is not NaN.")
nanprod = _reduction("nanprod", _product, "The product of what is not NaN.")
nanmean = _reduction("nanmean", _mean, "The mean of what is not NaN.")
nanvar = _reduction("nanvar", _variance, "The variance of what is not NaN.")
nanstd = _reduction("nanstd", _deviation, "The root of the variance of what is not NaN.")


def _zeros(x: _core.Tensor) -> _core.Tensor:
    return _without(x, 0.0)


def _ones(x: _core.Tensor) -> _core.Tensor:
    return _without(x, 1.0)


nancumsum = reducing.running(
    "nancumsum", _core.cumsum, _zeros, "The sums up to each element, NaN as 0."
)
nancumprod = reducing.running(
    "nancumprod", _core.cumprod, _ones, "The products up to each element, NaN as 1."
)
