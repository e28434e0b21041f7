"""Functions of two arguments: ties, zeros, nan, broadcasting, and the gradients at such points."""

import math

import numpy as np
import pytest
from checks import assert_close, gradients, value_and_gradients
from library import ours, tf

inf, nan = math.inf, math.nan
IAE = tf.errors.InvalidArgumentError

# name: (function, x, y, value, gradient to x, gradient to y)
POINTS = {
    "add": (tf.add, [1], [2], [3], [1], [1]),
    "subtract": (tf.subtract, [1], [2], [-1], [1], [-1]),
    "multiply": (tf.multiply, [3], [2], [6], [2], [3]),
    "maximum at ties": (tf.maximum, [1, 2, 3], [1, 3, 2], [1, 3, 3], [1, 0, 1], [0, 1, 0]),
    "minimum at ties": (tf.minimum, [1, 2, 3], [1, 3, 2], [1, 2, 2], [1, 1, 0], [0, 0, 1]),
    "maximum of nan": (tf.maximum, [nan, 1], [1, nan], [nan, nan], [0, 0], [1, 1]),
    "minimum of nan": (tf.minimum, [nan, 1], [1, nan], [nan, nan], [0, 0], [1, 1]),
    "divide": (
        tf.divide,
        [1, 0, 1],
        [2, 0, 0],
        [0.5, nan, inf],
        [0.5, inf, inf],
        [-0.25, nan, -inf],
    ),
    "divide_no_nan": (
        tf.math.divide_no_nan,
        [1, 0, 1],
        [2, 0, 0],
        [0.5, 0, 0],
        [0.5, 0, 0],
        [-0.25, 0, 0],
    ),
    "multiply_no_nan": (
        tf.math.multiply_no_nan,
        [inf, nan, 2],
        [0, 0, 3],
        [0, 0, 6],
        [0, 0, 3],
        [inf, nan, 2],
    ),
    "pow": (
        tf.pow,
        [2, 0, -2, -2],
        [3, 2, 3, 2],
        [8, 0, -8, 4],
        [12, 0, 12, -4],
        [5.5451775, 0, 0, 0],
    ),
    "pow of zero": (tf.pow, [0, 0, 0], [-1, 0.5, 1], [inf, 0, 0], [-inf, inf, 1], [nan, 0, 0]),
    "root of a negative": (tf.pow, [-2], [0.5], [nan], [nan], [nan]),
    "floormod": (tf.math.floormod, [7, -7], [2, 3], [1, 2], [1, 1], [-3, 3]),
    "mod": (tf.math.mod, [7, -7], [2, 3], [1, 2], [1, 1], [-3, 3]),
    "squared_difference": (
        tf.math.squared_difference,
        [1, 2],
        [3, 2],
        [4, 0],
        [-4, 0],
        [4, 0],
    ),
    "xlogy": (
        tf.math.xlogy,
        [0, 2, 0],
        [0, 3, 2],
        [0, 2.1972246, 0],
        [0, 1.0986123, 0],
        [0, 2 / 3, 0],
    ),
    "xlog1py": (tf.math.xlog1py, [0, 2], [-1, 3], [0, 2.7725887], [0, 1.3862944], [0, 0.5]),
    "xdivy": (tf.math.xdivy, [0, 2], [0, 4], [0, 0.5], [0, 0.25], [0, -0.125]),
    "atan2": (
        tf.atan2,
        [0, 1, 0, 1, -1],
        [0, 1, -1, 0, 0],
        [0, math.pi / 4, math.pi, math.pi / 2, -math.pi / 2],
        [nan, 0.5, -1, 0, 0],
        [nan, -0.5, 0, -1, 1],
    ),
}


