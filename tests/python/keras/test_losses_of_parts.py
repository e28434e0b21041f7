"""Losses that layers add, where the parts of a model are called one by one."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.arange(8, dtype="float32").reshape(4, 2) / 8


class Adding(keras.layers.Layer):
    adds = True

    def call(self, inputs):
        if self.adds:
            self.add_loss(tf.reduce_sum(inputs))
        return inputs


class Chain(keras.layers.Layer):
    def __init__(self, count):
        super().__init__()
        self.layers = [Adding() for _ in range(count)]

    def call(self, inputs):
        for layer in self.layers:
            inputs = layer(inputs)
        return inputs


class Parts(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = Chain(2)
        self.second = Chain(1)

    def call(self, inputs):
        return self.second(self.first(inputs))

    def train_step(self, data):
        outputs = self.second(self.first(data[0]))
        return {"added": tf.add_n(self.losses) + 0.0 * tf.reduce_sum(outputs)}


def added(model):
    return [float(loss) for loss in model.losses]


def test_a_part_that_is_called_alone_forgets_its_own():
    model = Parts()
    model(X)
    assert added(model) == [3.5] * 3
    model.first(X[:2])
    assert sorted(added(model)) == [0.75, 0.75, 3.5]
    model.second(X[2:])
    assert sorted(added(model)) == [0.75, 0.75, 2.75]
    model.first.layers[1](X[:1])
    assert sorted(added(model)) == [0.125, 0.75, 2.75]
    model(X)
    assert added(model) == [3.5] * 3


def test_a_step_that_calls_the_parts():
    model = Parts()
    model(X)
    model.compile("sgd")
    history = model.fit(X, X, batch_size=4, epochs=2, verbose=0).history
    np.testing.assert_allclose(history["added"], [10.5, 10.5])


@pytest.mark.parametrize("again", [True, False])
def test_a_call_in_which_a_layer_adds_nothing(again):
    model = Parts()
    model(X)
    model.second.layers[-1].adds = False
    (model if again else model.first)(X)
    assert added(model) == [3.5] * (2 if again else 3)
