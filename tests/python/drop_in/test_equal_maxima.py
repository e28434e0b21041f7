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


def test_what_nearly_is_a_maximum_counts_as_equal(in_tensorflows_place):
    x = np.array([1.0, 1 - 9e-6, 1 - 1.1e-5, 0.0], "float32").reshape(1, 2, 2, 1, 1)
    found = gradient(lambda x: tf.nn.max_pool3d(x, [2, 2, 1], [2, 2, 1], "VALID"), x)
    assert found.ravel().tolist() == [1.0, 1.0, 0.0, 0.0]


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


@ours("TensorFlow does so with oneDNN, which these tests switch off")
def test_in_a_function_the_first_has_the_whole_gradient(in_tensorflows_place):
    x = np.array([1.0, 5.0, 5.0, 5.0], "float32").reshape(1, 2, 2, 1, 1)

    def pool(x):
        return tf.nn.max_pool3d(x, [2, 2, 1], [2, 2, 1], "VALID")

    function = tf.function(lambda x: tf.gradients(pool(x), x)[0])
    assert function(tf.constant(x)).numpy().ravel().tolist() == [0.0, 1.0, 0.0, 0.0]
    assert gradient(pool, x).ravel().tolist() == [0.0, 1.0, 1.0, 1.0]


@ours("TensorFlow does so with oneDNN, which these tests switch off")
def test_in_fit_the_first_has_it(in_tensorflows_place):
    layers = tf.keras.layers
    convolution = layers.Conv3D(1, 1, kernel_initializer="ones", use_bias=False)
    model = tf.keras.Sequential(
        [tf.keras.Input((2, 2, 2, 1)), convolution, layers.MaxPooling3D(2), layers.Flatten()]
    )
    data = np.ones((1, 2, 2, 2, 1), "float32"), np.zeros((1, 1), "float32")
    model.compile(tf.keras.optimizers.SGD(0.125), "mae")
    model.fit(*data, verbose=0)
    assert model.get_weights()[0].ravel().tolist() == [0.875]
    model.compile(tf.keras.optimizers.SGD(0.125), "mae", run_eagerly=True)
    model.fit(*data, verbose=0)
    assert model.get_weights()[0].ravel().tolist() == [-0.125]


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
