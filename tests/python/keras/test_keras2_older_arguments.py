"""Arguments that Keras 2 takes and Keras 3 refuses: older names of what layers that encode are made
with, and no units at all.

With `TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = pytest.mark.keras_2


def test_tokens_were_counted_by_another_name():
    layer = layers.CategoryEncoding(max_tokens=3, output_mode="binary")
    assert layer(np.array([[0, 2]])).numpy().tolist() == [[1.0, 0.0, 1.0]]
    config = layer.get_config()
    assert config["num_tokens"] == 3
    assert "max_tokens" not in config


@pytest.mark.parametrize("bins", [[0.0, 1.0], 3])
def test_bins_are_boundaries_or_their_number(bins):
    layer = layers.Discretization(bins=bins)
    if bins == 3:
        layer.adapt(np.arange(9.0, dtype="float32"))
    assert layer(np.array([[-1.0, 20.0]])).numpy().tolist() == [[0, 2]]


def test_tokens_of_whole_numbers_were_values():
    layer = layers.IntegerLookup(vocabulary=[5, 7], max_values=4, mask_value=0, oov_value=-2)
    assert layer(np.array([[0, 5, 7, 9]])).numpy().tolist() == [[0, 2, 3, 1]]
    assert layer.get_vocabulary() == [0, -2, 5, 7]
    assert layer.get_config()["max_tokens"] == 4


def test_a_layer_over_a_dense_one_may_have_no_units():
    class Gate(layers.Dense):
        def __init__(self, parts, **options):
            super().__init__(0, **options)
            self.parts = parts

        def build(self, input_shape):
            self.dense = layers.Dense(self.parts, activation=self.activation)
            self.built = True

        def call(self, inputs):
            return self.dense(inputs)

    layer = Gate(2, activation="relu")
    assert layer(tf.ones([1, 3])).shape == [1, 2]
    assert layers.Dense(0)(tf.ones([4, 3])).shape == [4, 0]
    with pytest.raises(ValueError, match="positive integer"):
        layers.Dense(-1)
