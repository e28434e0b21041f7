"""Names of weights in Keras 2 where a chain makes its layers, or `build` a model's."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras, LAYERS = tf.keras, tf.keras.layers
X = np.ones((2, 3), "f")


class Net(keras.Model):
    def __init__(self):
        super().__init__(name="net")
        self.chain = keras.Sequential([LAYERS.Dense(2, name="a"), LAYERS.Dense(2, name="b")])
        self.last = LAYERS.Dense(1, name="c")

    def call(self, inputs):
        return self.last(self.chain(inputs))


def names(model):
    return [weight.name for weight in model.weights[::2]]


def test_layers_of_a_chain_are_named_by_themselves():
    model = Net()
    model(X)
    assert names(model) == ["a/kernel:0", "b/kernel:0", "net/c/kernel:0"]


def test_build_puts_no_name_before_them():
    model = Net()
    model.build((None, 3))
    assert names(model) == ["a/kernel:0", "b/kernel:0", "c/kernel:0"]


def test_a_layer_in_a_chain_names_its_own():
    class Inner(LAYERS.Layer):
        def __init__(self):
            super().__init__(name="inner")
            self.dense = LAYERS.Dense(2, name="d")

        def call(self, inputs):
            return self.dense(inputs)

    chain = keras.Sequential([Inner()])
    with tf.name_scope("outer"):
        chain(X)
    assert names(chain) == ["inner/d/kernel:0"]
