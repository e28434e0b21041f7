"""Keras 2 counts layers with weights on their own: others may come and go beside a file."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
layers = tf.keras.layers


def stack(*more):
    return tf.keras.Sequential([*more[:1], layers.Dense(3), *more[1:], layers.Dense(2)])


def values(model):
    return [weight.numpy().tolist() for weight in model.weights]


def test_names_of_values(tmp_path):
    path = str(tmp_path / "w")
    stack(layers.Flatten(input_shape=(2, 2)), layers.Dropout(0.5)).save_weights(path)
    names = [name for name, _ in tf.train.list_variables(path) if "VARIABLE_VALUE" in name]
    assert names == [
        f"layer_with_weights-{place}/{kind}/.ATTRIBUTES/VARIABLE_VALUE"
        for place in (0, 1)
        for kind in ("bias", "kernel")
    ]


@pytest.mark.parametrize("is_functional", [False, True])
def test_a_layer_without_weights_less(tmp_path, is_functional):
    path = str(tmp_path / "w")
    saved = stack(layers.Flatten(input_shape=(2, 2)), layers.Dropout(0.5), layers.ReLU())
    saved.save_weights(path)
    if is_functional:
        inputs = layers.Input((2, 2))
        hidden = layers.Dense(3)(layers.Flatten()(inputs))
        model = tf.keras.Model(inputs, layers.Dense(2)(hidden))
    else:
        model = stack(layers.Flatten(input_shape=(2, 2)))
    model.load_weights(path)
    assert values(model) == values(saved)


def test_a_layer_without_weights_more(tmp_path):
    path = str(tmp_path / "w")
    saved = stack(layers.Flatten(input_shape=(2, 2)))
    saved.save_weights(path)
    model = stack(layers.Flatten(input_shape=(2, 2)), layers.Dropout(0.5))
    model.load_weights(path).assert_existing_objects_matched()
    assert values(model) == values(saved)


def test_where_the_places_are_those_of_other_layers(tmp_path):
    path = str(tmp_path / "w")
    sizes = 4, 3, 2
    saved = tf.keras.Sequential([layers.Dropout(0.1, input_shape=(5,)), *map(layers.Dense, sizes)])
    saved.save_weights(path)
    model = tf.keras.Sequential([layers.Input((5,)), *map(layers.Dense, sizes)])
    model.load_weights(path)
    assert values(model) == values(saved)


def test_weights_made_later(tmp_path):
    path = str(tmp_path / "w")
    saved = tf.keras.Sequential([layers.Dense(3), layers.Dropout(0.5), layers.Dense(2)])
    x = tf.ones((1, 4))
    saved(x)
    saved.save_weights(path)
    model = tf.keras.Sequential([layers.Dense(3), layers.Dropout(0.1), layers.Dense(2)])
    model.load_weights(path)
    np.testing.assert_allclose(model(x), saved(x), rtol=1e-6)
