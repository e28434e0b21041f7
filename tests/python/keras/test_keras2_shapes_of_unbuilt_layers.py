"""`compute_output_shape` under `TF_USE_LEGACY_KERAS=1`: a layer without weights stays without, and
nothing is drawn for it.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
LAYERS = tf.keras.layers
KINDS = {
    "dense": (lambda: LAYERS.Dense(3), (None, 4), [None, 3]),
    "convolution": (lambda: LAYERS.Conv2D(3, 2), (None, 5, 5, 2), [None, 4, 4, 3]),
    "recurrent": (lambda: LAYERS.LSTM(3, return_sequences=True), (None, 4, 2), [None, 4, 3]),
    "embedding": (lambda: LAYERS.Embedding(5, 3), (None, 4), [None, 4, 3]),
    "both ways": (lambda: LAYERS.Bidirectional(LAYERS.GRU(2)), (None, 4, 3), [None, 4]),
    "each step": (lambda: LAYERS.TimeDistributed(LAYERS.Dense(2)), (None, 4, 3), [None, 4, 2]),
    "slopes": (lambda: LAYERS.PReLU(), (None, 3), [None, 3]),
    "normalization": (lambda: LAYERS.BatchNormalization(), (None, 3), [None, 3]),
    "flat": (lambda: LAYERS.Flatten(), (None, 2, 3), [None, 6]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_layer_stays_without_weights(kind):
    make, shape, expected = KINDS[kind]
    layer = make()
    assert list(layer.compute_output_shape(shape)) == expected
    assert not layer.built
    assert layer.weights == []


def test_nothing_is_drawn():
    def drawn(asks):
        tf.keras.utils.set_random_seed(1)
        layer = LAYERS.Dense(3)
        if asks:
            layer.compute_output_shape((None, 4))
        return [layer(tf.ones([1, 4])), LAYERS.Dense(2)(tf.ones([1, 2])), tf.random.normal([2])]

    for one, other in zip(drawn(True), drawn(False), strict=True):
        np.testing.assert_array_equal(one, other)


def test_layers_of_a_programs_own_are_built():
    class Scaled(LAYERS.Layer):
        def build(self, input_shape):
            self.scale = self.add_weight(name="scale", shape=[input_shape[-1]])

        def call(self, inputs):
            return inputs * self.scale

    layer = Scaled()
    assert list(layer.compute_output_shape((None, 4))) == [None, 4]
    assert len(layer.weights) == 1
