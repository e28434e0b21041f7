"""NumPy's functions along axes: sums, extremes, places, sorting, running sums.

`axis=None` means all elements. Sums and products of integers are of 64 bits, means are floats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .arranging import axis_of, ravel
from .promotion import array_of, floats_of, named

if TYPE_CHECKING:
    from .._typing import Array, AxisLike, DTypeLike, IntLike, TensorLike

Function = Callable[..., Any]


def _added_in(x: _core.Tensor, dtype: DTypeLike) -> _core.Tensor:
    """`x` in the dtype in which it is added up: that of the result."""
    if dtype is not None:
        return _core.cast(x, named(dtype))
    if x.dtype is _core.bool or (x.dtype.is_integer and not x.dtype.is_unsigned):
        return _core.cast(x, _core.int64)
    return _core.cast(x, _core.uint64) if x.dtype.is_integer else x


def _averaged_in(x: _core.Tensor, dtype: DTypeLike) -> _core.Tensor:
    return floats_of(x)[0] if dtype is None else _core.cast(x, named(dtype))


def _as_it_is(x: _core.Tensor, dtype: DTypeLike) -> _core.Tensor:
    return x


def _refuse(out: Array | None) -> None:
    if out is not None:
        raise ValueError("Setting out is not supported.")


def _reduction(name: str, function: Function, prepare: Function) -> Function:
    """NumPy's reduction `name`, by an operation of the core, in the dtype that `prepare` gives."""

    def call(
        a: TensorLike,
        axis: AxisLike = None,
        dtype: DTypeLike = None,
        out: Array | None = None,
        keepdims: bool | None = None,
    ) -> _core.Tensor:
        _refuse(out)
        return function(prepare(array_of(a), dtype), axis, bool(keepdims))

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`numpy.{name}` of a tensor, along `axis`; `ValueError` for `out`."
    return call


def _extreme(name: str, function: Function, truth: Function) -> Function:
    """NumPy's `max` or `min`, also of truth values."""

    def call(
        a: TensorLike, axis: IntLike | None = None, out: Any = None, keepdims: Any = None
    ) -> _core.Tensor:
        _refuse(out)
        x = array_of(a)
        chosen = truth if x.dtype is _core.bool else function
        return chosen(x, axis, bool(keepdims))

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`numpy.{name}` of a tensor, along `axis`; equal ones share the gradient."
    return call


def _quantified(name: str, function: Function) -> Function:
    """NumPy's `all` or `any`; numbers other than 0 count as true."""

    def call(a: Array, axis: IntLike | None = None, keepdims: bool | None = None) -> _core.Tensor:
        return function(_core.cast(array_of(a), _core.bool), axis, bool(keepdims))

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`numpy.{name}` of a tensor, along `axis`; numbers other than 0 are true."
    return call


sum = _reduction("sum", _core.reduce_sum, _added_in)  # noqa: A001
prod = _reduction("prod", _core.reduce_prod, _added_in)
mean = _reduction("mean", _core.reduce_mean, _averaged_in)
max = _extreme("max", _core.reduce_max, _core.reduce_any)  # noqa: A001
min = _extreme("min", _core.reduce_min, _core.reduce_all)  # noqa: A001
all = _quantified("all", _core.reduce_all)  # noqa: A001
any = _quantified("any", _core.reduce_any)  # noqa: A001


def var(
    a: TensorLike, axis: AxisLike = None, dtype: DTypeLike = None, out: Any = None, ddof: int = 0,
    keepdims: bool | None = None,
) -> _core.Tensor:  # fmt: skip
    """The mean of squared distances from the mean, divided by the count less `ddof`.

    Errors: `ValueError` for `out`.

    >>> float(tf.experimental.numpy.var([1.0, 3.0], ddof=1))
    2.0
    """
    _refuse(out)
    x = _averaged_in(array_of(a), dtype)
    away = x - _core.reduce_mean(x, axis, True)
    square = _core.real(away * _core.conj(away)) if x.dtype.is_complex else away * away
    count = _count(x, axis)
    found = _core.reduce_sum(square, axis, bool(keepdims))
    return found / _core.cast(count - ddof, found.dtype)


def std(a: TensorLike, axis: AxisLike = None, keepdims: bool | None = None) -> _core.Tensor:
    """The root of the variance; its gradient is NaN where all elements are equal.

    >>> float(tf.experimental.numpy.std([1, 3]))
    1.0
    """
    return _core.sqrt(var(a, axis, keepdims=keepdims))


def _count(x: _core.Tensor, axis: Any) -> int:
    """How many elements go into one result."""
    lengths = x.shape.as_list()
    axes = range(len(lengths)) if axis is None else np.atleast_1d(axis)
    return int(np.prod([lengths[int(i)] for i in axes], dtype=np.int64))


def ptp(a: TensorLike, axis: AxisLike = None, keepdims: bool | None = None) -> _core.Tensor:
    """The largest element less the smallest.

    >>> int(tf.experimental.numpy.ptp([1, 5]))
    4
    """
    return max(a, axis, keepdims=keepdims) - min(a, axis, keepdims=keepdims)


def _passing_over(name: str, function: Function, neutral: int) -> Function:
    """A reduction to which NaN counts as `neutral`."""

    def call(
        a: TensorLike, axis: IntLike | None = None, dtype: DTypeLike = None, keepdims: Any = None
    ) -> _core.Tensor:
        x = array_of(a)
        if x.dtype.is_floating or x.dtype.is_complex:
            x = _core.where(_core.is_nan(x), _core.cast(neutral, x.dtype), x)
        return function(x, axis, dtype, keepdims=keepdims)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`numpy.{name}` of a tensor, along `axis`: NaN is passed over."
    return call


