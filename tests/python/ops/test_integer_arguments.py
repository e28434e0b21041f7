"""Axes, depths and sizes that are no Python integers: what TensorFlow takes for them."""

import numpy as np
import pytest
from library import ours, tf

X = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
CALLS = {
    "reduce_sum": lambda n: tf.reduce_sum(X, n),
    "argmax": lambda n: tf.argmax(X, n),
    "cumsum": lambda n: tf.cumsum(X, n),
    "concat": lambda n: tf.concat([X, X], n),
    "stack": lambda n: tf.stack([X, X], n),
    "expand_dims": lambda n: tf.expand_dims(X, n),
    "one_hot": lambda n: tf.one_hot([0, 2], n),
    "top_k": lambda n: tf.math.top_k(X, n).indices,
    "repeat": lambda n: tf.repeat(X, n),
    "linspace": lambda n: tf.linspace(0.0, 1.0, n),
    "band_part": lambda n: tf.linalg.band_part(X, n, 0),
    "softmax": lambda n: tf.nn.softmax(X, n),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("one", [np.float64(1), np.float32(1.7), np.array(1.0), True])
def test_a_number_of_numpys_and_a_truth_value_count_without_fractions(call, one):
    if call in ("argmax", "softmax") and one is not True:
        pytest.skip("TensorFlow wants an integer here, or a whole number")
    np.testing.assert_array_equal(CALLS[call](one), CALLS[call](1))


@pytest.mark.parametrize("call", sorted(set(CALLS) - {"repeat", "expand_dims"}))
def test_a_variable_counts_as_its_value(call):
    np.testing.assert_array_equal(CALLS[call](tf.Variable(1)), CALLS[call](1))


def test_sizes_within_shapes():
    assert tf.zeros([2, tf.Variable(1)]).shape == (2, 1)
    assert tf.reshape(X, [-1, True]).shape == (6, 1)
    assert tf.reduce_sum(X, [0, tf.Variable(1)]).shape == ()


def test_an_axis_in_a_list_of_one():
    assert tf.concat([X, X], [1]).shape == tf.concat([X, X], np.array([1])).shape == (2, 6)


def test_windows_drop_the_fractions_of_what_was_divided():
    image = tf.ones([1, 4, 4, 4])
    assert tf.nn.max_pool2d(image, 5 / 2, 4 / 2, "SAME").shape == (1, 2, 2, 4)
    assert tf.nn.conv2d(image, tf.ones([2, 2, 4, 1]), [1, 3 / 2, 1.5, 1], "SAME").shape[1:3] == (
        4,
        4,
    )
    assert tf.nn.depth_to_space(image, 4 / 2).shape == (1, 8, 8, 1)


@ours("another text")
def test_pythons_own_floats_are_no_axes():
    with pytest.raises(TypeError, match=r"'axis' must be an integer, not 1.0"):
        tf.argmax(X, 1.0)


def test_strings_are_repeated():
    assert tf.repeat(["a", "b"], 2).numpy().tolist() == [b"a", b"a", b"b", b"b"]
    assert tf.tile([["a"], ["b"]], [1, 2]).numpy().tolist() == [[b"a", b"a"], [b"b", b"b"]]


def test_a_cast_to_the_same_dtype_is_the_variable_itself():
    variable = tf.Variable(1.0)
    assert tf.cast(variable, tf.float32) is variable
    assert tf.cast(variable, tf.float64) is not variable


@pytest.mark.parametrize("limit", [np.float64(1.0), np.array(1.0), 1.0, 1])
def test_a_limit_of_norms_takes_their_dtype(limit):
    (clipped,), norm = tf.clip_by_global_norm([tf.constant([3.0, 4.0])], limit)
    np.testing.assert_allclose(clipped, [0.6, 0.8])
    assert float(norm) == 5.0


def test_a_seed_may_be_any_time():
    assert tf.random.normal([1], seed=1.7e12).shape == (1,)
