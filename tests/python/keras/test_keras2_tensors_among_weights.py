"""Keras 2: tensors that a program appends to the weights of a layer, as tied layers do."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras


class Tied(keras.layers.Layer):
    def __init__(self, other):
        super().__init__()
        self.other = other

    def build(self, input_shape):
        self.kernel = tf.transpose(self.other.kernel)
        self._non_trainable_weights.append(self.kernel)
        self.bias = self.add_weight(shape=(3,), initializer="zeros", name="bias")

    def call(self, inputs):
        return tf.matmul(inputs, self.kernel) + self.bias


def test_they_are_listed_behind_those_that_are_trained():
    inner = keras.layers.Dense(2)
    tied = Tied(inner)
    tied(inner(np.ones((1, 3))))
    assert [len(found) for found in (tied.weights, tied.trainable_weights)] == [4, 3]
    (last,) = tied.non_trainable_weights
    assert last is tied.kernel
    assert len(tied.get_weights()) == 4


def test_they_keep_their_values_in_a_model():
    inputs, inner = keras.Input((3,)), keras.layers.Dense(2)
    tied = Tied(inner)
    model = keras.Model(inputs, tied(inner(inputs)))
    before = tied.kernel.numpy()
    model.compile("sgd", "mse")
    model.fit(np.ones((4, 3)), np.ones((4, 3)), verbose=0)
    assert np.array_equal(tied.kernel.numpy(), before)
    assert model.count_params() == 6 + 2 + 3 + 6
