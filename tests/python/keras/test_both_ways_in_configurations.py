"""`Bidirectional` tells the layers of both ways, and wants them to differ."""

import pytest
from library import tf

pytestmark = pytest.mark.keras_3
keras = tf.keras
LSTM = keras.layers.LSTM


def test_both_layers_are_told():
    config = keras.layers.Bidirectional(LSTM(2, name="steps")).get_config()
    assert config["layer"]["config"]["name"] == "forward_steps"
    assert config["backward_layer"]["config"]["name"] == "backward_steps"
    assert config["backward_layer"]["config"]["go_backwards"]


def test_the_backward_layer_of_a_copy_draws_its_weights_first():
    config = keras.layers.Bidirectional(LSTM(2)).get_config()
    keras.utils.set_random_seed(3)
    made = keras.layers.Bidirectional.from_config(config)
    made.build((None, 3, 2))
    keras.utils.set_random_seed(3)
    layers = [LSTM(2) for _ in range(3)]  # the one that is given, the backward one, the forward one
    for layer, kept in zip(layers[1:], [made.backward_layer, made.forward_layer], strict=True):
        layer.build((None, 3, 2))
        assert float(tf.reduce_sum(abs(layer.cell.kernel - kept.cell.kernel))) == 0.0


def test_a_layer_that_goes_backwards_has_no_other_way():
    with pytest.raises(ValueError, match="should have different"):
        keras.layers.Bidirectional(LSTM(2, go_backwards=True))
