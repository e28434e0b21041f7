"""Gradients of equal maxima in volumes: in TensorFlow's place each has the whole of it."""

import numpy as np
from library import ours, tf


def gradient(pool, x, weights=1.0):
    x = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(pool(x) * weights)
    return tape.gradient(y, x).numpy()


def test_each_of_equal_maxima_has_the_whole_gradient(in_tensorflows_place):
    x = np.array([1.0, 5.0, 5.0, 5.0], "float32").reshape(1, 2, 2, 1, 1)
    found = gradient(lambda x: tf.nn.max_pool3d(x, [2, 2, 1], [2, 2, 1], "VALID"), x, 3.0)
    assert found.ravel().tolist() == [0.0, 3.0, 3.0, 3.0]


def test_windows_that_overlap_add_up(in_tensorflows_place):
    x = np.random.RandomState(0).randint(0, 3, [2, 4, 3, 5, 2]).astype("float32")
    pool = tf.keras.layers.MaxPooling3D(2, strides=1, padding="same")
    weights = np.arange(x.size).reshape(x.shape).astype("float32")
    expected = np.zeros_like(x)
    for at in np.ndindex(*x.shape[:4]):
        batch, *corner = at
        window = (batch, *(slice(begin, begin + 2) for begin in corner))
        largest = x[window].max(axis=(0, 1, 2))
        expected[window] += (x[window] == largest) * weights[at]
    np.testing.assert_allclose(gradient(pool, x, weights), expected)


def test_images_give_it_to_the_first(in_tensorflows_place):
    x = np.ones([1, 2, 2, 1], "float32")
    found = gradient(lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID"), x)
    assert found.ravel().tolist() == [1.0, 0.0, 0.0, 0.0]


@ours("TensorFlow gives it to all")
def test_elsewhere_the_first_of_a_volume_has_it():
    x = np.ones([1, 2, 2, 1, 1], "float32")
    found = gradient(lambda x: tf.nn.max_pool3d(x, [2, 2, 1], [2, 2, 1], "VALID"), x)
    assert found.ravel().tolist() == [1.0, 0.0, 0.0, 0.0]


@ours("TensorFlow takes one place for the second derivative")
def test_the_second_derivative_reads_all_places(in_tensorflows_place):
    x = tf.constant(np.ones([1, 2, 2, 1, 1], "float32"))
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(tf.nn.max_pool3d(x, [2, 2, 1], [2, 2, 1], "VALID") ** 2)
        first = tf.reduce_sum(inner.gradient(y, x))
    assert outer.gradient(first, x).numpy().ravel().tolist() == [8.0] * 4
