"""Keras 2 names weights after all layers that are being called, in later calls of these too."""

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2


class Covered(keras.layers.Layer):
    """Has a part that only a call with a second argument comes to."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = keras.layers.Dense(2, name="first")
        self.second = keras.layers.Dense(2, name="second")

    def call(self, x, covered=None):
        return self.first(x) if covered is None else self.first(x) + self.second(covered)


class Outer(keras.Model):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.inner = Covered(name="inner")

    def call(self, x, twice=True):
        y = self.inner(x)
        return self.inner(x, covered=y) if twice else y


def names(layer):
    return sorted(weight.name for weight in layer.weights)


def test_within_one_call_of_what_is_around():
    model = Outer(name="outer")
    tf.function(model)(tf.ones((1, 2)))
    assert names(model) == [
        "outer/inner/first/bias:0",
        "outer/inner/first/kernel:0",
        "outer/inner/second/bias:0",
        "outer/inner/second/kernel:0",
    ]


def test_in_later_calls_of_all():
    model = Outer(name="outer")
    model(tf.ones((1, 2)), twice=False)
    assert names(model) == ["outer/inner/first/bias:0", "outer/inner/first/kernel:0"]
    model(tf.ones((1, 2)))
    model(tf.ones((1, 2)))
    assert names(model)[2:] == ["outer/inner/second/bias:0", "outer/inner/second/kernel:0"]


def test_of_a_layer_alone():
    layer = Covered(name="alone")
    layer(tf.ones((1, 2)))
    layer(tf.ones((1, 2)), covered=tf.ones((1, 2)))
    assert names(layer)[2:] == ["alone/second/bias:0", "alone/second/kernel:0"]
