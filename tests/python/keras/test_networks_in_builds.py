"""Keras 2: no scope is around the weights of a network that is put together within one."""

import pytest
from library import tf

pytestmark = pytest.mark.keras_2
layers = tf.keras.layers


class Outer(layers.Layer):
    def build(self, input_shape):
        inputs = layers.Input((input_shape[-1],))
        hidden = layers.Dense(2, name="first")(inputs)
        self.network = tf.keras.Model(inputs, layers.Dense(1, name="second")(hidden))

    def call(self, inputs):
        return self.network(inputs)


NAMES = ["first/kernel:0", "first/bias:0", "second/kernel:0", "second/bias:0"]


def test_in_a_build():
    layer = Outer()
    layer(tf.ones((1, 3)))
    assert [weight.name for weight in layer.weights] == NAMES


def test_in_a_function():
    layer = Outer()
    tf.function(layer)(tf.ones((1, 3)))
    assert [weight.name for weight in layer.weights] == NAMES


def test_in_a_scope_of_the_program():
    with tf.name_scope("outer"):
        inputs = layers.Input((3,))
        model = tf.keras.Model(inputs, layers.Dense(2, name="first")(inputs))
        alone = layers.Dense(2, name="second")
        alone(tf.ones((1, 3)))
    assert [weight.name for weight in model.weights] == NAMES[:2]
    assert [weight.name for weight in alone.weights] == [f"outer/{name}" for name in NAMES[2:]]
