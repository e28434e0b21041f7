"""Keras 2 counts names of layers by graph: those made in functions and steps have their own."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X, Y = np.ones([8, 2], np.float32), np.ones([8, 1], np.float32)


def name():
    return tf.keras.layers.Concatenate().name


class Making(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner, self.names = tf.keras.layers.Dense(1), []

    def call(self, x):
        first, second = tf.keras.layers.Concatenate(), tf.keras.layers.Concatenate()
        self.names.append((first.name, second.name))
        return self.inner(second([first([x, x]), x]))


@pytest.fixture(autouse=True)
def _from_the_start():
    tf.keras.backend.clear_session()


def test_steps_of_models():
    model = Making()
    model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=4, epochs=2, verbose=0)
    model.predict(X, verbose=0)
    assert set(model.names) == {("concatenate", "concatenate_1")}
    assert name() == "concatenate"


def test_steps_that_are_eager_code():
    model = Making()
    model.compile("sgd", "mse", run_eagerly=True)
    model.fit(X, Y, batch_size=4, verbose=0)
    assert model.names[1] == ("concatenate_2", "concatenate_3")
    assert name() == "concatenate_4"


def test_functions():
    @tf.function
    def inner(x):
        found.append(name())
        return x

    @tf.function
    def outer(x):
        found.append(name())
        inner(x)
        found.append(name())
        return x

    found = []
    outer(tf.constant([1.0]))
    assert found == ["concatenate", "concatenate", "concatenate_1"]
    assert name() == "concatenate"
