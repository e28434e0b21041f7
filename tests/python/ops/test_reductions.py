"""Reductions: axes, empty inputs, ties, zeros, and the gradients that follow."""

import math

import numpy as np
import pytest
from checks import assert_close, derivatives, gradients, value_and_gradients
from library import ours, tf

inf, nan = math.inf, math.nan
IAE = tf.errors.InvalidArgumentError
X = np.array([[[1.0, -2.0, 3.0, 0.5]], [[4.0, 5.0, -6.0, 2.5]]], np.float32)


def logsumexp(x, axis=None, keepdims=False):
    return np.log(np.sum(np.exp(x), axis=axis, keepdims=keepdims))


def euclidean(x, axis=None, keepdims=False):
    return np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims))


REDUCTIONS = {
    "reduce_sum": (tf.reduce_sum, np.sum),
    "reduce_prod": (tf.reduce_prod, np.prod),
    "reduce_max": (tf.reduce_max, np.max),
    "reduce_min": (tf.reduce_min, np.min),
    "reduce_mean": (tf.reduce_mean, np.mean),
    "reduce_variance": (tf.math.reduce_variance, np.var),
    "reduce_std": (tf.math.reduce_std, np.std),
    "reduce_logsumexp": (tf.reduce_logsumexp, logsumexp),
    "reduce_euclidean_norm": (tf.math.reduce_euclidean_norm, euclidean),
}
AXES = [None, 0, 1, 2, -1, -3, [0], [0, 2], (2, 0), [-1, 0], [0, 1, 2], []]


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("axis", AXES, ids=str)
@pytest.mark.parametrize("keepdims", [False, True])
def test_values_are_numpys(name, axis, keepdims):
    f, reference = REDUCTIONS[name]
    expected = reference(X, axis=tuple(axis) if isinstance(axis, list) else axis, keepdims=keepdims)
    assert_close(f(X, axis, keepdims), expected, rtol=1e-4)
    assert_close(f(X, axis=axis, keepdims=keepdims), expected, rtol=1e-4)


@pytest.mark.parametrize(
    "axis",
    [tf.constant(1), tf.constant([1]), np.int64(1), np.array([1]), tf.constant(1, tf.int64), (1,)],
)
def test_an_axis_may_be_a_tensor_or_an_array(axis):
    assert_close(tf.reduce_sum([[1.0, 2.0], [3.0, 4.0]], axis), [3.0, 7.0])


@pytest.mark.parametrize(
    ("f", "x", "gradient"),
    [
        (tf.reduce_sum, [1, 2, 3], [1, 1, 1]),
        (tf.reduce_mean, [1, 2, 3, 4], [0.25] * 4),
        (lambda x: tf.reduce_mean(x, 0) * [1.0, 2.0], [[1, 2], [3, 4]], [[0.5, 1], [0.5, 1]]),
        (lambda x: tf.reduce_sum(x, 1) * [1.0, 2.0], [[1, 2], [3, 4]], [[1, 1], [2, 2]]),
        (lambda x: tf.reduce_sum(x, []) * 2.0, [1, 2], [2, 2]),
        (tf.reduce_max, [1, 3, 3], [0, 0.5, 0.5]),
        (tf.reduce_max, [2, 2, 2, 2], [0.25] * 4),
        (tf.reduce_min, [1, 1, 3], [0.5, 0.5, 0]),
        (lambda x: tf.reduce_max(x, 1), [[1, 1], [1, 2]], [[0.5, 0.5], [0, 1]]),
        (lambda x: tf.reduce_min(x, 0, keepdims=True), [[1, 1], [1, 2]], [[0.5, 1], [0.5, 0]]),
        (tf.reduce_max, [nan, 1], [nan, nan]),
        (tf.reduce_min, [1, nan], [nan, nan]),
        (tf.reduce_max, [-inf, -inf], [0.5, 0.5]),
        (tf.reduce_prod, [2, 3, 4], [12, 8, 6]),
        (tf.reduce_prod, [2, 0, 4], [0, 8, 0]),
        (tf.reduce_prod, [0, 0, 4], [0, 0, 0]),
        (lambda x: tf.reduce_prod(x, 0), [[0, 2], [3, 4]], [[3, 4], [0, 2]]),
        (lambda x: tf.reduce_prod(x, [0, 1]), [[0, 2], [3, 4]], [[24, 0], [0, 0]]),
        (tf.math.reduce_variance, [1, 2, 6], [-4 / 3, -2 / 3, 2]),
        (tf.math.reduce_std, [1, 3], [-0.5, 0.5]),
        (tf.math.reduce_euclidean_norm, [3, 4], [0.6, 0.8]),
        (tf.reduce_logsumexp, [0, math.log(3)], [0.25, 0.75]),
        (tf.reduce_logsumexp, [-1000, -1000], [0.5, 0.5]),
    ],
)
def test_gradients(f, x, gradient):
    assert_close(gradients(f, x, dtype=tf.float32)[0], gradient)


