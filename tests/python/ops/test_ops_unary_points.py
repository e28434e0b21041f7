"""Functions of one argument at their kinks, poles and limits: value and gradient (float32)."""

import math

import numpy as np
import pytest
from checks import assert_close, derivatives, gradients, value_and_gradients
from library import ours, tf

inf, nan = math.inf, math.nan

POINTS = {
    "abs": (tf.abs, [-2, -0.0, 0, 2], [2, 0, 0, 2], [-1, 0, 0, 1]),
    "sign": (tf.sign, [-1, -0.0, 0, 1, nan], [-1, 0, 0, 1, nan], [0, 0, 0, 0, 0]),
    "negative": (tf.negative, [1, -1], [-1, 1], [-1, -1]),
    "identity": (tf.identity, [1, nan], [1, nan], [1, 1]),
    "square": (tf.square, [-2, 0, inf], [4, 0, inf], [-4, 0, inf]),
    "sqrt": (tf.sqrt, [-1, 0, 4], [nan, 0, 2], [nan, inf, 0.25]),
    "rsqrt": (tf.math.rsqrt, [0, 4, -1], [inf, 0.5, nan], [-inf, -0.0625, nan]),
    "exp": (tf.exp, [-200, 0, 100, -inf, inf], [0, 1, inf, 0, inf], [0, 1, inf, 0, inf]),
    "expm1": (tf.math.expm1, [-200, 0, 100, 1e-8], [-1, 0, inf, 1e-8], [0, 1, inf, 1]),
    "log": (tf.math.log, [-1, 0, 1], [nan, -inf, 0], [-1, inf, 1]),
    "log1p": (tf.math.log1p, [-2, -1, 0, 1e-8], [nan, -inf, 0, 1e-8], [-1, inf, 1, 1]),
    "reciprocal": (tf.math.reciprocal, [0, 2], [inf, 0.5], [-inf, -0.25]),
    "reciprocal_no_nan": (tf.math.reciprocal_no_nan, [0, 2], [0, 0.5], [0, -0.25]),
    "sin": (tf.sin, [0, inf], [0, nan], [1, nan]),
    "cos": (tf.cos, [0, -inf], [1, nan], [0, nan]),
    "tan": (tf.tan, [0, inf], [0, nan], [1, nan]),
    "sinh": (tf.sinh, [0, 100], [0, inf], [1, inf]),
    "cosh": (tf.cosh, [0, 100], [1, inf], [0, inf]),
    "tanh": (tf.tanh, [-100, 0, 100, inf, nan], [-1, 0, 1, 1, nan], [0, 1, 0, 0, nan]),
    "asin": (tf.asin, [-1, 0, 1, 2], [-math.pi / 2, 0, math.pi / 2, nan], [inf, 1, inf, nan]),
    "acos": (tf.acos, [-1, 0, 1, 2], [math.pi, math.pi / 2, 0, nan], [-inf, -1, -inf, nan]),
    "atan": (tf.atan, [-inf, 0, inf], [-math.pi / 2, 0, math.pi / 2], [0, 1, 0]),
    "asinh": (tf.asinh, [-1, 0, 1], [-0.88137358, 0, 0.88137358], [0.5**0.5, 1, 0.5**0.5]),
    "acosh": (tf.acosh, [1, 2, 0.5], [0, 1.3169579, nan], [inf, 3**-0.5, nan]),
    "atanh": (tf.atanh, [0, 1, -1, 2], [0, inf, -inf, nan], [1, inf, inf, -1 / 3]),
    "erf": (tf.math.erf, [-9, 0, 1, 9], [-1, 0, 0.84270084, 1], [0, 1.1283792, 0.41510752, 0]),
    "erfc": (tf.math.erfc, [-10, 0, 10], [2, 1, 0], [0, -1.1283792, 0]),
    "erfinv": (
        tf.math.erfinv,
        [-1, 0, 0.5, 1, 2],
        [-inf, 0, 0.47693631, inf, nan],
        [inf, 0.88622695, 1.1125849, inf, nan],
    ),
    "ndtri": (tf.math.ndtri, [0, 0.5, 1], [-inf, 0, inf], [inf, 2.5066283, inf]),
    "lgamma": (tf.math.lgamma, [0, -1, 0.5], [inf, inf, 0.57236493], [nan, nan, -1.9635100]),
    "digamma": (tf.math.digamma, [0, -1, 1], [nan, nan, -0.57721567], [inf, inf, 1.6449341]),
    "relu": (tf.nn.relu, [-1, -0.0, 0, 1, nan], [0, 0, 0, 1, nan], [0, 0, 0, 1, 0]),
    "relu6": (tf.nn.relu6, [-1, 0, 3, 6, 7], [0, 0, 3, 6, 6], [0, 0, 1, 0, 0]),
    "leaky_relu": (tf.nn.leaky_relu, [-1, 0, 1], [-0.2, 0, 1], [0.2, 0.2, 1]),
    "leaky_relu of a half": (
        lambda x: tf.nn.leaky_relu(x, alpha=0.5),
        [-1, 0, 1],
        [-0.5, 0, 1],
        [0.5, 0.5, 1],
    ),
    "elu": (tf.nn.elu, [-1, 0, 1, nan], [-0.63212055, 0, 1, nan], [0.36787945, 1, 1, 1]),
    "selu": (
        tf.nn.selu,
        [-1, 0, 1],
        [-1.1113307, 0, 1.050701],
        [0.64676857, 1.050701, 1.050701],
    ),
    "gelu": (
        tf.nn.gelu,
        [-1, 0, 1],
        [-0.15865526, 0, 0.8413447],
        [-0.08331549, 0.5, 1.0833155],
    ),
    "approximate gelu": (
        lambda x: tf.nn.gelu(x, approximate=True),
        [-1, 0, 1],
        [-0.15880799, 0, 0.841192],
        [-0.08296409, 0.5, 1.0829641],
    ),
    "silu": (
        tf.nn.silu,
        [-1, 0, 1],
        [-0.26894143, 0, 0.73105860],
        [0.07232948, 0.5, 0.92767054],
    ),
    "silu of two": (
        lambda x: tf.nn.silu(x, 2.0),
        [-1, 0, 1],
        [-0.11920292, 0, 0.88079710],
        [-0.09078425, 0.5, 1.0907842],
    ),
    "softplus": (
        tf.nn.softplus,
        [-200, -20, 0, 20, 200, inf, -inf],
        [0, 2.0611537e-09, 0.6931472, 20, 200, inf, 0],
        [0, 2.0611541e-09, 0.5, 1, 1, 1, 0],
    ),
    "softsign": (tf.nn.softsign, [-1, 0, 1], [-0.5, 0, 0.5], [0.25, 1, 0.25]),
    "sigmoid": (
        tf.sigmoid,
        [-200, -20, 0, 20, 200, inf, -inf, nan],
        [0, 2.0611541e-09, 0.5, 1, 1, 1, 0, nan],
        [0, 2.0611541e-09, 0.25, 0, 0, 0, 0, nan],
    ),
    "log_sigmoid": (
        tf.math.log_sigmoid,
        [-200, 0, 200, -inf, inf],
        [-200, -0.6931472, 0, -inf, 0],
        [1, 0.5, 0, 1, 0],
    ),
    "x log x": (lambda x: tf.math.xlogy(x, x), [0, 1], [0, 0], [0, 1]),
}


