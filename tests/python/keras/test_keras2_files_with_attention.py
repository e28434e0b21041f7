"""Attention in files of Keras 2, whose configurations tell the shapes of inputs."""

import json

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
LAYERS = tf.keras.layers
X = np.sin(np.arange(24.0)).reshape(2, 3, 4).astype("f")
NAMES = ("query_shape", "key_shape", "value_shape")


def test_configurations_tell_shapes():
    layer = LAYERS.MultiHeadAttention(2, 3)
    assert [layer.get_config()[name] for name in NAMES] == [None] * 3
    layer(X, X[:, :2])
    config = layer.get_config()
    assert [list(config[name]) for name in NAMES] == [[2, 3, 4], [2, 2, 4], [2, 2, 4]]
    assert config["softmax_robust_masking"] is False
    assert "seed" not in config


def test_shapes_of_files_build_the_layer():
    layer = LAYERS.MultiHeadAttention(2, 3)
    layer(X, X)
    config = {**layer.get_config(), **dict.fromkeys(NAMES, tf.TensorShape([None, 3, 4]))}
    again = LAYERS.MultiHeadAttention.from_config(config)
    again(X, X)
    again.set_weights(layer.get_weights())
    np.testing.assert_allclose(again(X, X), layer(X, X), rtol=1e-6)


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
@pytest.mark.parametrize("suffix", ["keras", "h5"])
def test_models_come_back(tmp_path, suffix):
    inputs = tf.keras.Input((3, 4))
    model = tf.keras.Model(inputs, LAYERS.MultiHeadAttention(2, 2)(inputs, inputs))
    path = str(tmp_path / f"m.{suffix}")
    model.save(path)
    np.testing.assert_allclose(tf.keras.models.load_model(path)(X), model(X), rtol=1e-6)


def test_descriptions_in_words_come_back():
    inputs = tf.keras.Input((3, 4))
    model = tf.keras.Model(inputs, LAYERS.MultiHeadAttention(2, 2)(inputs, inputs))
    layer = json.loads(model.to_json())["config"]["layers"][1]["config"]
    assert set(NAMES) <= layer.keys()
    again = tf.keras.models.model_from_json(model.to_json())
    again.set_weights(model.get_weights())
    np.testing.assert_allclose(again(X), model(X), rtol=1e-6)
