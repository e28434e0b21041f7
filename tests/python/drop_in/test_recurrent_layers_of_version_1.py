"""`tf.compat.v1.keras.layers` under `TF_USE_LEGACY_KERAS=1`: recurrent layers of version 1.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
X = np.arange(24.0, dtype="float32").reshape(2, 4, 3) / 24
KNOWN = {
    "LSTM": [[0.052013, 0.469701], [0.0, 0.401911]],
    "GRU": [[0.999636, 0.999276], [0.999959, 0.99989]],
}


def layers():
    from tensorflow.compat.v1.keras import layers as found

    return found


@pytest.mark.parametrize("kind", KNOWN)
def test_gates_are_hard_sigmoids(kind):
    layer = getattr(layers(), kind)(2, name="r")
    layer(X)
    for variable in layer.weights:
        count = int(np.prod(variable.shape))
        variable.assign(np.linspace(-2.0, 2.5, count).reshape(variable.shape))
    np.testing.assert_allclose(layer(X), KNOWN[kind], rtol=1e-4)
    assert next(v.name for v in layer.weights) == f"r/{kind.lower()}_cell/kernel:0"


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "LSTMCell", "GRUCell"])
def test_their_configurations(kind):
    layer = getattr(layers(), kind)(2)
    config = layer.get_config()
    assert (config["recurrent_activation"], config["implementation"]) == ("hard_sigmoid", 1)
    assert config.get("reset_after", False) is False
    assert type(layer).from_config(config).get_config() == config
    assert type(layer).__name__ == kind


def test_they_are_layers_of_their_own():
    from tensorflow.compat.v1.keras.layers import LSTM, Dense

    assert LSTM is not tf.keras.layers.LSTM
    assert issubclass(layers().GRU, tf.keras.layers.RNN)
    assert Dense is tf.keras.layers.Dense
    assert layers().SimpleRNN is tf.keras.layers.SimpleRNN


def test_each_gate_has_dropout_of_its_own():
    assert layers().LSTM(2, dropout=0.3).cell.implementation == 1
    tf.keras.utils.set_random_seed(1)
    dropped = layers().LSTM(2, dropout=0.3, unroll=True)(X, training=True).numpy()
    tf.keras.utils.set_random_seed(1)
    other = tf.keras.layers.LSTM(2, dropout=0.3, unroll=True, recurrent_activation="hard_sigmoid")
    assert np.abs(other(X, training=True).numpy() - dropped).max() > 1e-4
