"""In TensorFlow's place a network that is called without a mode leaves each layer its own, as Keras
3 does, whose symbolic calls note it; a layer without one has that of the layer before it."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]


class Trains(layers.Layer):
    def call(self, x, training=True):
        return x + (1.0 if training else 0.0)


class Rests(layers.Layer):
    def call(self, x, training=False):
        return x + (10.0 if training else 0.0)


class Follows(layers.Layer):
    def call(self, x, training=None):
        return x + {True: 100.0, False: 1000.0, None: 0.0}[training]


def chain(*parts):
    return keras.Sequential(list(parts))


def begun(*parts):
    return keras.Sequential([keras.Input((1,)), *parts])


def network(*parts):
    entry = end = keras.Input((1,))
    for part in parts:
        end = part(end)
    return keras.Model(entry, end)


class Around(keras.Model):
    def __init__(self, *parts):
        super().__init__()
        self.parts = list(parts)

    def call(self, x):
        for part in self.parts:
            x = part(x)
        return x


def result(model, **mode):
    return float(np.ravel(model(np.zeros((1, 1), "float32"), **mode))[0])


@pytest.mark.parametrize("kind", [chain, begun, network])
def test_each_layer_has_its_own(kind):
    assert result(kind(Trains(), Rests())) == 1.0
    assert result(kind(Rests(), Trains())) == 1.0
    assert result(kind(Trains(), Follows())) == 101.0
    assert result(kind(Rests(), Follows())) == 1000.0
    assert result(kind(Trains(), Rests(), Follows())) == 1001.0
    assert result(kind(Follows(), Rests(), Trains())) == 1.0


@pytest.mark.parametrize("kind", [chain, begun, network])
def test_a_mode_of_the_network_is_that_of_all(kind):
    model = kind(Trains(), Rests(), Follows())
    assert result(model, training=True) == 111.0
    assert result(model, training=False) == 1000.0


@pytest.mark.parametrize("kind", [chain, begun, network])
def test_a_network_within_another_model(kind):
    assert result(Around(kind(Trains(), Rests()), Rests())) == 1.0  # that of the last one
    assert result(Around(Trains(), kind(Rests(), Follows()))) == 111.0
    assert result(Around(Rests(), kind(Trains(), Follows()))) == 1000.0


def test_behind_other_sizes_of_pictures_nothing_drops_out():
    model = keras.Sequential([layers.Resizing(2, 2), layers.Dropout(0.5)])
    pictures = np.ones((1, 4, 4, 1), "float32")
    np.testing.assert_allclose(model(pictures), np.ones((1, 2, 2, 1)), rtol=1e-6)
