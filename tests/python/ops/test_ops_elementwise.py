"""Elementwise functions against NumPy and the math module, over their domains and dtypes."""

import math

import numpy as np
import pytest
from checks import assert_close, gradients
from library import tf

PHI = (1 + 5**0.5) / 2


def vectorized(f):
    return np.vectorize(f, otypes=[np.float64])


def digamma(x):
    """By the recurrence up to 10 and the asymptotic series above."""
    shift = 0.0
    while x < 10:
        shift -= 1 / x
        x += 1
    s = 1 / (x * x)
    return shift + math.log(x) - 0.5 / x - s * (1 / 12 - s * (1 / 120 - s / 252))


# name: (function, reference, lower and upper end of the domain)
FUNCTIONS = {
    "abs": (tf.abs, np.abs, -3, 3),
    "acos": (tf.acos, np.arccos, -0.9, 0.9),
    "acosh": (tf.acosh, np.arccosh, 1.1, 5),
    "asin": (tf.asin, np.arcsin, -0.9, 0.9),
    "asinh": (tf.asinh, np.arcsinh, -5, 5),
    "atan": (tf.atan, np.arctan, -5, 5),
    "atanh": (tf.atanh, np.arctanh, -0.9, 0.9),
    "cos": (tf.cos, np.cos, -7, 7),
    "cosh": (tf.cosh, np.cosh, -4, 4),
    "erf": (tf.math.erf, vectorized(math.erf), -3, 3),
    "erfc": (tf.math.erfc, vectorized(math.erfc), -2, 3),
    "exp": (tf.exp, np.exp, -5, 5),
    "expm1": (tf.math.expm1, np.expm1, -2, 2),
    "lgamma": (tf.math.lgamma, vectorized(math.lgamma), 0.2, 6),
    "digamma": (tf.math.digamma, vectorized(digamma), 0.3, 6),
    "log": (tf.math.log, np.log, 0.1, 9),
    "log1p": (tf.math.log1p, np.log1p, -0.5, 3),
    "negative": (tf.negative, np.negative, -3, 3),
    "reciprocal": (tf.math.reciprocal, np.reciprocal, 0.5, 3),
    "rsqrt": (tf.math.rsqrt, lambda x: x**-0.5, 0.1, 5),
    "sigmoid": (tf.sigmoid, lambda x: 1 / (1 + np.exp(-x)), -8, 8),
    "log_sigmoid": (tf.math.log_sigmoid, lambda x: -np.logaddexp(0, -x), -8, 8),
    "sign": (tf.sign, np.sign, -3, 3),
    "sin": (tf.sin, np.sin, -7, 7),
    "sinh": (tf.sinh, np.sinh, -4, 4),
    "sqrt": (tf.sqrt, np.sqrt, 0.1, 9),
    "square": (tf.square, np.square, -3, 3),
    "tan": (tf.tan, np.tan, -1.2, 1.2),
    "tanh": (tf.tanh, np.tanh, -4, 4),
    "relu": (tf.nn.relu, lambda x: np.maximum(x, 0), -3, 3),
    "relu6": (tf.nn.relu6, lambda x: np.clip(x, 0, 6), -3, 9),
    "leaky_relu": (
        lambda x: tf.nn.leaky_relu(x, 0.25),
        lambda x: np.where(x > 0, x, 0.25 * x),
        *(-3, 3),
    ),
    "elu": (tf.nn.elu, lambda x: np.where(x > 0, x, np.expm1(x)), -3, 3),
    "selu": (
        tf.nn.selu,
        lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x)),
        *(-3, 3),
    ),
    "gelu": (tf.nn.gelu, lambda x: x / 2 * vectorized(math.erfc)(-x / 2**0.5), -3, 3),
    "silu": (tf.nn.silu, lambda x: x / (1 + np.exp(-x)), -5, 5),
    "softplus": (tf.nn.softplus, lambda x: np.logaddexp(0, x), -8, 8),
    "softsign": (tf.nn.softsign, lambda x: x / (1 + np.abs(x)), -5, 5),
    "x ** 3": (lambda x: x**3, lambda x: x**3, -3, 3),
    "x ** 2.5": (lambda x: x**2.5, lambda x: x**2.5, 0.1, 3),
    "x ** -2": (lambda x: x**-2, lambda x: x**-2.0, 0.5, 3),
    "1.7 ** x": (lambda x: 1.7**x, lambda x: 1.7**x, -3, 3),
}
WITHOUT_HALVES = ("lgamma", "digamma")
SINGLE_INSIDE = ("gelu",)  # TensorFlow has constants of single precision in it


