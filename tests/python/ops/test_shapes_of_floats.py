"""Shapes whose lengths are floating: which TensorFlow takes, and which not."""

import numpy as np
import pytest
from library import tf

TAKERS = {
    "reshape": lambda shape: tf.reshape(tf.range(6.0), shape),
    "zeros": tf.zeros,
    "ones": tf.ones,
    "fill": lambda shape: tf.fill(shape, 1.0),
    "broadcast_to": lambda shape: tf.broadcast_to(1.0, shape),
    "tile": lambda shape: tf.tile([[1.0]], shape),
}


@pytest.mark.parametrize("take", TAKERS.values(), ids=TAKERS)
def test_scalar_tensors_and_arrays_are_lengths(take):
    two = tf.constant(2.0)
    for shape in (
        [two, 3],
        (two, 3),
        [tf.constant(2.0, tf.float64), 3],
        [two, tf.constant(3.0)],
        [tf.Variable(2.0), 3],
        [tf.constant(2.5), 3],
        [tf.shape(tf.zeros([4]))[0] / 2, 3],
        np.array([2.0, 3.0]),
        np.array([2.0, 3.0], np.float16),
        np.array([2.5, 3.0]),
    ):
        assert take(shape).shape == [2, 3]


@pytest.mark.parametrize("take", TAKERS.values(), ids=TAKERS)
def test_python_floats_and_whole_tensors_are_not(take):
    refused = (TypeError, ValueError, tf.errors.InvalidArgumentError)
    for shape in ([2.0, 3.0], [2.0, 3], [tf.constant(2.0), 3.0], tf.constant([2.0, 3.0])):
        with pytest.raises(refused):
            take(shape)
    with pytest.raises(refused):
        take(np.array([np.inf, 3.0]))


def test_a_length_to_be_found_out():
    assert tf.reshape(tf.range(6.0), [tf.constant(-1.0), 3]).shape == [2, 3]
    assert tf.reshape(tf.range(6.0), np.array([-1.0, 3.0])).shape == [2, 3]
