"""`softplus` rounds the exponential before it takes the logarithm, and where TensorFlow says so."""

import numpy as np
from library import tf


def test_the_exponential_is_rounded():
    """An inverse of 1 that TensorFlow takes to the number below 1."""
    x = np.array([1057631375], "int32").view("float32")
    assert tf.nn.softplus(x).numpy().view("int32")[0] == 1065336438


def test_far_ends():
    x = tf.constant([-13.95, 13.95, -200.0, np.inf, -np.inf])
    found = tf.nn.softplus(x).numpy()
    np.testing.assert_allclose(found[:1], np.exp(np.float32(-13.95)), rtol=1e-6)
    np.testing.assert_array_equal(found[1:], np.float32([13.95, 0.0, np.inf, 0.0]))
    deep = tf.nn.softplus(tf.constant([34.1, -34.1], tf.float64)).numpy()
    np.testing.assert_allclose(deep, [34.1, np.exp(-34.1)], rtol=1e-15)
