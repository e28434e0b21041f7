"""Layers that have no weights are built from the first, in Keras 3."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_3


@pytest.mark.parametrize(
    "layer",
    [
        layers.Activation("relu"), layers.ReLU(), layers.Softmax(), layers.Dropout(0.5),
        layers.GaussianNoise(0.1), layers.SpatialDropout1D(0.5), layers.MaxPooling2D(),
        layers.GlobalAveragePooling1D(), layers.Masking(), layers.Reshape((3, 1)),
        layers.UnitNormalization(), layers.Identity(), layers.ActivityRegularization(0.1),
    ],
    ids=lambda layer: type(layer).__name__,
)  # fmt: skip
def test_those_without_weights_are(layer):
    assert layer.built
    assert not layer.weights
    assert "built=True" in repr(layer)


@pytest.mark.parametrize(
    "layer",
    [
        layers.Dense(2), layers.Flatten(), layers.Add(), layers.UpSampling1D(),
        layers.PReLU(), layers.BatchNormalization(), layers.Bidirectional(layers.LSTM(2)),
    ],
    ids=lambda layer: type(layer).__name__,
)  # fmt: skip
def test_others_are_not(layer):
    assert not layer.built


def test_one_with_a_build_of_its_own_is_built_by_it():
    class Own(layers.Dropout):
        def build(self, shape):
            self.scale = self.add_weight(shape=(), initializer="ones")

    layer = Own(0.5)
    assert not layer.built
    layer(np.ones((2, 2), "float32"))
    assert layer.built
    assert len(layer.weights) == 1


def test_their_first_call_is_still_one():
    layer = layers.ReLU()
    model = tf.keras.Sequential([layer])
    model(np.ones((2, 3), "float32"))
    assert layer.built
    assert model.output_shape[1:] == (3,)
