"""How Keras 2 reports losses and metrics of a dict of outputs: by the layers, if known."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
LAYERS = tf.keras.layers
X = np.sin(np.arange(48.0)).reshape(12, 4).astype("f")
Y = {"q": X[:, :1], "p": X[:, :2]}
COMPILED = {"loss": {"p": "mse", "q": "mae"}, "metrics": {"p": ["mae"], "q": ["mse"]}}


def fitted(model):
    model.compile("sgd", **COMPILED)
    return list(model.fit(X, Y, verbose=0).history)


def test_a_network_of_layers():
    inputs = tf.keras.Input((4,))
    one, two = LAYERS.Dense(1, name="za")(inputs), LAYERS.Dense(2, name="ab")(inputs)
    model = tf.keras.Model(inputs, {"q": one, "p": two})
    assert fitted(model) == ["loss", "ab_loss", "za_loss", "ab_mae", "za_mse"]
    assert list(model.evaluate(X, Y, verbose=0, return_dict=True)) == model.metrics_names


def test_a_model_of_ones_own():
    class Both(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.one, self.two = LAYERS.Dense(1), LAYERS.Dense(2)

        def call(self, x):
            return {"q": self.one(x), "p": self.two(x)}

    assert fitted(Both()) == ["loss", "p_loss", "q_loss", "p_mae", "q_mse"]
