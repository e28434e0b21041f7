"""Functions along axes, `axis=None` for all of them: sums, means, extremes, places, running sums.

Integers of less than 32 bits are added up in 32; means of integers are floats. Equal extremes share
the gradient; places have none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._numpy import reducing as numpy
from ...errors import InvalidArgumentError
from ..promotion import alike, dtype_of, floats, no_truth, summed, tensor
from .calling import named, operation

if TYPE_CHECKING:
    from ..._typing import AxisLike, DTypeLike, TensorLike

Function = Callable[..., Any]


def _reduction(name: str, function: Function, says: str) -> Function:
    def call(x: TensorLike, axis: AxisLike = None, keepdims: bool = False) -> _core.Tensor:
        return function(x, axis, keepdims)

    return named(call, name, says)


def _total(x: TensorLike, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    return _core.reduce_sum(summed(x), axis, keepdims)


def in_floats(x: TensorLike) -> tuple[_core.Tensor, _core.DType]:
    """`x` with floats of 32 bits at least, and the dtype that a mean of it has."""
    found = tensor(x)
    (wide,) = alike(found, least="float32")
    exact = found.dtype.is_floating or found.dtype.is_complex
    return wide, found.dtype if exact else wide.dtype


def _mean(x: TensorLike, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    wide, dtype = in_floats(x)
    return tensor(_core.reduce_mean(wide, axis, keepdims), dtype)


def _variance(x: TensorLike, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    wide, _ = in_floats(x)
    return tensor(_core.reduce_variance(wide, axis, keepdims), dtype_of(tensor(x), float))


def _deviation(x: TensorLike, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    (found,) = floats(x)
    return _core.reduce_std(found, axis, keepdims)


def _quantified(function: Function) -> Function:
    def call(x: TensorLike, axis: AxisLike, keepdims: bool) -> _core.Tensor:
        return function(_core.cast(tensor(x), _core.bool), axis, keepdims)

    return call


def _largest(x: TensorLike, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    return numpy.max(tensor(x), axis, keepdims=keepdims)


def _smallest(x: TensorLike, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    return numpy.min(tensor(x), axis, keepdims=keepdims)


def _spread(x: TensorLike, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    found = tensor(x)
    return _largest(found, axis, keepdims) - _smallest(found, axis, keepdims)


def _log_of_sum(x: TensorLike, axis: AxisLike, keepdims: bool) -> _core.Tensor:
    (found,) = floats(x)
    return _core.reduce_logsumexp(found, axis, keepdims)


sum = _reduction("sum", _total, "The sum.")
mean = _reduction("mean", _mean, "The mean.")
var = _reduction("var", _variance, "The mean of squared distances from the mean.")
std = _reduction("std", _deviation, "The root of the variance.")
all = _reduction("all", _quantified(_core.reduce_all), "Whether none is 0.")
any = _reduction("any", _quantified(_core.reduce_any), "Whether one is not 0.")
amax = _reduction("amax", _largest, "The largest.")
amin = _reduction("amin", _smallest, "The smallest.")
ptp = _reduction("ptp", _spread, "The largest less the smallest.")
logsumexp = _reduction("logsumexp", _log_of_sum, "`log(sum(exp(x)))`, without overflow.")


def _extreme(name: str, reduce: Function, choose: Function, says: str) -> Function:
    def call(
        x: TensorLike, axis: AxisLike = None, keepdims: bool = False, initial: Any = None
    ) -> _core.Tensor:
        found = tensor(x)
        if initial is not None:
            given = tensor(initial, found.dtype)
            return choose(reduce(found, axis, keepdims), given)
        if found.shape.num_elements() == 0:
            text = f"Cannot compute the {name} of an empty tensor."
            raise InvalidArgumentError(None, None, text)
        return reduce(found, axis, keepdims)

    return named(call, name, says)


def _either(function: Function, truth: Function) -> Function:
    def call(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
        return (truth if x.dtype is _core.bool else function)(x, y)

    return call


max = _extreme(
    "max",
    _largest,
    _either(_core.maximum, _core.logical_or),
    "The largest, `initial` among them. `InvalidArgumentError` if there is none.",
)
min = _extreme(
    "min",
    _smallest,
    _either(_core.minimum, _core.logical_and),
    "The smallest, `initial` among them. `InvalidArgumentError` if there is none.",
)


@operation
def prod(
    x: TensorLike, axis: AxisLike = None, keepdims: bool = False, dtype: DTypeLike = None
) -> _core.Tensor:
    """The product, computed in `dtype` if one is given.

    >>> int(tf.keras.ops.prod([2, 3, 4]))
    24
    """
    found = summed(x) if dtype is None else tensor(x, dtype)
    return _core.reduce_prod(found, axis, keepdims)


@operation
def average(
    x: TensorLike, axis: AxisLike = None, weights: TensorLike | None = None
) -> _core.Tensor:
    """The mean with weights, which have the shape of `x`, or one for each place along `axis`.

    >>> float(tf.keras.ops.average([1.0, 2.0, 3.0], weights=[3, 1, 0]))
    1.25
    """
    if weights is None:
        (found,) = alike(tensor(x), least=float)
        return _core.reduce_mean(found, axis)
    found, given = alike(tensor(x), tensor(weights), least=float)
    return numpy.average(found, axis, given)


@operation
def count_nonzero(x: TensorLike, axis: AxisLike = None) -> _core.Tensor:
    """How many elements are not 0.

    >>> int(tf.keras.ops.count_nonzero([[1, 0], [3, 4]]))
    3
    """
    return _core.cast(_core.count_nonzero(tensor(x), axis), _core.int32)


# --- places ---------------------------------------------------------------------------------------


def _place_of(name: str, function: Function, says: str) -> Function:
    def call(x: TensorLike, axis: int | None = None, keepdims: bool = False) -> _core.Tensor:
        return place(function, no_truth(tensor(x)), axis, keepdims)

    return named(call, name, says)


def place(function: Function, x: _core.Tensor, axis: Any, keepdims: bool) -> _core.Tensor:
    """`argmax` or `argmin` of `x`, or of all its elements, as `int32`."""
    flat = _core.reshape(x, [-1]) if axis is None or x.shape.rank == 0 else x
    found = _core.cast(function(flat, 0 if flat is not x else axis), _core.int32)
    if not keepdims:
        return found
    if flat is not x:
        return _core.reshape(found, [1] * x.shape.rank)
    return _core.expand_dims(found, axis)


argmax = _place_of("argmax", _core.argmax, "The place of the largest, the first of equal ones.")
argmin = _place_of("argmin", _core.argmin, "The place of the smallest, the first of equal ones.")


# --- running sums ---------------------------------------------------------------------------------


def running(name: str, function: Function, prepare: Function, says: str) -> Function:
    """`cumsum` or `cumprod`, of what `prepare` makes of the tensor."""

    def call(x: TensorLike, axis: int | None = None, dtype: DTypeLike = None) -> _core.Tensor:
        found = prepare(no_truth(tensor(x, dtype)))
        if axis is None:
            found, axis = _core.reshape(found, [-1]), 0
        return function(found, axis)

    return named(call, name, says)


cumsum = running("cumsum", _core.cumsum, tensor, "The sums up to each element.")
cumprod = running("cumprod", _core.cumprod, tensor, "The products up to each element.")


@operation
def diff(a: TensorLike, n: int = 1, axis: int = -1) -> _core.Tensor:
    """The differences of neighbours along `axis`, taken `n` times.

    >>> tf.keras.ops.diff([1, 4, 9]).numpy().tolist()
    [3, 5]
    """
    return numpy.diff(tensor(a), n, axis)
