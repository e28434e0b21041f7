"""Initial values that a program draws eagerly, of layers that a chain builds for symbols first."""

import numpy as np
from library import tf

layers = tf.keras.layers
X = np.ones([6, 3], "float32")


def drawn(shape, dtype=None):
    return tf.random.uniform(shape, -0.3, 0.3, dtype=dtype or "float32")


class Gate(layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = layers.Dense(4)

    def call(self, x):
        return self.inner(x)


def first_weight(*following):
    tf.keras.utils.set_random_seed(29)
    layer = layers.Dense(5, kernel_initializer=drawn)
    chain = tf.keras.Sequential([layer, *following])
    chain(X)
    return np.asarray(layer.kernel)


def test_layers_without_a_build_behind_do_not_matter():
    tf.keras.utils.set_random_seed(29)
    expected = np.asarray(tf.random.uniform([3, 5], -0.3, 0.3))
    np.testing.assert_array_equal(first_weight(), expected)
    np.testing.assert_array_equal(first_weight(Gate(), layers.Dense(2)), expected)


def test_the_next_eager_draw_is_the_second():
    first_weight(Gate())
    found = float(tf.random.uniform([]))
    tf.keras.utils.set_random_seed(29)
    tf.random.uniform([])
    assert found == float(tf.random.uniform([]))
