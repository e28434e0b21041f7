"""NumPy's functions of elements: a line for each, over an operation of the core.

`_of_one` and `_of_two` make them: arguments become tensors of the dtype that NumPy gives the
result, shapes broadcast, and gradients are those of the operation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .promotion import array_of, arrays_of, floats_of

if TYPE_CHECKING:
    from .._typing import TensorLike

Function = Callable[..., Any]


def _of_one(name: str, function: Function, prepare: Function = arrays_of) -> Function:
    """NumPy's function `name` of one array."""

    def call(x: TensorLike) -> _core.Tensor:
        return function(*prepare(x))

    return _introduced(call, name)


def _of_two(name: str, function: Function, prepare: Function = arrays_of) -> Function:
    """NumPy's function `name` of two arrays, which broadcast."""

    def call(x1: TensorLike, x2: TensorLike) -> _core.Tensor:
        return function(*prepare(x1, x2))

    return _introduced(call, name)


def _introduced(call: Function, name: str) -> Function:
    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`numpy.{name}` of tensors, element by element."
    return call


def _truths(*values: Any) -> list[_core.Tensor]:
    return [_core.cast(array_of(value), _core.bool) for value in values]


def _whole(*values: Any) -> list[_core.Tensor]:
    """Tensors of one dtype of integers, which truth values become too."""
    return [_core.cast(x, _core.int8) if x.dtype is _core.bool else x for x in arrays_of(*values)]


def _either(bits: Function, truth: Function) -> Function:
    def call(*tensors: _core.Tensor) -> _core.Tensor:
        return (truth if tensors[0].dtype is _core.bool else bits)(*tensors)

    return call


# --- one array ------------------------------------------------------------------------------------