@pytest.mark.parametrize("name", POINTS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_value_and_gradients(name, dtype):
    f, x, y, value, gx, gy = POINTS[name]
    z, found = value_and_gradients(f, x, y, dtype=dtype)
    assert z.dtype == dtype
    assert_close(z, value)
    assert_close(found[0], gx)
    assert_close(found[1], gy)


@ours("the derivative of x ** 0 is 0 at 0 as well; TensorFlow multiplies 0 by infinity")
def test_zero_to_the_power_of_zero():
    z, (gx, gy) = value_and_gradients(tf.pow, 0.0, 0.0)
    assert_close(z, 1.0)
    assert_close(gx, 0.0)
    assert_close(gy, 0.0)


@pytest.mark.parametrize(
    ("base", "value", "gradient"),
    [
        (0.0, [1, 0, 0], [0, 0, 0]),
        (1.0, [1, 1, 1], [0, 0, 0]),
        (2.0, [1, 4, 2**0.5], np.log(2) * np.array([1, 4, 2**0.5])),
        (-2.0, [1, 4, nan], [0, 0, nan]),
    ],
)
def test_a_number_to_the_power_of_a_tensor(base, value, gradient):
    y, (g,) = value_and_gradients(lambda x: base**x, [0.0, 2.0, 0.5])
    assert_close(y, value)
    assert_close(g, gradient)


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (tf.math.floordiv, [3, -3]),
        (tf.greater, [True, False]),
        (tf.less, [False, True]),
        (tf.equal, [False, False]),
        (tf.not_equal, [True, True]),
        (tf.greater_equal, [True, False]),
        (tf.less_equal, [False, True]),
    ],
)
def test_functions_that_are_constant_have_no_gradient(f, value):
    z, (gx, gy) = value_and_gradients(f, [7.0, -7.0], [2.0, 3.0])
    assert_close(z, value)
    assert gx is None
    assert gy is None


def test_truncation_towards_zero():
    assert_close(tf.truncatemod([7.0, -7.0], [2.0, 3.0]), [1.0, -1.0])
    assert_close(tf.truncatediv([7, -7], [2, 3]), [3, -2])
    with pytest.raises(LookupError, match="gradient registry has no entry for: TruncateMod"):
        gradients(tf.truncatemod, [7.0, -7.0], [2.0, 3.0])


def test_division_of_integers_is_real():
    for divide in (tf.divide, tf.truediv, tf.math.divide):
        assert divide(1, 2).dtype == tf.float64
        assert divide(1, 2).numpy() == 0.5
    assert tf.math.divide_no_nan(1, 0).numpy() == 0.0
    assert tf.realdiv(1.0, 2.0).numpy() == 0.5


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (tf.logical_and, [True, False, False, False]),
        (tf.logical_or, [True, True, True, False]),
        (tf.math.logical_xor, [False, True, True, False]),
    ],
)
def test_logic(f, value):
    assert_close(f([True, True, False, False], [True, False, True, False]), value)
    assert_close(tf.logical_not([True, False]), [False, True])
    with pytest.raises(TypeError, match="Cannot convert 1 to EagerTensor of dtype bool"):
        f(1, 2)


@pytest.mark.parametrize(
    ("f", "x", "y", "value"),
    [
        (tf.bitwise.bitwise_and, 6, 3, 2),
        (tf.bitwise.bitwise_or, 6, 3, 7),
        (tf.bitwise.bitwise_xor, 6, 3, 5),
        (tf.bitwise.left_shift, 1, 3, 8),
        (tf.bitwise.right_shift, -8, 1, -4),
    ],
)
@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
def test_bits(f, x, y, value, dtype):
    assert f(tf.constant(x, dtype), tf.constant(y, dtype)).numpy() == value
    assert tf.bitwise.invert(tf.constant(0, dtype)).numpy() == -1


# --- broadcasting ---------------------------------------------------------------------------------

SHAPES = [
    ([], []),
    ([], [3]),
    ([3], []),
    ([3], [3]),
    ([1], [3]),
    ([2, 3], [3]),
    ([2, 3], [2, 1]),
    ([2, 1], [1, 3]),
    ([2, 1, 3], [4, 1]),
    ([4, 1], [2, 1, 3]),
    ([1, 1, 1], []),
    ([0, 2], [2]),
    ([0, 2], []),
    ([2, 0], [1, 1]),
    ([1], [0]),
    ([5, 1, 4, 1, 3], [6, 1, 2, 1]),
]
OPERATIONS = {
    "add": (lambda x, y: x + y, lambda x, y: (1 + 0 * (x + y), 1 + 0 * (x + y))),
    "subtract": (lambda x, y: x - y, lambda x, y: (1 + 0 * (x + y), -1 + 0 * (x + y))),
    "multiply": (lambda x, y: x * y, lambda x, y: (y + 0 * x, x + 0 * y)),
    "divide": (lambda x, y: x / y, lambda x, y: (1 / y + 0 * x, -x / y**2)),
    "pow": (lambda x, y: x**y, lambda x, y: (y * x ** (y - 1), x**y * np.log(x))),
    "squared_difference": (
        tf.math.squared_difference,
        lambda x, y: (2 * (x - y), 2 * (y - x)),
    ),
    "maximum": (tf.maximum, lambda x, y: (1.0 * (x >= y), 1.0 * (x < y))),
    "where": (
        lambda x, y: tf.where(tf.constant(True), x, y),
        lambda x, y: (1 + 0 * (x + y), 0 * (x + y)),
    ),
}


