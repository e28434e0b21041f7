"""Layers that stand apart when weights are written to a file, or read from it."""

import numpy as np
import pytest
from library import tf

pytest.importorskip("h5py")
keras = tf.keras
pytestmark = pytest.mark.keras_3


def chain(start):
    layers = keras.layers
    model = keras.Sequential([keras.Input([3]), layers.Dense(2), layers.Dense(2)])
    model.set_weights([np.full(weight.shape, start) for weight in model.weights])
    return model


def starts(model):
    return [float(np.array(layer.kernel)[0, 0]) for layer in model.layers]


def test_what_stands_apart_is_not_read(tmp_path):
    path = tmp_path / "all.weights.h5"
    chain(1.0).save_weights(path)
    model = chain(5.0)
    model.load_weights(path, objects_to_skip=[model.layers[0]])
    assert starts(model) == [5.0, 1.0]
    model.load_weights(path)
    assert starts(model) == [1.0, 1.0]


def test_what_stands_apart_is_not_written(tmp_path):
    path = tmp_path / "some.weights.h5"
    first = chain(1.0)
    keras.saving.save_weights(first, path, objects_to_skip=[first.layers[1]])
    model = chain(5.0)
    with pytest.raises(ValueError, match="weights"):
        model.load_weights(path)
    model.load_weights(path, objects_to_skip=[model.layers[1]])
    assert starts(model) == [1.0, 5.0]
