"""Cumulative sums and products, sorting, selection, segments."""

import math

import numpy as np
import pytest
from checks import assert_close, derivatives, gradients, value_and_gradients
from library import ours, tf

IAE = tf.errors.InvalidArgumentError
FLAGS = [{"exclusive": e, "reverse": r} for e in (False, True) for r in (False, True)]
WEIGHTS = np.array([1.0, 10.0, 100.0])


def cumulative(numpys, start, x, exclusive, reverse):
    x = x[::-1] if reverse else x
    x = np.concatenate([[start], x[:-1]]) if exclusive else x
    y = numpys(x)
    return y[::-1] if reverse else y


# --- cumsum and cumprod ---------------------------------------------------------------------------


@pytest.mark.parametrize("flags", FLAGS, ids=str)
def test_cumsum(flags):
    y, (g,) = value_and_gradients(lambda x: tf.cumsum(x, **flags) * WEIGHTS, [2.0, 3.0, 4.0])
    expected = cumulative(np.cumsum, 0.0, np.array([2.0, 3.0, 4.0]), **flags)
    assert_close(y, expected * WEIGHTS)
    matrix = np.stack([cumulative(np.cumsum, 0.0, e, **flags) for e in np.eye(3)], axis=1)
    assert_close(g, WEIGHTS @ matrix)


@pytest.mark.parametrize("flags", FLAGS, ids=str)
def test_cumprod(flags):
    x = np.array([2.0, 3.0, 4.0])
    y, (g,) = value_and_gradients(lambda t: tf.math.cumprod(t, **flags) * WEIGHTS, x)
    assert_close(y, cumulative(np.cumprod, 1.0, x, **flags) * WEIGHTS)
    h = 1e-6
    slopes = [
        WEIGHTS
        @ (
            cumulative(np.cumprod, 1.0, x + h * e, **flags)
            - cumulative(np.cumprod, 1.0, x - h * e, **flags)
        )
        / (2 * h)
        for e in np.eye(3)
    ]
    assert_close(g, slopes, rtol=1e-4)


@pytest.mark.parametrize("axis", [0, 1, -1, -2])
def test_along_an_axis(axis):
    x = np.arange(1.0, 7.0, dtype=np.float32).reshape(2, 3)
    assert_close(tf.cumsum(x, axis), np.cumsum(x, axis))
    assert_close(tf.math.cumprod(x, axis), np.cumprod(x, axis))


def test_of_integers_and_of_nothing():
    assert_close(tf.cumsum([1, 2, 3]), [1, 3, 6])
    assert tf.cumsum(tf.zeros([0])).shape == [0]
    assert tf.math.cumprod(tf.zeros([2, 0]), axis=1).shape == [2, 0]


@pytest.mark.parametrize("f", [tf.cumsum, tf.math.cumprod])
def test_the_axis_is_checked(f):
    with pytest.raises(IAE, match=r"Expected scan axis in the range \[-1, 1\), but got 1"):
        f([1.0, 2.0], axis=1)
    with pytest.raises(IAE, match=r"Expected scan axis in the range \[0, 0\), but got 0"):
        f(1.0)


@ours("products with zeros are differentiated exactly; TensorFlow 2.21 divides by the element")
@pytest.mark.parametrize(
    ("x", "flags", "gradient"),
    [
        ([1.0, 0.0, 3.0], {}, [1, 4, 0]),
        ([0.0, 0.0, 3.0], {}, [1, 0, 0]),
        ([0.0, 2.0, 3.0], {}, [9, 0, 0]),
        ([2.0, 3.0, 0.0], {}, [4, 2, 6]),
        ([3.0, 0.0, 1.0], {"reverse": True}, [0, 4, 1]),
        ([0.0, 2.0, 3.0], {"exclusive": True}, [3, 0, 0]),
        ([0.0, 0.0, 0.0], {}, [1, 0, 0]),
    ],
)
def test_cumprod_with_zeros(x, flags, gradient):
    assert_close(gradients(lambda t: tf.math.cumprod(t, **flags), x)[0], gradient)


