"""Lists that hold tensors, ranges and NumPy numbers, where a dtype is asked for."""

import numpy as np
import pytest
from library import tf

THREE, FOUR, HALF = tf.constant(3), tf.constant(4), tf.constant(2.5)
X = tf.constant([1.0, 2.0])
WHOLE = tf.constant([1, 2])


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (lambda: X * (THREE, FOUR), [3, 8]),
        (lambda: (THREE, FOUR) * X, [3, 8]),
        (lambda: (THREE, FOUR) / X, [3, 2]),
        (lambda: X ** [THREE, FOUR], [1, 16]),
        (lambda: X < (THREE, 1.5), [True, False]),
        (lambda: tf.cast(X, tf.float64) * (HALF, FOUR), [2.5, 8]),
        (lambda: WHOLE * (HALF, HALF), [2, 4]),
        (lambda: X * [tf.constant(True), tf.Variable(3)], [1, 6]),
        (lambda: tf.maximum(X, [THREE, FOUR]), [3, 4]),
        (lambda: tf.multiply([THREE, FOUR], X), [3, 8]),
        (lambda: (X * [[THREE, FOUR], [FOUR, THREE]])[1], [4, 6]),
        (lambda: tf.where([True, False], X, [THREE, FOUR]), [1, 4]),
        (lambda: tf.concat([X, [THREE, FOUR]], 0), [1, 2, 3, 4]),
        (lambda: tf.clip_by_value(X, [THREE, FOUR], [THREE, FOUR]), [3, 4]),
        (lambda: tf.convert_to_tensor([THREE, 0.5], dtype=tf.float32), [3, 0.5]),
        (lambda: tf.Variable([THREE, FOUR], dtype=tf.float32), [3, 4]),
        (lambda: tf.matmul([[1.0, 2.0]], [[THREE], [FOUR]])[0], [11]),
    ],
)
def test_tensors_in_a_list_become_what_the_place_asks_for(value, answer):
    np.testing.assert_array_equal(value().numpy(), answer)


def test_a_list_by_itself_and_a_tensor_by_itself_are_not_cast():
    assert tf.convert_to_tensor([THREE, FOUR]).dtype == tf.int32
    with pytest.raises((TypeError, tf.errors.InvalidArgumentError)):
        tf.convert_to_tensor([THREE, HALF])
    with pytest.raises((TypeError, tf.errors.InvalidArgumentError)):
        X * THREE


def test_gradients_pass_through_a_cast_list():
    v = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.constant([1.0, 3.0], tf.float64) * [v, v * v])
    assert float(tape.gradient(y, v)) == 1.0 + 3.0 * 2.0 * 2.0


def test_ranges_in_a_list_are_rows():
    assert tf.constant([range(3)], dtype=tf.float64).numpy().tolist() == [[0.0, 1.0, 2.0]]
    assert tf.constant([(5, 6), range(2)]).numpy().tolist() == [[5, 6], [0, 1]]
    with pytest.raises(ValueError, match="non-rectangular"):
        tf.constant([range(3), range(2)])


def test_labels_of_numpy_lose_their_fractions():
    labels = np.array([1.7, 0.0])
    expected = [[0, 1], [1, 0]]
    assert tf.one_hot(labels.astype("float32"), 2).numpy().tolist() == expected
    assert tf.one_hot(labels > 0, 2).numpy().tolist() == expected
    scores = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    assert tf.math.in_top_k(labels, scores, 1).numpy().tolist() == [True, False]
    for refused in (labels.tolist(), tf.constant(labels)):
        with pytest.raises((TypeError, tf.errors.InvalidArgumentError)):
            tf.one_hot(refused, 2)
