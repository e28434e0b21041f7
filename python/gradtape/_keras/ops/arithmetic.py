"""Functions of the elements of two tensors, which broadcast: arithmetic and its kin.

Python's numbers are weak in arithmetic (`_weak`); in other functions they are `int32` and `float32`
like any other (`_settled`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._numpy import elementwise as numpy
from ..promotion import alike, floats, no_truth, settled, tensor, wide
from .calling import named, operation
from .elementwise import isnan

if TYPE_CHECKING:
    from ..._typing import TensorLike

Function = Callable[..., Any]


def _of_two(name: str, function: Function, says: str, prepare: Function = alike) -> Function:
    def call(x1: TensorLike, x2: TensorLike) -> _core.Tensor:
        return function(*prepare(x1, x2))

    return named(call, name, says)


def _real_alike(*values: Any) -> list[_core.Tensor]:
    """As `alike`; integers become floats."""
    return alike(*values, least=float)


def _real_settled(*values: Any) -> list[_core.Tensor]:
    return settled(*values, least=float)


def _numbers(*values: Any) -> list[_core.Tensor]:
    return [no_truth(x) for x in settled(*values)]


def _quotient_down(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
    if x.dtype is _core.bool:
        return numpy.floor_divide(x, y)
    return _core.floordiv(x, y)


def _power(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
    if x.dtype.is_unsigned:
        base, exponent = (_core.cast(each, _core.int32) for each in (x, y))
        return _core.cast(_core.pow(base, exponent), x.dtype)
    return _core.pow(x, y)


def _rest(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
    """What is left of `x`, with its sign."""
    if not x.dtype.is_unsigned:
        return _core.truncatemod(x, y)
    return _core.cast(_core.truncatemod(_core.cast(x, "int64"), _core.cast(y, "int64")), x.dtype)


def _either(function: Function, truth: Function) -> Function:
    """`function` of numbers, `truth` of truth values."""

    def call(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
        return (truth if x.dtype is _core.bool else function)(x, y)

    return call


_larger = _either(_core.maximum, _core.logical_or)
_smaller = _either(_core.minimum, _core.logical_and)


def _but_nan(function: Function) -> Function:
    """The one that is no NaN, where only one is."""

    def call(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
        if not x.dtype.is_floating:
            return function(x, y)
        found = function(x, y)
        return _core.where(isnan(x), y, _core.where(isnan(y), x, found))

    return call


def _no_gap(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
    """`numpy.nextafter` at 64 bits, as Keras computes it: less than that makes no difference."""
    one, other = (_core.cast(each, _core.float64) for each in (x, y))
    return _core.cast(_core.nextafter(one, other), x.dtype)


def _step(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
    zero, one = _core.zeros_like(x), _core.ones_like(x)
    return _core.where(x < 0, zero, _core.where(x > 0, one, y))


add = _of_two(
    "add", _either(_core.add, _core.logical_or), "`x1 + x2`; of truth values, where one is true."
)
subtract = _of_two("subtract", _core.subtract, "`x1 - x2`.")
multiply = _of_two(
    "multiply",
    _either(_core.multiply, _core.logical_and),
    "`x1 * x2`; of truth values, where both are true.",
)
divide = _of_two("divide", _core.truediv, "`x1 / x2`, as floats.", _real_alike)
true_divide = divide
divide_no_nan = _of_two(
    "divide_no_nan", _core.divide_no_nan, "`x1 / x2`, and 0 where `x2` is 0.", _real_alike
)
floor_divide = _of_two("floor_divide", _quotient_down, "`x1 / x2`, rounded down.")
mod = _of_two("mod", _core.floormod, "What is left of `x1`, with the sign of `x2`.", _numbers)
fmod = _of_two("fmod", _rest, "What is left of `x1`, with its own sign.", _numbers)
power = _of_two("power", _power, "`x1` to the power of `x2`.")
maximum = _of_two("maximum", _larger, "The larger of both; NaN where one is.")
minimum = _of_two("minimum", _smaller, "The smaller of both; NaN where one is.")
fmax = _of_two("fmax", _but_nan(_larger), "The larger of both, NaN passed over.")
fmin = _of_two("fmin", _but_nan(_smaller), "The smaller of both, NaN passed over.")

arctan2 = _of_two(
    "arctan2", _core.atan2, "The angle of the point `(x2, x1)`, from -pi to pi.", _real_settled
)
heaviside = _of_two("heaviside", _step, "0 below 0, 1 above, and `x2` where `x1` is 0.", wide)
hypot = _of_two("hypot", numpy.hypot, "`sqrt(x1 ** 2 + x2 ** 2)`.", wide)
logaddexp = _of_two(
    "logaddexp", numpy.logaddexp, "`log(exp(x1) + exp(x2))`, without overflow.", _real_settled
)
logaddexp2 = _of_two(
    "logaddexp2", numpy.logaddexp2, "`log2(2 ** x1 + 2 ** x2)`, without overflow.", _real_settled
)
nextafter = _of_two(
    "nextafter", _no_gap, "The next number after `x1` towards `x2`, of 64 bits.", _real_settled
)
gcd = _of_two("gcd", numpy.gcd, "The greatest common divisors of integers.", settled)
lcm = _of_two(
    "lcm", numpy.lcm, "The least common multiples of integers; 0 where one is 0.", settled
)


@operation
def ldexp(x1: TensorLike, x2: TensorLike) -> _core.Tensor:
    """`x1 * 2 ** x2`, as floats. Errors: `TypeError` unless `x2` is of integers.

    >>> tf.keras.ops.ldexp([0.5, 3.0], [2, 1]).numpy().tolist()
    [2.0, 6.0]
    """
    exponent = tensor(x2)
    if not exponent.dtype.is_integer:
        raise TypeError(f"ldexp exponent must be an integer type. Received: {exponent.dtype.name}")
    (x, y) = floats(x1, exponent)
    return x * numpy.exp2(y)