def unbroadcast(g, shape):
    """The sum of `g` over the axes along which a value of `shape` was repeated."""
    g = g.sum(axis=tuple(range(g.ndim - len(shape))))
    return g.sum(axis=tuple(k for k, n in enumerate(shape) if n == 1), keepdims=True)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("x_shape", "y_shape"), SHAPES, ids=str)
def test_gradients_of_broadcast_operands_are_summed(operation, x_shape, y_shape):
    f, derivative = OPERATIONS[operation]
    rng = np.random.default_rng(1)
    x, y = rng.uniform(0.5, 2, x_shape), rng.uniform(0.5, 2, y_shape)
    dy = rng.uniform(-1, 1, np.broadcast_shapes(x.shape, y.shape))
    z, (gx, gy) = value_and_gradients(f, x, y, dy=tf.constant(dy))
    assert z.shape == dy.shape
    dx_, dy_ = derivative(x, y)
    assert_close(gx, unbroadcast(dy * dx_, x.shape))
    assert_close(gy, unbroadcast(dy * dy_, y.shape))


@pytest.mark.parametrize(
    ("x_shape", "y_shape", "shown"),
    [
        ([2, 3], [2, 2], r"\[2,3\] vs. \[2,2\]"),
        ([2], [3], r"\[2\] vs. \[3\]"),
        ([0], [3], r"\[0\] vs. \[3\]"),
        ([4, 2, 1], [3, 5, 1], r"\[4,2,1\] vs. \[3,5,1\]"),
    ],
)
@pytest.mark.parametrize(
    ("op", "f"),
    [
        ("AddV2", lambda x, y: x + y),
        ("Sub", lambda x, y: x - y),
        ("Mul", lambda x, y: x * y),
        ("RealDiv", lambda x, y: x / y),
        ("FloorDiv", lambda x, y: x // y),
        ("FloorMod", lambda x, y: x % y),
        ("Pow", lambda x, y: x**y),
        ("Maximum", tf.maximum),
        ("Minimum", tf.minimum),
        ("Less", lambda x, y: x < y),
        ("GreaterEqual", lambda x, y: x >= y),
        ("Equal", tf.equal),
        ("NotEqual", tf.not_equal),
        ("SquaredDifference", tf.math.squared_difference),
        ("Atan2", tf.atan2),
    ],
)
def test_shapes_that_do_not_broadcast(op, f, x_shape, y_shape, shown):
    with pytest.raises(IAE, match=f"Incompatible shapes: {shown}") as caught:
        f(tf.ones(x_shape), tf.ones(y_shape))
    assert op in str(caught.value)


# --- add_n ----------------------------------------------------------------------------------------


def test_add_n():
    x, y = tf.constant([1.0, 2.0]), tf.Variable([3.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = tf.add_n([x, y, x])
    assert_close(z, [5.0, 8.0])
    gx, gy = tape.gradient(z, [x, y])
    assert_close(gx, [2.0, 2.0])
    assert_close(gy, [1.0, 1.0])
    assert_close(tf.add_n([1.0, 2.0]), 3.0)
    assert_close(tf.add_n([tf.constant(1.0)]), 1.0)


def test_add_n_is_checked():
    with pytest.raises(ValueError, match="Inputs must be an iterable of at least one Tensor"):
        tf.add_n([])
    sentence = r"must have the same size and shape\.  Input 0: \[2\] != input 1: \[3\]"
    with pytest.raises(IAE, match=sentence):
        tf.add_n([tf.ones([2]), tf.ones([3])])


def test_polyval_and_scalar_mul():
    y, g = value_and_gradients(lambda x: tf.math.polyval([1.0, 2.0, 3.0], x), 2.0)
    assert_close(y, 11.0)
    assert_close(g[0], 6.0)
    y, g = value_and_gradients(tf.math.scalar_mul, 2.0, [1.0, 3.0])
    assert_close(y, [2.0, 6.0])
    assert_close(g[0], 4.0)
    assert_close(g[1], [2.0, 2.0])