@pytest.mark.parametrize("name", POINTS)
def test_value_and_gradient(name):
    f, x, value, gradient = POINTS[name]
    y, (g,) = value_and_gradients(f, x, dtype=tf.float32)
    assert_close(y, value, atol=1e-9)
    assert_close(g, gradient, atol=1e-8)


ONLY_WIDE = ("erfinv", "ndtri", "lgamma", "digamma")
PRECISIONS = [(name, "float64") for name in POINTS] + [
    (name, dtype) for name in POINTS for dtype in ("float16", "bfloat16") if name not in ONLY_WIDE
]


@pytest.mark.parametrize(("name", "dtype"), PRECISIONS)
def test_the_same_in_other_precisions(name, dtype):
    f, x, value, gradient = POINTS[name]
    y, (g,) = value_and_gradients(f, x, dtype=dtype)
    assert (y.dtype, g.dtype) == (dtype, dtype)
    tolerance = {"float64": 1e-6, "float16": 4e-3, "bfloat16": 3e-2}[dtype]
    usual = [k for k, e in enumerate(x) if abs(e) <= 10 or not math.isfinite(e)]
    y, g = tf.gather(y, usual), tf.gather(g, usual)
    assert_close(y, np.array(value)[usual], rtol=tolerance, atol=tolerance)
    assert_close(g, np.array(gradient)[usual], rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize(
    ("f", "x", "value"),
    [
        (tf.floor, [1.5, -1.5, -0.0], [1, -2, 0]),
        (tf.math.ceil, [1.5, -1.5, 0], [2, -1, 0]),
        (tf.round, [0.5, 1.5, 2.5, -0.5, -1.5], [0, 2, 2, 0, -2]),
        (tf.math.rint, [0.5, 1.5, 2.5, -0.5, -1.5], [0, 2, 2, 0, -2]),
        (tf.zeros_like, [1, nan], [0, 0]),
        (tf.ones_like, [1, nan], [1, 1]),
    ],
)
def test_functions_that_are_constant_have_no_gradient(f, x, value):
    y, (g,) = value_and_gradients(f, x, dtype=tf.float32)
    assert_close(y, value)
    assert g is None


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (tf.math.is_nan, [True, False, False]),
        (tf.math.is_inf, [False, False, True]),
        (tf.math.is_finite, [False, True, False]),
    ],
)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_what_is_a_number(f, value, dtype):
    assert_close(f(tf.constant([nan, 1, -inf], dtype)), value)


