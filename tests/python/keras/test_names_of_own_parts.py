"""Layers and models of a program's own whose attributes and methods have names of their own choice.

The library keeps what it needs under names that no program chooses by accident.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X, Y = np.ones([4, 2], "float32"), np.ones([4, 1], "float32")
NAMES = [
    *("_calls", "_compiled", "_enter", "_entry", "_epochs", "_evaluate", "_home", "_input_shape"),
    *("_leaves", "_narrow", "_network", "_output_shape", "_penalties", "_policy", "_run"),
    *("_runner", "_stack", "_steps", "_strategy", "_trained", "_training"),
]


def made(base, name, method):
    """An instance of a subclass, which has the name as a method, or as an attribute."""

    class Own(base):
        def __init__(self):
            super().__init__()
            self.inner = keras.layers.Dense(1)
            if not method:
                setattr(self, name, "mine")

        def call(self, inputs):
            return self.inner(inputs)

    if method:
        setattr(Own, name, lambda self: "mine")
    return Own()


def told(owner, name, method):
    return getattr(owner, name)() if method else getattr(owner, name)


@pytest.mark.parametrize("method", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_model_trains(name, method):
    model = made(keras.Model, name, method)
    model.compile("sgd", "mse", metrics=["mae"])
    model.fit(X, Y, validation_data=(X, Y), verbose=0)
    model.train_on_batch(X, Y)
    assert model.predict(X, verbose=0).shape == (4, 1)
    assert len(model.evaluate(X, Y, verbose=0)) == 2
    assert [weight.shape for weight in model.get_weights()] == [(2, 1), (1,)]
    assert told(model, name, method) == "mine"


@pytest.mark.parametrize("method", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_layer_is_part_of_a_model(name, method):
    layer = made(keras.layers.Layer, name, method)
    inputs = keras.Input([2])
    model = keras.Model(inputs, layer(inputs))
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=0)
    assert layer.output.shape[1:] == (1,)
    layer.trainable = False
    assert model.trainable_weights == []
    assert told(layer, name, method) == "mine"
