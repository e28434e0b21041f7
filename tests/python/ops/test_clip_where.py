"""Clipping and choosing: bounds, norms, masks, and which branch a gradient takes."""

import math

import numpy as np
import pytest
from checks import assert_close, gradients, value_and_gradients
from library import tf

inf, nan = math.inf, math.nan
IAE = tf.errors.InvalidArgumentError

# --- clip_by_value --------------------------------------------------------------------------------


def test_bounds_are_inclusive():
    y, (g,) = value_and_gradients(
        lambda x: tf.clip_by_value(x, 0.0, 1.0), [-1.0, 0.0, 0.5, 1.0, 2.0, nan]
    )
    assert_close(y, [0, 0, 0.5, 1, 1, nan])
    assert_close(g, [0, 1, 1, 1, 0, 0])


def test_the_bounds_get_what_was_clipped():
    _, g = value_and_gradients(tf.clip_by_value, [-1.0, 0.0, 0.5, 1.0, 2.0], 0.0, 1.0)
    assert_close(g[0], [0, 1, 1, 1, 0])
    assert_close(g[1], 1.0)
    assert_close(g[2], 1.0)


def test_crossed_bounds_give_the_lower():
    y, (g,) = value_and_gradients(lambda x: tf.clip_by_value(x, 2.0, 1.0), [-1.0, 1.5, 3.0])
    assert_close(y, [2, 2, 2])
    assert_close(g, [0, 0, 0])


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (lambda: tf.clip_by_value([1, 5], 2, 3), [2, 3]),
        (lambda: tf.clip_by_value(tf.constant([1.0, 5.0]), 2, 3), [2, 3]),
        (lambda: tf.clip_by_value([[1.0, 5.0], [2.0, 3.0]], [1.5, 0.0], 4.0), [[1.5, 4], [2, 3]]),
        (lambda: tf.clip_by_value([-inf, inf], -1.0, 1.0), [-1, 1]),
    ],
)
def test_clip_by_value(f, value):
    assert_close(f(), value)


def test_clip_by_value_is_checked():
    with pytest.raises(TypeError, match=r"Cannot convert 1\.5 to EagerTensor of dtype int32"):
        tf.clip_by_value(tf.constant([1, 5]), 1.5, 3)
    with pytest.raises(IAE, match=r"Incompatible shapes: \[2\] vs. \[3\]"):
        tf.clip_by_value([1.0, 2.0], [0.0, 0.0, 0.0], 1.0)


# --- clip_by_norm ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (lambda: tf.clip_by_norm([3.0, 4.0], 1.0), [0.6, 0.8]),
        (lambda: tf.clip_by_norm([3.0, 4.0], 10.0), [3, 4]),
        (lambda: tf.clip_by_norm([3.0, 4.0], 5), [3, 4]),
        (lambda: tf.clip_by_norm([[3.0, 4.0], [6.0, 8.0]], 5.0, axes=[1]), [[3, 4], [3, 4]]),
        (lambda: tf.clip_by_norm([0.0, 0.0], 1.0), [0, 0]),
        (lambda: tf.clip_by_norm([3.0, 4.0], 0.0), [0, 0]),
        (lambda: tf.clip_by_norm(tf.Variable([3.0, 4.0]), 1.0), [0.6, 0.8]),
    ],
)
def test_clip_by_norm(f, value):
    assert_close(f(), value)


def test_the_gradient_of_clip_by_norm():
    _, (g,) = value_and_gradients(lambda x: tf.clip_by_norm(x, 1.0), [3.0, 4.0])
    assert_close(g, [0.032, -0.024])
    assert_close(gradients(lambda x: tf.clip_by_norm(x, 9.0), [3.0, 4.0])[0], [1, 1])


def test_clip_by_global_norm():
    tensors = [tf.constant([3.0, 4.0]), None, tf.constant(12.0)]
    clipped, norm = tf.clip_by_global_norm(tensors, 1.0)
    assert_close(norm, 13.0)
    assert_close(clipped[0], [3 / 13, 4 / 13])
    assert clipped[1] is None
    assert_close(clipped[2], 12 / 13)
    assert_close(tf.linalg.global_norm(tensors), 13.0)