@ours("the hessian of a product is exact at zeros; TensorFlow loses entries there")
def test_second_derivatives_of_products():
    x = tf.constant([2.0, 0.0, 4.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_prod(x)
        g = inner.gradient(y, x)
    assert_close(outer.jacobian(g, x), [[0.0, 4.0, 0.0], [4.0, 0.0, 2.0], [0.0, 2.0, 0.0]])


def test_second_derivatives():
    assert_close(derivatives(tf.math.reduce_variance, [1.0, 2.0], 2)[2], [0.0, 0.0])
    found = derivatives(lambda x: tf.reduce_logsumexp(x) ** 2, [0.0, 0.0], 2)[2]
    assert_close(found, [1.0, 1.0])


# --- empty inputs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (tf.reduce_sum, 0),
        (tf.reduce_prod, 1),
        (tf.reduce_mean, nan),
        (tf.reduce_max, -inf),
        (tf.reduce_min, inf),
        (tf.reduce_logsumexp, -inf),
        (tf.math.reduce_variance, nan),
        (tf.math.reduce_std, nan),
    ],
)
def test_nothing_reduced(f, value):
    y, (g,) = value_and_gradients(f, tf.zeros([0]))
    assert_close(y, value)
    assert g.shape == [0]
    assert_close(f(tf.zeros([0, 3]), 0), [value] * 3)
    assert f(tf.zeros([0, 3]), 1).shape == [0]
    assert f(tf.zeros([3, 0]), 0, True).shape == [1, 0]


def test_nothing_reduced_of_integers_and_bools():
    none = tf.zeros([0], tf.int32)
    assert tf.reduce_max(none).numpy() == -(2**31)
    assert tf.reduce_min(none).numpy() == 2**31 - 1
    assert tf.reduce_sum(none).numpy() == 0
    assert tf.reduce_prod(none).numpy() == 1
    assert not tf.reduce_any(tf.zeros([0], tf.bool))
    assert tf.reduce_all(tf.zeros([0], tf.bool))


# --- dtypes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint64"])
def test_integers_are_reduced_in_their_dtype(dtype):
    x = tf.constant([3, 1, 2], dtype)
    for f, value in [
        (tf.reduce_sum, 6),
        (tf.reduce_prod, 6),
        (tf.reduce_max, 3),
        (tf.reduce_min, 1),
        (tf.reduce_mean, 2),
    ]:
        assert f(x).dtype == dtype
        assert f(x).numpy() == value


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_floats_are_reduced_in_their_dtype(dtype):
    x = tf.constant([3.0, 1.0, 2.0], dtype)
    y, (g,) = value_and_gradients(tf.reduce_mean, x)
    assert (y.dtype, g.dtype) == (dtype, dtype)
    assert_close(y, 2.0)
    assert_close(g, [1 / 3] * 3, rtol=1e-2)


def test_large_sums_stay_accurate():
    x = tf.fill([1_000_000], 0.1)
    assert_close(tf.reduce_sum(x), 100_000.0, rtol=1e-5)
    assert_close(tf.reduce_mean(x), 0.1, rtol=1e-5)


@ours("a mean of halves is summed wide; TensorFlow overflows to nan")
def test_means_of_halves_do_not_overflow():
    x = tf.fill([100_000], tf.constant(1.0, tf.float16))
    assert_close(tf.reduce_mean(x), 1.0, rtol=1e-2)