@pytest.mark.parametrize(
    "dtype", ["float32", pytest.param("float64", marks=ours("TensorFlow answers nan in float64"))]
)
def test_erf_at_infinity(dtype):
    y, (g,) = value_and_gradients(tf.math.erf, [-inf, inf], dtype=dtype)
    assert_close(y, [-1, 1])
    assert_close(g, [0, 0])


def test_the_second_derivative_of_abs_is_zero():
    assert_close(derivatives(tf.abs, [-2.0, 0.0, 2.0], 2)[2], [0.0, 0.0, 0.0])


def test_crelu():
    y, (g,) = value_and_gradients(tf.nn.crelu, [-1.0, 0.0, 1.0])
    assert_close(y, [0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    assert_close(g, [-1.0, 0.0, 1.0])


@pytest.mark.parametrize(
    ("f", "x", "value", "gradient"),
    [
        (tf.norm, [0, 0], 0, [nan, nan]),
        (lambda x: tf.sqrt(tf.reduce_sum(x * x)), [0, 0], 0, [nan, nan]),
        (tf.math.reduce_euclidean_norm, [0, 0], 0, [nan, nan]),
        (lambda x: tf.norm(x, ord=1), [0, -2], 2, [0, -1]),
        (lambda x: tf.norm(x, ord=np.inf), [2, -2], 2, [0.5, -0.5]),
        (lambda x: tf.norm(x, ord=3), [0, 2], 2, [0, 1]),
        (tf.math.reduce_std, [1, 1], 0, [nan, nan]),
        (tf.math.reduce_variance, [1, 1], 0, [0, 0]),
        (tf.nn.l2_normalize, [0, 0], [0, 0], [1e6, 1e6]),
        (tf.reduce_logsumexp, [-inf, -inf], -inf, [nan, nan]),
        (tf.reduce_logsumexp, [inf, 1], inf, [nan, 0]),
        (tf.reduce_logsumexp, [1000, 1000], 1000.6931, [0.5, 0.5]),
        (tf.nn.softmax, [-inf, -inf], [nan, nan], [nan, nan]),
        (tf.nn.softmax, [1000, 0], [1, 0], [0, 0]),
        (tf.nn.log_softmax, [1000, 0], [0, -1000], [-1, 1]),
        (lambda x: tf.clip_by_norm(x, 1.0), [0, 0], [0, 0], [1, 1]),
    ],
)
def test_norms_and_sums_at_their_edges(f, x, value, gradient):
    y, (g,) = value_and_gradients(f, x, dtype=tf.float32)
    assert_close(y, value)
    assert_close(g, gradient)


# --- a cotangent of zero at a singular point ------------------------------------------------------

GUARDED = {
    "sqrt": (tf.sqrt, 0.0),
    "rsqrt": (tf.math.rsqrt, 0.0),
    "reciprocal": (tf.math.reciprocal, 0.0),
    "tanh": (tf.tanh, inf),
    "xlogy": (lambda x: tf.math.xlogy(x, x), 0.0),
    "relu": (tf.nn.relu, nan),
}
POISONED = {
    "log": (tf.math.log, 0.0),
    "log1p": (tf.math.log1p, -1.0),
    "1 / x": (lambda x: 1 / x, 0.0),
    "x / x": (lambda x: x / x, 0.0),
    "x ** 0.5": (lambda x: x**0.5, 0.0),
    "x ** -1": (lambda x: x**-1, 0.0),
    "x ** 2": (lambda x: x**2, inf),
    "asin": (tf.asin, 1.0),
    "acos": (tf.acos, 1.0),
    "acosh": (tf.acosh, 1.0),
    "atanh": (tf.atanh, 1.0),
    "exp": (tf.exp, inf),
    "square": (tf.square, inf),
    "x * inf": (lambda x: x * inf, 1.0),
    "lgamma": (tf.math.lgamma, 0.0),
    "atan2": (lambda x: tf.atan2(x, x), 0.0),
}


def with_cotangent_zero(f, x):
    return gradients(f, [x], dy=tf.zeros([1]))[0]


@pytest.mark.parametrize("name", GUARDED)
def test_a_zero_cotangent_stays_zero(name):
    assert_close(with_cotangent_zero(*GUARDED[name]), [0.0])


@pytest.mark.parametrize("name", POISONED)
def test_a_zero_cotangent_becomes_nan(name):
    assert_close(with_cotangent_zero(*POISONED[name]), [nan])


def test_norm_and_log_softmax_are_guarded_too():
    assert_close(gradients(tf.norm, [0.0, 0.0], dy=tf.constant(0.0))[0], [0.0, 0.0])
    assert_close(gradients(tf.nn.log_softmax, [-inf, 0.0], dy=tf.zeros([2]))[0], [0.0, 0.0])


# --- higher derivatives ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "x", "expected"),
    [
        (lambda x: x**3, 0.0, [0, 0, 0, 6]),
        (lambda x: x**3, -2.0, [-8, 12, -12, 6]),
        (lambda x: x**2, 2.0, [4, 4, 2]),
        (lambda x: x * x, 0.0, [0, 0, 2, None]),
        (tf.square, 0.0, [0, 0, 2, None]),
        (lambda x: x * x, 2.0, [4, 4, 2, None, None]),
        (tf.nn.relu, 1.0, [1, 1, 0]),
        (tf.nn.elu, -1.0, [-0.63212055, 0.36787945, 0.36787945, 0.36787945]),
        (tf.nn.gelu, 1.0, [0.8413447, 1.0833155, 0.24197075, -0.72591215]),
        (tf.nn.silu, 1.0, [0.7310586, 0.92767054, 0.30236611, -0.30789882]),
        (tf.nn.softplus, 1.0, [1.3132616, 0.73105858, 0.19661193, -0.09085775]),
        (tf.math.lgamma, 2.0, [0, 0.42278433, 0.64493407]),
        (tf.math.rsqrt, 1.0, [1, -0.5, 0.75, -1.875]),
        (tf.math.erf, 1.0, [0.84270084, 0.41510752, -0.83021504]),
        (tf.atan, 1.0, [math.pi / 4, 0.5, -0.5, 0.5]),
        (tf.asin, 0.5, [math.pi / 6, 1.1547005, 0.76980036]),
        (tf.math.reciprocal, 2.0, [0.5, -0.25, 0.25]),
    ],
)
def test_derivatives(f, x, expected):
    found = derivatives(f, tf.constant(x), len(expected) - 1)
    for d, e in zip(found, expected, strict=True):
        assert_close(d, e, rtol=1e-4, atol=1e-5)


@ours(
    "integer exponents are differentiated exactly; TensorFlow has nan where it multiplies 0 by inf"
)
@pytest.mark.parametrize(
    ("f", "x", "expected"),
    [
        (lambda x: x**1, 0.0, [0, 1, 0]),
        (lambda x: x**2, 0.0, [0, 0, 2, 0]),
        (lambda x: tf.nn.relu(x) ** 2, 0.0, [0, 0, 0, 0]),
        (lambda x: x**0, 0.0, [1, 0]),
        (lambda x: x**0, -2.0, [1, 0]),
        (lambda x: tf.pow(x, 2.0), 0.0, [0, 0, 2]),
    ],
)
def test_integer_powers_at_zero(f, x, expected):
    found = derivatives(f, tf.constant(x), len(expected) - 1)
    for d, e in zip(found, expected, strict=True):
        assert_close(tf.constant(0.0) if d is None else d, e)


@ours("every operation is twice differentiable; TensorFlow has no gradient of SoftsignGrad")
def test_softsign_twice():
    assert_close(derivatives(tf.nn.softsign, [-1.0, 1.0], 2)[2], [0.25, -0.25])
