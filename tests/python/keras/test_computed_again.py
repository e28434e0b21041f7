"""`keras.remat`: functions whose values are computed again for gradients; and policies by name."""

import numpy as np
import pytest
from checks import as_array, assert_close
from library import tf

pytestmark = pytest.mark.keras_3
keras = tf.keras


class Grown(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.computed_again = keras.remat(self.intermediate)

    def build(self, input_shape):
        self.rate = self.add_weight(shape=(4,), initializer="ones")

    def intermediate(self, x):
        for _ in range(2):
            x = x + x * self.rate * 0.1
        return x

    def call(self, inputs):
        return self.computed_again(inputs)


def test_gradients_are_those_of_the_function():
    x = tf.constant([0.5, -2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = keras.remat(lambda t: tf.sin(t) * t)(x)
    assert_close(tape.gradient(y, x), np.sin(x) + np.cos(x) * as_array(x))


def test_a_layer_trains_with_it():
    inputs = keras.Input((4,))
    model = keras.Model(inputs, Grown()(inputs))
    model.compile(keras.optimizers.SGD(0.5), "mse")
    model.fit(np.ones((8, 4)), np.zeros((8, 4)), batch_size=8, verbose=0)
    assert_close(model.get_weights()[0], np.full(4, 1 - 0.5 * 2 * 1.1**3 * 0.2 / 4), rtol=1e-5)


def test_policies_of_floats():
    assert keras.FloatDTypePolicy("mixed_bfloat16").compute_dtype == "bfloat16"
    assert keras.dtype_policies.FloatDTypePolicy("float32").variable_dtype == "float32"