@pytest.mark.parametrize("f", [tf.math.reduce_std, tf.math.reduce_variance])
def test_integers_have_no_variance(f):
    with pytest.raises(TypeError, match="Input must be either real or complex"):
        f([1, 2])


def test_logic():
    x = [[True, False], [True, True]]
    assert_close(tf.reduce_any(x, axis=1), [True, True])
    assert_close(tf.reduce_all(x, axis=1), [False, True])
    assert_close(tf.reduce_all(x, keepdims=True), [[False]])
    assert_close(tf.math.count_nonzero([[0.0, 1.0], [2.0, 3.0]], axis=1), [1, 2])
    assert tf.math.count_nonzero([0.0, 1.0]).dtype == tf.int64
    with pytest.raises(TypeError, match="to EagerTensor of dtype bool"):
        tf.reduce_any([1.0])


# --- errors ---------------------------------------------------------------------------------------

BASIC = [tf.reduce_sum, tf.reduce_prod, tf.reduce_max, tf.reduce_min, tf.reduce_mean]


@pytest.mark.parametrize("f", BASIC)
@pytest.mark.parametrize(
    ("shape", "axis", "sentence"),
    [
        ([2, 3], 2, r"Invalid reduction dimension \(2 for input with 2 dimension"),
        ([2, 3], -3, r"Invalid reduction dimension \(-3 for input with 2 dimension"),
        ([2, 3], [0, 5], r"Invalid reduction dimension \(5 for input with 2 dimension"),
        ([], 0, r"Invalid reduction dimension \(0 for input with 0 dimension"),
        ([2, 3], 2**31 - 1, r"Invalid reduction dimension \(2147483647 for input with 2"),
        ([2, 3], [0, 0], "Invalid reduction arguments: Axes contains duplicate dimension: 0"),
        ([2, 3], [1, -1], "Invalid reduction arguments: Axes contains duplicate dimension: 1"),
    ],
)
def test_axes_are_checked(f, shape, axis, sentence):
    with pytest.raises(IAE, match=sentence):
        f(tf.ones(shape), axis)


@pytest.mark.parametrize("axis", [1.5, [0.5], "a", object(), {}])
def test_what_is_no_axis(axis):
    with pytest.raises((TypeError, ValueError, IAE)):
        tf.reduce_sum(tf.ones([2, 3]), axis)


# --- argmax and argmin ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "x", "options", "value"),
    [
        (tf.argmax, [1.0, 3.0, 3.0], {}, 1),
        (tf.argmin, [1.0, 1.0, 3.0], {}, 0),
        (tf.argmax, [[1.0, 5.0], [7.0, 2.0]], {}, [1, 0]),
        (tf.argmax, [[1.0, 5.0], [7.0, 2.0]], {"axis": 1}, [1, 0]),
        (tf.argmin, [[1.0, 5.0], [7.0, 2.0]], {"axis": -1}, [0, 1]),
        (tf.argmax, [[1, 2], [3, 0]], {"axis": 0, "output_type": tf.int32}, [1, 0]),
        (tf.argmax, [[[1, 2], [3, 0]]], {"axis": 2}, [[1, 0]]),
    ],
)
def test_argmax(f, x, options, value):
    y = f(x, **options)
    assert y.dtype == options.get("output_type", tf.int64)
    assert_close(y, value)


def test_argmax_is_checked_and_has_no_gradient():
    with pytest.raises(IAE, match=r"Expected dimension in the range \[-1, 1\), but got 2"):
        tf.argmax([1.0], axis=2)
    with pytest.raises(IAE, match=r"Reduction axis 0 is empty in shape \[0\]"):
        tf.argmax(tf.zeros([0]))
    assert gradients(tf.argmax, [1.0, 2.0]) == [None]


def test_moments():
    x = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    mean, variance = tf.nn.moments(x, [0])
    assert_close(mean, [2.5, 3.5, 4.5])
    assert_close(variance, [2.25] * 3)
    mean, variance = tf.nn.moments(x, [0, 1], keepdims=True)
    assert_close(mean, [[3.5]])
    assert_close(variance, [[35 / 12]])
    g = gradients(lambda x: tf.nn.moments(x, [0])[1], [1.0, 2.0, 6.0])[0]
    assert_close(g, [-4 / 3, -2 / 3, 2.0])
