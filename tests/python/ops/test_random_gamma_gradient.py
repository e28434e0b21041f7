"""Samples of gamma distributions move with their parameters."""

import numpy as np
import pytest
from library import tf

# What TensorFlow 2.21 answers for the sum of `stateless_gamma([3, 2], [1, 2], [1.5, 0.5], 2.0)`.
BY_ALPHA, BY_BETA = [1.9316089, 1.3978293], -1.8174776


def test_samples_move_with_alpha_and_beta():
    alpha, beta = tf.Variable([1.5, 0.5]), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        drawn = tf.random.stateless_gamma([3, 2], [1, 2], alpha, beta)
    by_alpha, by_beta = tape.gradient(drawn, [alpha, beta])
    np.testing.assert_allclose(by_alpha, BY_ALPHA, rtol=1e-5)
    np.testing.assert_allclose(by_beta, BY_BETA, rtol=1e-5)


def test_samples_of_a_stream_move_with_alpha():
    alpha = tf.constant([1.0, 3.0])
    tf.random.set_seed(1)
    with tf.GradientTape() as tape:
        tape.watch(alpha)
        drawn = tf.random.gamma([2], alpha, seed=3)
    found = tape.gradient(drawn, alpha)
    expected = tf.raw_ops.RandomGammaGrad(alpha=alpha, sample=drawn)
    np.testing.assert_allclose(found, tf.reduce_sum(expected, 0), rtol=1e-5)


def test_drawing_is_the_same_under_a_tape():
    alpha = tf.Variable(0.7)
    alone = tf.random.stateless_gamma([4], [1, 2], alpha)
    with tf.GradientTape():
        recorded = tf.random.stateless_gamma([4], [1, 2], alpha)
    np.testing.assert_array_equal(alone, recorded)


@pytest.mark.parametrize("dtype", [tf.float16, tf.float32, tf.float64])
def test_samples_are_never_zero(dtype):
    drawn = tf.random.stateless_gamma([50], [1, 2], tf.constant(0.0001, dtype), dtype=dtype)
    assert drawn.dtype == dtype
    assert drawn.numpy().min() > 0


def test_within_a_function():
    @tf.function
    def moved(alpha):
        with tf.GradientTape() as tape:
            tape.watch(alpha)
            drawn = tf.random.stateless_gamma([2], [5, 6], alpha)
        return tape.gradient(drawn, alpha)

    np.testing.assert_allclose(moved(tf.constant(2.0)), 1.9907053, rtol=1e-5)