absolute = _of_one("absolute", _core.abs)
arccos = _of_one("arccos", _core.acos, floats_of)
arccosh = _of_one("arccosh", _core.acosh, floats_of)
arcsin = _of_one("arcsin", _core.asin, floats_of)
arcsinh = _of_one("arcsinh", _core.asinh, floats_of)
arctan = _of_one("arctan", _core.atan, floats_of)
arctanh = _of_one("arctanh", _core.atanh, floats_of)
bitwise_not = _of_one("bitwise_not", _either(_core.invert, _core.logical_not))
ceil = _of_one("ceil", _core.ceil, floats_of)
conjugate = _of_one("conjugate", _core.conj)
cos = _of_one("cos", _core.cos, floats_of)
cosh = _of_one("cosh", _core.cosh, floats_of)
deg2rad = _of_one("deg2rad", lambda x: x * (math.pi / 180), floats_of)
exp = _of_one("exp", _core.exp, floats_of)
exp2 = _of_one("exp2", lambda x: _core.pow(_core.cast(2, x.dtype), x), floats_of)
expm1 = _of_one("expm1", _core.expm1, floats_of)
fix = _of_one("fix", lambda x: _core.sign(x) * _core.floor(_core.abs(x)), floats_of)
floor = _of_one("floor", _core.floor, floats_of)
imag = _of_one("imag", _core.imag)
isfinite = _of_one("isfinite", _core.is_finite, floats_of)
isinf = _of_one("isinf", _core.is_inf, floats_of)
isnan = _of_one("isnan", _core.is_nan, floats_of)
isneginf = _of_one("isneginf", lambda x: x == _core.cast(-math.inf, x.dtype), floats_of)
isposinf = _of_one("isposinf", lambda x: x == _core.cast(math.inf, x.dtype), floats_of)
log = _of_one("log", _core.log, floats_of)
log10 = _of_one("log10", lambda x: _core.log(x) / math.log(10), floats_of)
log1p = _of_one("log1p", _core.log1p, floats_of)
log2 = _of_one("log2", lambda x: _core.log(x) / math.log(2), floats_of)
logical_not = _of_one("logical_not", _core.logical_not, _truths)
negative = _of_one("negative", _core.negative)
positive = _of_one("positive", _core.identity)
rad2deg = _of_one("rad2deg", lambda x: x * (180 / math.pi), floats_of)
real = _of_one("real", _core.real)
reciprocal = _of_one("reciprocal", lambda x: 1 // x if x.dtype.is_integer else 1 / x)
signbit = _of_one("signbit", lambda x: x < _core.zeros_like(x))
sin = _of_one("sin", _core.sin, floats_of)
sinh = _of_one("sinh", _core.sinh, floats_of)
sqrt = _of_one("sqrt", _core.sqrt, floats_of)
square = _of_one("square", _core.square)
tan = _of_one("tan", _core.tan, floats_of)
tanh = _of_one("tanh", _core.tanh, floats_of)


def _cube_root(x: _core.Tensor) -> _core.Tensor:
    return _core.sign(x) * _core.pow(_core.abs(x), _core.cast(1 / 3, x.dtype))


def _sine_of_pi_over(x: _core.Tensor) -> _core.Tensor:
    at = x * math.pi
    one = _core.ones_like(at)
    return _core.where(at == 0, one, _core.sin(at) / _core.where(at == 0, one, at))


cbrt = _of_one("cbrt", _cube_root, floats_of)
sinc = _of_one("sinc", _sine_of_pi_over, floats_of)

# --- two arrays -----------------------------------------------------------------------------------

add = _of_two("add", _either(_core.add, _core.logical_or))
arctan2 = _of_two("arctan2", _core.atan2, floats_of)
bitwise_and = _of_two("bitwise_and", _either(_core.bitwise_and, _core.logical_and))
bitwise_or = _of_two("bitwise_or", _either(_core.bitwise_or, _core.logical_or))
bitwise_xor = _of_two("bitwise_xor", _either(_core.bitwise_xor, _core.logical_xor))
equal = _of_two("equal", _core.equal)
float_power = _of_two("float_power", _core.pow, floats_of)
floor_divide = _of_two("floor_divide", _core.floordiv, _whole)
greater = _of_two("greater", _core.greater)
greater_equal = _of_two("greater_equal", _core.greater_equal)
heaviside = _of_two(
    "heaviside",
    lambda x, y: _core.where(x == 0, y, _core.cast(x > 0, x.dtype) + _core.zeros_like(y)),
    floats_of,
)
hypot = _of_two("hypot", lambda x, y: _core.sqrt(x * x + y * y), floats_of)
less = _of_two("less", _core.less)
less_equal = _of_two("less_equal", _core.less_equal)
logical_and = _of_two("logical_and", _core.logical_and, _truths)
logical_or = _of_two("logical_or", _core.logical_or, _truths)
logical_xor = _of_two("logical_xor", _core.logical_xor, _truths)
maximum = _of_two("maximum", _either(_core.maximum, _core.logical_or))
minimum = _of_two("minimum", _either(_core.minimum, _core.logical_and))
mod = _of_two("mod", _core.floormod, _whole)
multiply = _of_two("multiply", _either(_core.multiply, _core.logical_and))
nextafter = _of_two("nextafter", _core.nextafter, floats_of)
not_equal = _of_two("not_equal", _core.not_equal)
power = _of_two("power", _core.pow, _whole)
subtract = _of_two("subtract", _core.subtract)


def _quotient(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
    if not (x.dtype.is_floating or x.dtype.is_complex or x.dtype.size > 2):
        x, y = floats_of(x, y)
    return _core.truediv(x, y)


def _log_of_sum(base: float) -> Function:
    """`log(base^x + base^y)`, from the larger of the two."""
    unit = math.log(base)

    def call(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
        return _core.reduce_logsumexp(_core.stack([*_spread(x * unit, y * unit)]), 0) / unit

    return call


def _spread(x: _core.Tensor, y: _core.Tensor) -> tuple[_core.Tensor, _core.Tensor]:
    shape = (_core.zeros_like(x) + _core.zeros_like(y)).shape
    return _core.broadcast_to(x, shape), _core.broadcast_to(y, shape)


logaddexp = _of_two("logaddexp", _log_of_sum(math.e), floats_of)
logaddexp2 = _of_two("logaddexp2", _log_of_sum(2.0), floats_of)
true_divide = _of_two("true_divide", _quotient)


def divmod(x1: TensorLike, x2: TensorLike) -> tuple[_core.Tensor, _core.Tensor]:  # noqa: A001
    """The quotient, rounded down, and what is left of `x1`.

    >>> [int(n) for n in tf.experimental.numpy.divmod(-7, 3)]
    [-3, 2]
    """
    return floor_divide(x1, x2), mod(x1, x2)


def gcd(x1: TensorLike, x2: TensorLike) -> _core.Tensor:
    """The greatest common divisors of integers, by Euclid's algorithm; there is no gradient.

    Errors: `ValueError` for other dtypes.

    >>> int(tf.experimental.numpy.gcd(12, 18))
    6
    """
    a, b = _spread(*_integers("gcd", x1, x2))
    a, b = _core.abs(a), _core.abs(b)
    while bool(_core.reduce_any(b != 0)):
        done = b == 0
        rest = _core.floormod(a, _core.where(done, _core.ones_like(b), b))
        a, b = _core.where(done, a, b), _core.where(done, b, rest)
    return a


def lcm(x1: TensorLike, x2: TensorLike) -> _core.Tensor:
    """The least common multiples of integers; 0 where one is 0. There is no gradient.

    Errors: `ValueError` for other dtypes.

    >>> int(tf.experimental.numpy.lcm(4, 6))
    12
    """
    a, b = _integers("lcm", x1, x2)
    divisor = gcd(a, b)
    none = divisor == 0
    return _core.abs(a // _core.where(none, _core.ones_like(divisor), divisor) * b)


def _integers(name: str, *values: Any) -> list[_core.Tensor]:
    found = arrays_of(*values)
    if not found[0].dtype.is_integer:
        raise ValueError(f"Arguments to {name} must be integers.")
    return found


# --- with further arguments -----------------------------------------------------------------------


def angle(z: Any, deg: bool = False) -> _core.Tensor:
    """The angles of complex numbers, in degrees if `deg`; 0 or pi for real ones.

    >>> float(tf.experimental.numpy.angle(1j, deg=True))
    90.0
    """
    (x,) = floats_of(z)
    found = _core.angle(x)
    return rad2deg(found) if deg else found


def around(a: TensorLike, decimals: int = 0) -> _core.Tensor:
    """`a` rounded to so many digits behind the point, halves to the even neighbour.

    >>> float(tf.experimental.numpy.around(2.567, 1))
    2.6
    """
    x = array_of(a)
    if x.dtype.is_integer and decimals >= 0:
        return x
    scale = 10.0 ** (decimals if decimals > 0 else -decimals)
    (exact,) = floats_of(x)
    found = _core.round(exact * scale) / scale if decimals > 0 else _core.round(exact / scale)
    return _core.cast(found if decimals > 0 else found * scale, x.dtype)


def clip(a: TensorLike, a_min: Any, a_max: Any) -> _core.Tensor:
    """`a` between `a_min` and `a_max`, of which one may be None; the gradient is 0 outside.

    Errors: `ValueError` if both are None.

    >>> tf.experimental.numpy.clip([1, 5, 9], 2, 6).numpy().tolist()
    [2, 5, 6]
    """
    if a_min is None and a_max is None:
        raise ValueError("Not more than one of `a_min` and `a_max` may be `None`.")
    found = array_of(a)
    if a_min is not None:
        found = maximum(found, a_min)
    return found if a_max is None else minimum(found, a_max)


def sign(x: TensorLike, out: Any = None, where: Any = None, **kwargs: Any) -> _core.Tensor:
    """-1, 0 or 1; for complex numbers `x / |x|`. Errors: `ValueError` for `out` or `where`.

    >>> tf.experimental.numpy.sign([-2, 0, 3]).numpy().tolist()
    [-1, 0, 1]
    """
    if out is not None or where is not None or kwargs:
        raise ValueError("tf.numpy doesn't support setting out, where or other arguments of sign")
    return _core.sign(array_of(x))


# --- other names ----------------------------------------------------------------------------------

abs = fabs = absolute  # noqa: A001
conj = conjugate
divide = true_divide
remainder = mod
round = around  # noqa: A001