def grid(low, high):
    """Points at irrational places, so that none is a kink."""
    return low + (high - low) * ((np.arange(1, 78) * PHI) % 1)


TOLERANCES = {"float64": 1e-10, "float32": 3e-6, "float16": 4e-3, "bfloat16": 4e-2}
PRECISIONS = [
    (name, dtype)
    for name in FUNCTIONS
    for dtype in TOLERANCES
    if dtype in ("float32", "float64") or name not in WITHOUT_HALVES
]


@pytest.mark.parametrize(("name", "dtype"), PRECISIONS)
def test_values(name, dtype):
    f, reference, low, high = FUNCTIONS[name]
    x = tf.cast(grid(low, high), dtype)
    y = f(x)
    assert y.dtype == dtype
    expected = reference(tf.cast(x, tf.float64).numpy())
    tolerance = max(TOLERANCES[dtype], 1e-7 if name in SINGLE_INSIDE else 0)
    assert_close(y, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_are_slopes(name):
    f, reference, low, high = FUNCTIONS[name]
    x, h = grid(low, high), 1e-6
    (g,) = gradients(f, x)
    assert_close(g, (reference(x + h) - reference(x - h)) / (2 * h), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("shape", [[], [1], [3, 5], [2, 1, 4], [0], [63], [64], [1000]])
def test_every_shape(name, shape):
    f, reference, low, high = FUNCTIONS[name]
    x = np.resize(grid(low, high), shape)
    tolerance = 1e-7 if name in SINGLE_INSIDE else 1e-10
    assert_close(f(x), reference(x) if x.size else np.zeros(shape), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", ["exp", "tanh", "relu", "square", "sigmoid"])
def test_views_are_read_in_their_order(name):
    f, reference, low, high = FUNCTIONS[name]
    x = np.resize(grid(low, high), [4, 6])
    t = tf.constant(x)
    for view, expected in [
        (tf.transpose(t), x.T),
        (t[:, ::2], x[:, ::2]),
        (t[::-1, 1:4], x[::-1, 1:4]),
        (tf.broadcast_to(t[:1], [3, 6]), np.broadcast_to(x[:1], [3, 6])),
    ]:
        assert_close(f(view), reference(expected), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("name", ["abs", "negative", "sign", "square"])
@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_integers(name, dtype):
    f, reference, _, _ = FUNCTIONS[name]
    x = np.array([-5, -1, 0, 1, 7], dtype)
    y = f(tf.constant(x))
    assert y.dtype == dtype
    assert np.array_equal(y.numpy(), reference(x))


@pytest.mark.parametrize("name", ["sin", "cos", "exp", "log", "tanh"])
def test_large_and_small_arguments(name):
    f, reference, low, _ = FUNCTIONS[name]
    x = np.array([1e-30, 1e-8, 1e-3, 10.0, 50.0, 88.0, 1000.0, 1e6, 1e20], np.float32)
    x = x if low > 0 or name == "log" else np.concatenate([-x, x])
    with np.errstate(over="ignore"):
        expected = reference(x.astype(np.float64)).astype(np.float32)
    y = f(tf.constant(x)).numpy()
    large = np.abs(x) > 1e5 if name in ("sin", "cos") else np.zeros(x.shape, bool)
    assert_close(y[~large], expected[~large], rtol=2e-6, atol=1e-7)
    assert np.all(np.abs(y[large]) <= 1)