@ours("products with zeros are differentiated exactly; TensorFlow 2.21 divides by the element")
def test_cumprod_with_zeros_twice():
    # y = a + ab + abc: the hessian at (1, 0, 3) times ones
    found = derivatives(tf.math.cumprod, [1.0, 0.0, 3.0], 2)[2]
    assert_close(found, [4.0, 5.0, 1.0])


@ours("products with zeros are differentiated exactly; TensorFlow 2.21 divides by the element")
def test_cumprod_of_a_matrix_with_zeros():
    x = [[1.0, 2.0], [0.0, 3.0], [5.0, 0.0]]
    found = gradients(lambda t: tf.math.cumprod(t, axis=0), x)[0]
    assert_close(found, [[1.0, 4.0], [6.0, 2.0], [0.0, 6.0]])


def test_cumulative_logsumexp():
    y, (g,) = value_and_gradients(tf.math.cumulative_logsumexp, [0.0, 0.0, 0.0])
    assert_close(y, np.log([1.0, 2.0, 3.0]))
    assert_close(g, [11 / 6, 5 / 6, 1 / 3])


# --- sorting and selection ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "direction", "value", "gradient"),
    [
        ([3.0, 1.0, 2.0], "ASCENDING", [1, 2, 3], [3, 1, 2]),
        ([3.0, 1.0, 2.0], "DESCENDING", [3, 2, 1], [1, 3, 2]),
        ([1.0, 1.0, 0.0], "ASCENDING", [0, 1, 1], [2, 3, 1]),
        ([1.0, 1.0, 0.0], "DESCENDING", [1, 1, 0], [1, 2, 3]),
    ],
)
def test_sort_carries_the_gradient_back(x, direction, value, gradient):
    y, (g,) = value_and_gradients(lambda t: tf.sort(t, direction=direction) * [1.0, 2.0, 3.0], x)
    assert_close(y, np.array(value) * [1, 2, 3])
    assert_close(g, gradient)


def test_sort_along_an_axis():
    x = np.array([[3, 1], [2, 4]])
    assert_close(tf.sort(x, axis=0), np.sort(x, axis=0))
    assert_close(tf.sort(x), np.sort(x))
    assert_close(tf.sort(x, 1, "DESCENDING"), [[3, 1], [4, 2]])
    assert_close(
        gradients(lambda t: tf.sort(t, axis=0)[0], [[3.0, 1.0], [2.0, 4.0]])[0], [[0, 1], [1, 0]]
    )


def test_argsort():
    assert_close(tf.argsort([3.0, 1.0, 2.0]), [1, 2, 0])
    assert_close(tf.argsort([3.0, 1.0, 2.0], direction="DESCENDING"), [0, 2, 1])
    assert_close(tf.argsort([[3, 1], [2, 4]], axis=0), [[1, 0], [0, 1]])
    assert tf.argsort([1.0]).dtype == tf.int32


@ours("indices have no gradient; TensorFlow gives zeros for argsort as a target")
def test_argsort_has_no_gradient():
    assert gradients(tf.argsort, [3.0, 1.0]) == [None]


def test_top_k():
    values, indices = tf.math.top_k([1.0, 5.0, 3.0], 2)
    assert_close(values, [5.0, 3.0])
    assert_close(indices, [1, 2])
    assert indices.dtype == tf.int32
    result = tf.nn.top_k([[1, 5, 3], [9, 8, 7]])
    assert_close(result.values, [[5], [9]])
    assert_close(result.indices, [[1], [0]])


def test_top_k_carries_the_gradient_back():
    f = lambda x: tf.math.top_k(x, 2).values * [1.0, 2.0]  # noqa: E731
    assert_close(gradients(f, [1.0, 5.0, 3.0])[0], [0.0, 1.0, 2.0])
    assert_close(gradients(f, [1.0, 1.0, 1.0])[0], [1.0, 2.0, 0.0])
    indices = lambda x: tf.cast(tf.math.top_k(x, 2).indices, tf.float32)  # noqa: E731
    assert gradients(indices, [1.0, 5.0, 3.0]) == [None]


