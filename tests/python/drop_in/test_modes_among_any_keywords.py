"""A `call` that takes any keyword, and `training` only so: Keras 2 tells it, Keras 3 does not."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
X = np.zeros((4, 2), "float32")


class Tells(layers.Layer):
    def call(self, inputs, **kwargs):
        self.told = kwargs
        return inputs + (1.0 if kwargs.get("training") else 0.0)


class Outer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = Tells()
        self.sum = layers.Dense(1, kernel_initializer="ones")

    def call(self, inputs):
        return self.sum(self.inner(inputs))


@pytest.mark.keras_2
def test_keras_2_tells_what_holds():
    layer, model = Tells(), Outer()
    for given, told in (({}, None), ({"training": True}, True), ({"training": None}, None)):
        layer(X, **given)
        assert layer.told == {"training": told}
    assert model(X, training=True).numpy().mean() == 2.0
    model.compile(tf.keras.optimizers.SGD(0.0), "mae")
    assert model.fit(X, np.zeros((4, 1)), verbose=0).history["loss"] == [2.0]
    assert model.evaluate(X, np.zeros((4, 1)), verbose=0) == 0.0


@pytest.mark.keras_3
def test_keras_3_tells_nothing():
    layer = Tells()
    for given in ({}, {"training": True}):
        layer(X, **given)
        assert layer.told == {}
    assert Outer()(X, training=True).numpy().mean() == 0.0
