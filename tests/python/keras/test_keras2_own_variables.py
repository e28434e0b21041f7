"""The order in which models and layers of Keras 2 list variables of their own."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_2


def names(weights):
    return [weight.name.split("/")[-1].split(":")[0] for weight in weights]


def make(kind):
    class Mixed(kind):
        def __init__(self):
            super().__init__()
            self.before = tf.Variable(2.0, name="before")
            self.added = self.add_weight(shape=(), name="added")
            self.inner = layers.Dense(2)
            self.after = tf.Variable(1.0, name="after")
            self.fixed = self.add_weight(shape=(), name="fixed", trainable=False)

        def call(self, x):
            return self.inner(x) * self.before * self.added

    made = Mixed()
    made(np.ones((2, 3), "float32"))
    return made


def test_of_a_model():
    model = make(tf.keras.Model)
    assert names(model.weights) == ["kernel", "bias", "before", "added", "after", "fixed"]
    assert names(model.trainable_weights) == ["kernel", "bias", "before", "added", "after"]
    model.trainable = False
    assert names(model.weights) == ["kernel", "bias", "before", "added", "after", "fixed"]
    frozen = ["before", "added", "after", "kernel", "bias", "fixed"]
    assert names(model.non_trainable_weights) == frozen


def test_of_a_layer():
    layer = make(layers.Layer)
    assert names(layer.weights) == ["before", "added", "after", "kernel", "bias", "fixed"]


def test_of_what_build_makes():
    class Late(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.first = tf.Variable(2.0, name="first")

        def build(self, shape):
            self.second = self.add_weight(shape=(), name="second")
            self.third = tf.Variable(1.0, name="third")
            self.fourth = self.add_weight(shape=(), name="fourth")
            super().build(shape)

        def call(self, x):
            return x * self.second

    model = Late()
    model(np.ones((2, 3), "float32"))
    assert names(model.weights) == ["first", "second", "third", "fourth"]
