"""Where a model's own variables stand among its weights under `TF_USE_LEGACY_KERAS=1`.

With that variable set this file passes against TensorFlow too.
"""

import os

import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
pytestmark = pytest.mark.skipif(
    AGAINST_TENSORFLOW and "TF_USE_LEGACY_KERAS" not in os.environ, reason="this is Keras 3"
)


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")


class Parts:
    def __init__(self):
        super().__init__()
        self.scale = tf.Variable(tf.ones([1, 3]))
        self.count = tf.Variable(tf.zeros([4]), trainable=False)
        self.body = keras.layers.Dense(2)
        self.norm = keras.layers.BatchNormalization()

    def call(self, x):
        return self.norm(self.body(x * self.scale))


class Model(Parts, keras.Model):
    pass


class Layer(Parts, keras.layers.Layer):
    pass


class Outer(keras.Model):
    def __init__(self, inner):
        super().__init__()
        self.own = tf.Variable(tf.zeros([5]))
        self.inner = inner

    def call(self, x):
        return self.inner(x)


def shapes(variables):
    return [tuple(v.shape) for v in variables]


def built(model):
    model(tf.ones([2, 3]))
    return model


def test_those_of_a_model_come_last():
    model = built(Model())
    assert shapes(model.trainable_variables) == [(3, 2), (2,), (2,), (2,), (1, 3)]
    assert shapes(model.non_trainable_variables) == [(2,), (2,), (4,)]
    assert shapes(model.weights) == [(3, 2), (2,), (2,), (2,), (2,), (2,), (1, 3), (4,)]
    assert [w.shape for w in model.get_weights()] == shapes(model.weights)


def test_those_of_a_layer_come_first():
    layer = built(Layer())
    assert shapes(layer.trainable_variables) == [(1, 3), (3, 2), (2,), (2,), (2,)]
    assert shapes(layer.non_trainable_variables) == [(4,), (2,), (2,)]


def test_models_in_models():
    model = built(Outer(Model()))
    assert shapes(model.trainable_variables) == [(3, 2), (2,), (2,), (2,), (1, 3), (5,)]


def test_weights_are_set_in_that_order():
    model, other = built(Model()), built(Model())
    model.scale.assign([[1.0, 2.0, 3.0]])
    other.set_weights(model.get_weights())
    assert other.scale.numpy().tolist() == [[1.0, 2.0, 3.0]]
