"""Which pixels `resize` takes where places fall between them: TensorFlow computes in float32."""

import numpy as np
from library import tf


def row(values):
    return tf.reshape(tf.constant(values), (1, len(values), 1))


def test_the_nearest_of_two_as_near_pixels():
    found = tf.image.resize(row(list(range(28))), [1, 23], "nearest").numpy().ravel()
    dropped = sorted(set(range(28)) - set(found.tolist()))
    assert dropped == [2, 8, 14, 19, 25]


def test_cubic_weights_are_looked_up_at_steps():
    numbers = row([0.0, 1.0, 4.0, 9.0, 16.0, 2.0, 7.0])
    shrunk = [0.0978443, 2.55875, 9.0, 10.99285, 6.073956]
    np.testing.assert_allclose(
        tf.image.resize(numbers, [1, 5], "bicubic").numpy().ravel(), shrunk, rtol=1e-6
    )
    grown = tf.image.resize(numbers, [1, 11], "bicubic").numpy().ravel()
    np.testing.assert_allclose(
        grown[:4], [-0.0702607, 0.2565142, 1.189889, 2.984392], rtol=1e-6, atol=1e-7
    )
