"""Initializers of a program's own that draw without a seed go on in the order of the layers."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]
keras = tf.keras


class Drawn(keras.initializers.Initializer):
    def __call__(self, shape, dtype=None):
        return keras.random.uniform(shape, -1.0, 1.0)


def layers():
    return [keras.layers.Dense(4, kernel_initializer=Drawn()) for _ in range(3)]


def expected():
    keras.utils.set_random_seed(3)
    return [float(tf.reduce_sum(keras.random.uniform((4, 4), -1.0, 1.0))) for _ in range(4)]


def in_a_chain():
    return keras.Sequential([keras.Input((4,)), *layers()])


def in_a_network():
    start = end = keras.Input((4,))
    for layer in layers():
        end = layer(end)
    return keras.Model(start, end)


def late():
    model = keras.Sequential(layers())
    model(np.ones((1, 4), "float32"))
    return model


@pytest.mark.parametrize("make", [in_a_chain, in_a_network, late])
def test_each_weight_has_numbers_of_its_own(make):
    numbers = expected()
    keras.utils.set_random_seed(3)
    model = make()
    found = [float(kernel.sum()) for kernel in model.get_weights()[::2]]
    found.append(float(tf.reduce_sum(keras.random.uniform((4, 4), -1.0, 1.0))))
    np.testing.assert_allclose(found, numbers, rtol=1e-5)
