"""Functions compute powers and quotients as TensorFlow's graphs do, by simpler operations."""

import numpy as np
import pytest
from library import tf

X = np.abs(np.random.RandomState(4).randn(5, 100).astype(np.float32)) + np.float32(0.1)


@pytest.mark.parametrize(
    ("power", "operation"),
    [
        (0.5, tf.sqrt),
        (-0.5, tf.math.rsqrt),
        (-1.0, tf.math.reciprocal),
        (2.0, tf.square),
        (0.0, tf.ones_like),
    ],
)
def test_powers(power, operation):
    found = tf.function(lambda x: x**power)(tf.constant(X))
    assert (found.numpy() == operation(tf.constant(X)).numpy()).all()
    assert np.allclose(found, X**power, rtol=1e-6)


def test_a_quotient_of_one_is_the_reciprocal():
    found = tf.function(lambda x: 1.0 / x)(tf.constant(X)).numpy()
    assert (found == tf.math.reciprocal(tf.constant(X)).numpy()).all()
    assert ((1.0 / tf.constant(X)).numpy() == np.float32(1) / X).all()


def test_gradients_of_powers_in_a_function():
    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x**0.5 + 1.0 / x
        return tape.gradient(y, x)

    assert np.allclose(slope(tf.constant(X)), 0.5 * X**-0.5 - X**-2.0, rtol=1e-5)
