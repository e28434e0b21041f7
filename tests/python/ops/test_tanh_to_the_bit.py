"""float32's tanh is TensorFlow's to the bit: what is left to 1 counts in logarithms of it."""

import numpy as np
from library import tf


def test_what_is_left_to_1():
    x = tf.constant(np.linspace(4.0, 8.0, 9), tf.float32)
    y = tf.tanh(x)
    left = tf.math.log(1.0 - y * y + 1e-6).numpy()
    expected = [-6.613605, -7.611789, -8.607802, -9.597822, -10.5745945, -11.4951725]
    expected += [-12.348129, -12.927408, -13.815511]
    np.testing.assert_allclose(left, expected, rtol=1e-6)


def test_it_is_1_from_its_end_on():
    end = np.float32(7.9073896)
    below = np.nextafter(end, np.float32(0))
    values = tf.tanh(tf.constant([-np.inf, -end, below, end, 9.0, np.inf, np.nan])).numpy()
    np.testing.assert_array_equal(values[[0, 1, 3, 4, 5, 6]], [-1, -1, 1, 1, 1, np.nan])
    assert values[2] < 1.0
    assert tf.tanh(tf.constant(8.0, tf.float64)).numpy() < 1.0


def test_signs_of_zeros_stay():
    assert np.signbit(tf.tanh([-0.0, 0.0]).numpy()).tolist() == [True, False]