nansum = _passing_over("nansum", sum, 0)
nanprod = _passing_over("nanprod", prod, 1)


def nanmean(
    a: TensorLike, axis: AxisLike = None, dtype: DTypeLike = None, keepdims: bool | None = None
) -> _core.Tensor:
    """The mean of what is not NaN; NaN where there is nothing else.

    >>> float(tf.experimental.numpy.nanmean([1.0, np.nan]))
    1.0
    """
    x = _averaged_in(array_of(a), dtype)
    there = _core.cast(x == x, x.dtype)  # NaN differs from itself
    counts = _core.reduce_sum(there, axis, bool(keepdims))
    return nansum(x, axis, keepdims=keepdims) / counts


def average(
    a: TensorLike, axis: AxisLike = None, weights: TensorLike | None = None, returned: bool = False
) -> Any:
    """The mean with weights, which have the shape of `a`, or one for each place along `axis`.

    With `returned` the sum of the weights is returned too. Errors: `ValueError` for weights of
    another shape.

    >>> float(tf.experimental.numpy.average([1, 2, 3], weights=[3, 1, 0]))
    1.25
    """
    if weights is None:
        (x,) = floats_of(a)
        found = _core.reduce_mean(x, axis)
        total = _core.cast(_count(x, axis), x.dtype) + _core.zeros_like(found)
    else:
        x, factors = floats_of(a, weights)
        factors = _along(factors, x, axis)
        total = _core.reduce_sum(factors + _core.zeros_like(x), axis)
        found = _core.reduce_sum(x * factors, axis) / total
    return (found, total) if returned else found


def _along(weights: _core.Tensor, x: _core.Tensor, axis: AxisLike) -> _core.Tensor:
    if weights.shape == x.shape:
        return weights
    rank = x.shape.rank
    place = None if axis is None else axis_of(axis, rank)
    if place is None or weights.shape.rank != 1 or weights.shape[0] != x.shape[place]:
        raise ValueError(f"weights of shape {weights.shape} do not fit {x.shape} and axis {axis}")
    shape = [1] * rank
    shape[place] = -1
    return _core.reshape(weights, shape)


def _flat(a: TensorLike, axis: Any) -> tuple[_core.Tensor, int]:
    """The array and the axis; all its elements and their only axis if that is None."""
    x = array_of(a)
    return (ravel(x), 0) if axis is None else (x, axis)


def _place_of(name: str, function: Function) -> Function:
    """NumPy's `argmax` or `argmin`."""

    def call(a: Array, axis: int | None = None) -> _core.Tensor:
        x, along = _flat(a, axis)
        x = _core.cast(x, _core.int8) if x.dtype is _core.bool else x
        return function(x, along)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`numpy.{name}` of a tensor: the first of equal ones; there is no gradient."
    return call


argmax = _place_of("argmax", _core.argmax)
argmin = _place_of("argmin", _core.argmin)


def _check_kind(kind: str, order: Any) -> None:
    if kind not in ("quicksort", "stable"):
        raise ValueError(
            "Invalid value for argument `kind`. Only kind=\"quicksort\" and kind=\"stable\" are "
            f"supported. Received: kind={kind}"
        )  # fmt: skip
    if order is not None:
        raise ValueError("The 'order' argument is not supported")


def sort(
    a: TensorLike, axis: AxisLike = -1, kind: str = "quicksort", order: Any = None
) -> _core.Tensor:
    """`a` in rising order along `axis`. Errors: `ValueError` for another `kind`, or an `order`.

    >>> tf.experimental.numpy.sort([3, 1, 2]).numpy().tolist()
    [1, 2, 3]
    """
    _check_kind(kind, order)
    return _core.sort(*_flat(a, axis))


def argsort(
    a: TensorLike, axis: AxisLike = -1, kind: str = "quicksort", order: Any = None
) -> _core.Tensor:
    """The indices that bring `a` into rising order; equal ones stay as they are.

    >>> tf.experimental.numpy.argsort([3, 1, 2]).numpy().tolist()
    [1, 2, 0]
    """
    _check_kind(kind, order)
    return _core.cast(_core.argsort(*_flat(a, axis)), _core.int64)


def count_nonzero(a: TensorLike, axis: AxisLike = None) -> _core.Tensor:
    """How many elements are not 0.

    >>> int(tf.experimental.numpy.count_nonzero([[1, 0], [3, 4]]))
    3
    """
    return _core.count_nonzero(array_of(a), axis)


def _running(name: str, function: Function) -> Function:
    """NumPy's `cumsum` or `cumprod`."""

    def call(a: Array, axis: int | None = None, dtype: DTypeLike = None) -> _core.Tensor:
        x, along = _flat(a, axis)
        return function(_added_in(x, dtype), along)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`numpy.{name}` of a tensor, along `axis`, or of all its elements."
    return call


cumsum = _running("cumsum", _core.cumsum)
cumprod = _running("cumprod", _core.cumprod)
amax, amin = max, min


def diff(a: TensorLike, n: int = 1, axis: int = -1) -> _core.Tensor:
    """The differences of neighbours along `axis`, taken `n` times.

    >>> tf.experimental.numpy.diff([1, 4, 9]).numpy().tolist()
    [3, 5]
    """
    x = array_of(a)
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n!r}")
    along = axis_of(axis, x.shape.rank)
    for _ in range(n if n < x.shape[along] else x.shape[along]):
        later, earlier = _shifted(x, along)
        x = later != earlier if x.dtype is _core.bool else later - earlier
    return x


def _shifted(x: _core.Tensor, axis: int) -> tuple[_core.Tensor, _core.Tensor]:
    before = [slice(None)] * axis
    later, earlier = (*before, slice(1, None)), (*before, slice(None, -1))
    return x[later], x[earlier]
