"""Functions of each element of one tensor: a line for each, over an operation of the core.

`_floating` makes those whose results are floats (integers become `floatx()`), `_numeric` those that
keep the dtype. Gradients are those of the operation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._numpy import elementwise as numpy
from ..promotion import floats, no_truth, tensor, wide
from .calling import named, operation

if TYPE_CHECKING:
    from ..._typing import TensorLike

Function = Callable[..., Any]


def _floating(name: str, function: Function, says: str, prepare: Function = floats) -> Function:
    """A function whose result is of floats."""

    def call(x: TensorLike) -> _core.Tensor:
        return function(*prepare(x))

    return named(call, name, says)


def _numeric(name: str, function: Function, says: str) -> Function:
    """A function whose result has the dtype of its argument."""

    def call(x: TensorLike) -> _core.Tensor:
        return function(tensor(x))

    return named(call, name, says)


# --- results of floats ----------------------------------------------------------------------------

arccos = _floating("arccos", _core.acos, "The angles whose cosine is `x`, from 0 to pi.")
arccosh = _floating("arccosh", _core.acosh, "The inverse hyperbolic cosine; NaN below 1.")
arcsin = _floating("arcsin", _core.asin, "The angles whose sine is `x`, from -pi/2 to pi/2.")
arcsinh = _floating("arcsinh", _core.asinh, "The inverse hyperbolic sine.")
arctan = _floating("arctan", _core.atan, "The angles whose tangent is `x`, from -pi/2 to pi/2.")
arctanh = _floating("arctanh", _core.atanh, "The inverse hyperbolic tangent.")
cbrt = _floating("cbrt", numpy.cbrt, "The cube root, with the sign of `x`.", wide)
ceil = _floating("ceil", _core.ceil, "The next whole number above, as floats.")
cos = _floating("cos", _core.cos, "The cosine of angles in radians.")
cosh = _floating("cosh", _core.cosh, "The hyperbolic cosine.")
deg2rad = _floating("deg2rad", numpy.deg2rad, "Degrees as radians.", wide)
erf = _floating("erf", _core.erf, "The error function.")
erfc = _floating("erfc", _core.erfc, "One less the error function.")
erfinv = _floating("erfinv", _core.erfinv, "Where the error function is `x`.")
exp = _floating("exp", _core.exp, "`e` to the power of `x`.")
exp2 = _floating("exp2", numpy.exp2, "2 to the power of `x`.")
expm1 = _floating("expm1", _core.expm1, "`exp(x) - 1`, exact near 0.")
fabs = _floating("fabs", _core.abs, "The absolute value, as floats.")
floor = _floating("floor", _core.floor, "The next whole number below, as floats.")
log = _floating("log", _core.log, "The natural logarithm.")
log10 = _floating("log10", numpy.log10, "The logarithm to base 10.")
log1p = _floating("log1p", _core.log1p, "`log(1 + x)`, exact near 0.")
log2 = _floating("log2", numpy.log2, "The logarithm to base 2.")
rad2deg = _floating("rad2deg", numpy.rad2deg, "Radians as degrees.", wide)
rsqrt = _floating("rsqrt", _core.rsqrt, "One over the square root.")
sin = _floating("sin", _core.sin, "The sine of angles in radians.")
sinc = _floating("sinc", numpy.sinc, "`sin(pi x) / (pi x)`, and 1 where `x` is 0.")
sinh = _floating("sinh", _core.sinh, "The hyperbolic sine.")
sqrt = _floating("sqrt", _core.sqrt, "The square root; NaN for negative numbers.")
tan = _floating("tan", _core.tan, "The tangent of angles in radians.")
tanh = _floating("tanh", _core.tanh, "The hyperbolic tangent.")
angle = _floating("angle", _core.angle, "The angle of complex numbers; 0 or pi for real ones.")
i0 = _floating("i0", _core.bessel_i0, "The modified Bessel function of order 0.", wide)


# --- results of the same dtype --------------------------------------------------------------------


def _magnitude(x: _core.Tensor) -> _core.Tensor:
    return x if x.dtype is _core.bool or x.dtype.is_unsigned else _core.abs(x)


def _sign(x: _core.Tensor) -> _core.Tensor:
    if x.dtype.is_unsigned:
        return _core.cast(x > 0, x.dtype)
    return _core.sign(x)


def _toward_zero(x: _core.Tensor) -> _core.Tensor:
    if not x.dtype.is_floating:
        return x
    return _core.where(x < 0, _core.ceil(x), _core.floor(x))


def _reciprocal(x: _core.Tensor) -> _core.Tensor:
    return _core.reciprocal(floats(x)[0])


absolute = _numeric("absolute", _magnitude, "The absolute value; of complex numbers too.")
abs = absolute
conjugate = _numeric("conjugate", _core.conj, "The complex conjugate; real numbers as they are.")
conj = conjugate
imag = _numeric("imag", _core.imag, "The imaginary part; 0 for real numbers.")
negative = _numeric("negative", _core.negative, "`-x`.")
real = _numeric("real", _core.real, "The real part.")
reciprocal = _numeric("reciprocal", _reciprocal, "`1 / x`, as floats.")
sign = _numeric("sign", _sign, "-1, 0 or 1 for negative numbers, 0 and positive ones.")
square = _numeric("square", lambda x: _core.square(no_truth(x)), "`x * x`.")
trunc = _numeric("trunc", _toward_zero, "The next whole number towards 0.")


# --- truth values ---------------------------------------------------------------------------------


def _sign_bit(x: _core.Tensor) -> _core.Tensor:
    if x.dtype is _core.bool:
        return _core.zeros_like(x)
    if not x.dtype.is_floating:
        return x < _core.zeros_like(x)
    zero = _core.zeros_like(x)
    return (x < 0) | ((x == zero) & (_core.atan2(zero, x) > 1))  # of -0 the angle is pi


def _of_floats(function: Function) -> Function:
    def call(x: _core.Tensor) -> _core.Tensor:
        if x.dtype.is_floating or x.dtype.is_complex:
            return function(x)
        return function(_core.cast(x, _core.float32))

    return call


def _infinite(x: _core.Tensor, positive: bool) -> _core.Tensor:
    return x == _core.cast(math.inf if positive else -math.inf, x.dtype)


isfinite = _numeric("isfinite", _of_floats(_core.is_finite), "Where `x` is finite and no NaN.")
isinf = _numeric("isinf", _of_floats(_core.is_inf), "Where `x` is infinite.")
isnan = _numeric("isnan", _of_floats(_core.is_nan), "Where `x` is NaN.")
isneginf = _numeric(
    "isneginf", _of_floats(lambda x: _infinite(x, False)), "Where `x` is minus infinity."
)
isposinf = _numeric(
    "isposinf", _of_floats(lambda x: _infinite(x, True)), "Where `x` is plus infinity."
)
isreal = _numeric(
    "isreal",
    lambda x: _core.imag(x) == 0 if x.dtype.is_complex else _core.ones_like(x, _core.bool),
    "Where the imaginary part is 0.",
)
signbit = _numeric("signbit", _sign_bit, "Where the sign is minus; -0 has one too.")
logical_not = _numeric(
    "logical_not", lambda x: _core.logical_not(_core.cast(x, _core.bool)), "Where `x` is 0."
)


# --- with further arguments -----------------------------------------------------------------------


@operation
def round(x: TensorLike, decimals: int = 0) -> _core.Tensor:
    """`x` rounded to so many digits behind the point, halves to the even neighbour.

    >>> tf.keras.ops.round([0.5, 1.5, 2.6]).numpy().tolist()
    [0.0, 2.0, 3.0]
    """
    found = tensor(x)
    if decimals == 0:
        return _core.round(found)
    if found.dtype.is_integer and decimals > 0:
        return found
    exact = floats(found)[0]
    factor = _core.cast(10.0**decimals, exact.dtype)
    return _core.cast(_core.round(exact * factor) / factor, found.dtype)


@operation
def clip(x: TensorLike, x_min: TensorLike, x_max: TensorLike) -> _core.Tensor:
    """`x` between `x_min` and `x_max`; the gradient is 0 outside.

    >>> tf.keras.ops.clip([1, 5, 9], 2, 6).numpy().tolist()
    [2, 5, 6]
    """
    found = no_truth(tensor(x))
    return _core.clip_by_value(found, tensor(x_min, found.dtype), tensor(x_max, found.dtype))


@operation
def nan_to_num(
    x: TensorLike, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> _core.Tensor:
    """`x` with numbers for NaN and the infinities, by default the largest and the smallest.

    >>> tf.keras.ops.nan_to_num([np.nan, 1.0, -np.inf], neginf=-9.0).numpy().tolist()
    [0.0, 1.0, -9.0]
    """
    found = tensor(x)
    if not found.dtype.is_floating:
        return found
    high = found.dtype.max if posinf is None else posinf
    low = found.dtype.min if neginf is None else neginf
    found = _core.where(_core.is_nan(found), _core.cast(nan, found.dtype), found)
    found = _core.where(_infinite(found, True), _core.cast(high, found.dtype), found)
    return _core.where(_infinite(found, False), _core.cast(low, found.dtype), found)
