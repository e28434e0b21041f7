"""Numbers of `evaluate` for several outputs: the losses, then all metrics by their names, in Keras
3 those that weights count in among them."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]
keras = tf.keras
X = np.linspace(0.0, 1.0, 32).reshape(8, 4).astype("float32")
Y = X.sum(1, keepdims=True)
WEIGHTS = np.linspace(0.1, 2.0, 8).astype("float32")


def test_metrics_of_outputs_are_in_the_order_of_their_names():
    inputs = keras.Input((4,))
    outputs = [keras.layers.Dense(1, name=name)(inputs) for name in ("b", "a")]
    model = keras.Model(inputs, outputs)
    metrics = {"metrics": [["mse", "mae"], ["mse"]], "weighted_metrics": [["mae"], ["mse", "mape"]]}
    model.compile("sgd", ["mse", "mae"], **metrics)
    options = {"sample_weight": WEIGHTS, "verbose": 0}
    named = model.evaluate(X, [Y, 2.0 * Y], return_dict=True, **options)
    names = ["loss", "b_loss", "a_loss", "a_mape", "a_mse", "a_weighted_mse"]
    names += ["b_mae", "b_mse", "b_weighted_mae"]
    assert model.evaluate(X, [Y, 2.0 * Y], **options) == [named[name] for name in names]
