"""Lengths that scalar tensors of floating dtypes say: the fraction is dropped, as in TensorFlow."""

import pytest
from library import tf


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.float16])
def test_an_eye(dtype):
    assert tf.eye(tf.constant(2.75, dtype)).shape == (2, 2)
    assert tf.eye(2, tf.constant(3.0, dtype)).shape == (2, 3)
    assert tf.eye(2, batch_shape=[tf.constant(2.0, dtype)]).shape == (2, 2, 2)


def test_a_mask_and_a_function():
    assert tf.sequence_mask([1, 2], tf.constant(3.0)).shape == (2, 3)
    sized = tf.function(lambda z: tf.eye(tf.cast(tf.shape(z)[1], tf.float32)))
    assert sized(tf.ones([2, 3])).shape == (3, 3)


def test_python_s_floats_and_negative_lengths_are_refused():
    with pytest.raises(TypeError):
        tf.eye(3.0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be >= 0"):
        tf.eye(tf.constant(-3.0))