def test_small_gradients_are_left_and_a_norm_may_be_given():
    clipped, norm = tf.clip_by_global_norm([tf.constant([3.0, 4.0])], 10.0)
    assert_close(clipped[0], [3, 4])
    assert_close(norm, 5.0)
    clipped, _ = tf.clip_by_global_norm([tf.constant([3.0, 4.0])], 1.0, use_norm=tf.constant(10.0))
    assert_close(clipped[0], [0.3, 0.4])


def test_infinite_norms_make_everything_nan():
    clipped, norm = tf.clip_by_global_norm([tf.constant([inf]), tf.constant(1.0)], 1.0)
    assert_close(norm, inf)
    assert_close(clipped[0], [nan])
    assert_close(clipped[1], nan)


def test_clip_by_global_norm_takes_a_sequence():
    with pytest.raises(TypeError, match=r"t_list`? should be a sequence"):
        tf.clip_by_global_norm(tf.constant([1.0]), 1.0)
    assert tf.clip_by_global_norm([], 1.0)[0] == []


# --- where ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        (([True, False], 1, 2), [1, 2]),
        (([True, False], [1.0, 2.0], [3.0, 4.0]), [1, 4]),
        (([True], 1.0, [2.0, 3.0]), [1, 1]),
        (([[True], [False]], [1.0, 2.0], 3.0), [[1, 2], [3, 3]]),
        ((True, [1.0, 2.0], 0.0), [1, 2]),
        ((tf.zeros([0], tf.bool), 1.0, 2.0), []),
    ],
)
def test_where_chooses(arguments, value):
    assert_close(tf.where(*arguments), value)


@pytest.mark.parametrize(
    ("condition", "indices"),
    [
        ([True, False, True], [[0], [2]]),
        ([[True, False], [True, True]], [[0, 0], [1, 0], [1, 1]]),
        ([0, 1, 2], [[1], [2]]),
        ([0.0, -1.0], [[1]]),
        ([False], np.zeros([0, 1])),
    ],
)
def test_where_alone_gives_indices(condition, indices):
    y = tf.where(condition)
    assert y.dtype == tf.int64
    assert_close(y, indices)


def test_gradients_of_both_branches():
    _, (gx, gy) = value_and_gradients(
        lambda x, y: tf.where([[True], [False]], x, y), [1.0, 2.0], 3.0
    )
    assert_close(gx, [1, 1])
    assert_close(gy, 2.0)


@pytest.mark.parametrize(
    ("f", "x", "gradient"),
    [
        (lambda x: tf.where(x > 0, tf.math.log(x), 0.0), [-1.0, 0.0, 1.0], [0, nan, 1]),
        (lambda x: tf.where(x > 0, 1 / x, 0.0), [0.0, 1.0], [nan, -1]),
        (lambda x: tf.where(x > 0, tf.sqrt(x), x), [0.0, 1.0], [1, 0.5]),
        (
            lambda x: tf.where(x > 0, tf.math.log(tf.where(x > 0, x, 1.0)), 0.0),
            [-1.0, 0.0, 1.0],
            [0, 0, 1],
        ),
    ],
)
def test_a_branch_that_was_not_chosen_may_poison_or_not(f, x, gradient):
    assert_close(gradients(f, x)[0], gradient)


def test_the_condition_has_no_gradient():
    _, g = value_and_gradients(lambda x: tf.where(x > 0), [1.0, 0.0])
    assert g == [None]


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        (([True, False], 1.0), ValueError, "x and y must both be non-None or both be None"),
        (([True], None, 1.0), ValueError, "x and y must both be non-None or both be None"),
        (([1, 0], 1.0, 2.0), TypeError, r"Cannot convert \[1, 0\] to EagerTensor of dtype bool"),
        ((None, 1.0, 2.0), ValueError, r"Attempt to convert a value \(None\)"),
        (
            ([True, False], [1.0, 2.0, 3.0], 0.0),
            IAE,
            r"condition \[2\], then \[3\], and else \[\] must be broadcastable",
        ),
    ],
)
def test_where_is_checked(arguments, error, sentence):
    with pytest.raises(error, match=sentence):
        tf.where(*arguments)