@pytest.mark.parametrize(
    ("f", "error", "sentence"),
    [
        (lambda: tf.sort([1.0], direction="foo"), ValueError, "should be one of ASCENDING, DESC"),
        (lambda: tf.math.top_k([1.0, 2.0], 3), IAE, "input must have at least k columns. Had 2"),
        (lambda: tf.math.top_k(1.0), IAE, r"input must be >= 1-D, got shape \[\]"),
        (lambda: tf.math.top_k([1.0], -1), IAE, "Need k >= 0, got -1"),
        (lambda: tf.sort([1.0, 2.0], axis=1), IAE, "out of bounds|axis|dimension"),
        (lambda: tf.sort(1.0), IAE, "out of bounds|axis|dimension|scalar"),
    ],
)
def test_sorting_is_checked(f, error, sentence):
    with pytest.raises(error, match=sentence):
        f()


def test_nan_sorts_somewhere_and_crashes_nothing():
    x = tf.constant([2.0, math.nan, 1.0, -math.inf, math.inf])
    assert tf.sort(x).shape == [5]
    assert tf.argsort(x).shape == [5]
    assert tf.math.top_k(x, 5).values.shape == [5]


def test_searchsorted():
    assert_close(tf.searchsorted([1.0, 3.0, 5.0], [0.0, 3.0, 6.0]), [0, 1, 3])
    assert_close(tf.searchsorted([1.0, 3.0, 5.0], [3.0], side="right"), [2])


def test_unique():
    y, idx = tf.unique([7, 2, 7])
    assert_close(y, [7, 2])
    assert_close(idx, [0, 1, 0])
    y, idx, count = tf.unique_with_counts([7, 2, 7])
    assert_close(count, [2, 1])


def test_bincount():
    assert_close(tf.math.bincount([1, 1, 2]), [0, 2, 1])
    assert_close(tf.math.bincount([1, 1, 2], minlength=5), [0, 2, 1, 0, 0])
    assert_close(tf.math.bincount([1, 1, 2], weights=[1.0, 2.0, 3.0]), [0.0, 3.0, 3.0])


# --- segments -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "value", "gradient"),
    [
        (tf.math.unsorted_segment_sum, [3, 3], [1, 1, 1]),
        (tf.math.unsorted_segment_mean, [1.5, 3], [0.5, 0.5, 1]),
        (tf.math.unsorted_segment_prod, [2, 3], [2, 1, 1]),
        (tf.math.unsorted_segment_max, [2, 3], [0, 1, 1]),
        (tf.math.unsorted_segment_min, [1, 3], [1, 0, 1]),
    ],
)
def test_segments(f, value, gradient):
    y, (g,) = value_and_gradients(lambda x: f(x, [0, 0, 1], 2), [1.0, 2.0, 3.0])
    assert_close(y, value)
    assert_close(g, gradient)


def test_ties_in_segments_are_shared():
    g = gradients(lambda x: tf.math.unsorted_segment_max(x, [0, 0, 1], 2), [1.0, 1.0, 3.0])[0]
    assert_close(g, [0.5, 0.5, 1.0])


@ours("TensorFlow's order is undefined where there is nan")
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize(
    "x",
    [
        [1.0, np.nan, 2.0],
        [3.0, 1.0, np.nan, 2.0, -1.0, 0.0, 5.0],
        [np.nan, np.inf, -np.inf, 0.0, np.nan],
        [np.nan] * 3,
    ],
)
def test_nan_is_the_largest_number(x, dtype):
    tensor, x = tf.constant(x, dtype), np.array(x, dtype)
    order = np.argsort(x, kind="stable")
    assert_close(tf.sort(tensor), x[order])
    assert tf.argsort(tensor).numpy().tolist() == order.tolist()
    falling = tf.argsort(tensor, direction="DESCENDING", stable=True).numpy()
    assert_close(tf.sort(tensor, direction="DESCENDING"), x[order][::-1])
    assert_close(x[falling], x[order][::-1])
    for k in range(1, len(x) + 1):
        values, indices = tf.math.top_k(tensor, k)
        assert_close(values, x[order][::-1][:k])
        assert indices.numpy().tolist() == falling[:k].tolist()
