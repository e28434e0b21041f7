"""Keras 3: a layer with several outputs is listed with a list of shapes where it has been called,
by a chain too, and else with what it computes."""

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_3


def listed(model):
    lines = []
    model.summary(print_fn=lines.append, line_length=120)
    return "\n".join(lines)


def test_a_chain_has_called_its_layers():
    layer = keras.layers.LSTM(4, return_state=True)
    chain = keras.Sequential([keras.Input((5, 3)), layer])
    assert "[(None, 4), (None, 4)" in listed(chain)


def test_a_network_has_called_its_layers():
    inputs = keras.Input((5, 3))
    network = keras.Model(inputs, keras.layers.GRU(4, return_state=True)(inputs))
    assert "[(None, 4), (None, 4)]" in listed(network)
