"""Variables in attributes that held something else before, in the lists of weights of Keras 2."""

import pytest
from library import tf

pytestmark = pytest.mark.keras_2


class Late(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.second = self.last = None

    def build(self, shape):
        self.first = tf.Variable(1.0, name="first")
        self.second = tf.Variable(2.0, name="second")

    def call(self, x):
        if self.last is None:
            self.last = tf.Variable(3.0, name="last")
        return x * self.first + self.second * self.last


def names(layer):
    return [weight.name.rpartition("/")[2] for weight in layer.trainable_weights]


def test_they_come_when_they_are_set_and_not_where_the_attribute_was():
    layer = Late()
    layer(tf.ones((1, 2)))
    assert names(layer) == ["first:0", "second:0", "last:0"]
    assert [value.item() for value in layer.get_weights()] == [1, 2, 3]


def test_a_variable_takes_the_place_of_another():
    layer = Late()
    layer(tf.ones((1, 2)))
    layer.first = tf.Variable(4.0, name="other")
    assert names(layer)[0] == "other:0"
