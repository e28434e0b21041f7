"""Layers of activations by their names, and what they are made with."""

import numpy as np
import pytest
from library import tf

NAMES = ["LeakyReLU", "ELU", "ReLU", "Softmax", "PReLU", "ThresholdedReLU"]
X = np.float32([[-2.0, -0.5, 0.0, 3.0]])


@pytest.mark.keras_2
@pytest.mark.parametrize(
    "name", ["LeakyReLU", "ELU", "ReLU", "Softmax", "PReLU", "ThresholdedReLU"]
)
def test_the_name_of_a_layer_is_an_activation_in_keras_2(name):
    layer = getattr(tf.keras.layers, name)()
    np.testing.assert_allclose(tf.keras.activations.get(name)(X), layer(X), rtol=1e-6)


@pytest.mark.keras_2
def test_a_dense_layer_takes_it():
    layer = tf.keras.layers.Dense(2, activation="LeakyReLU", kernel_initializer="ones")
    np.testing.assert_allclose(layer(-X), [[-0.15, -0.15]], rtol=1e-5)


def _with_layers():
    leaky, learned = tf.keras.layers.LeakyReLU(0.25), tf.keras.layers.PReLU()
    return tf.keras.Sequential(
        [
            tf.keras.Input((4,)),
            tf.keras.layers.Dense(3, activation=leaky),
            tf.keras.layers.Dense(1, activation=learned),
        ]
    )


def _loaded(model, folder):
    path = str(folder / "model.keras")
    model.save(path)
    return tf.keras.models.load_model(path)


@pytest.mark.parametrize(
    "again",
    [
        _loaded,
        lambda model, _: tf.keras.models.clone_model(model),
        lambda model, _: tf.keras.models.model_from_json(model.to_json()),
        lambda model, _: type(model).from_config(model.get_config()),
    ],
)
def test_models_that_have_them_are_made_again(again, tmp_path):
    pytest.importorskip("h5py")
    model = _with_layers()
    made = again(model, tmp_path)
    kinds = [type(layer.activation).__name__ for layer in made.layers[-2:]]
    assert kinds == ["LeakyReLU", "PReLU"]
    made.set_weights(model.get_weights())
    np.testing.assert_allclose(made(X), model(X), rtol=1e-6)


@pytest.mark.keras_2
def test_the_configuration_of_a_leaky_relu_says_alpha_in_keras_2():
    config = tf.keras.layers.LeakyReLU(alpha=0.1).get_config()
    assert config["alpha"] == np.float32(0.1)
    assert "negative_slope" not in config
    assert tf.keras.layers.LeakyReLU.from_config(config).alpha == np.float32(0.1)


@pytest.mark.keras_3
def test_there_is_no_such_name_in_keras_3():
    with pytest.raises(ValueError):
        tf.keras.activations.get("LeakyReLU")


@pytest.mark.keras_2
def test_the_slope_of_a_leaky_relu_is_alpha_in_keras_2():
    assert tf.keras.layers.LeakyReLU(alpha=0.125).alpha == 0.125


def test_iterators_of_pictures_tell_how_they_were_made(tmp_path):
    generator = tf.keras.preprocessing.image.ImageDataGenerator()
    pictures = np.zeros([2, 3, 3, 3], "float32")
    flow = generator.flow(pictures, save_to_dir=str(tmp_path), save_prefix="a", save_format="jpeg")
    assert (flow.save_prefix, flow.save_format, flow.data_format) == ("a", "jpeg", "channels_last")
    assert flow.save_to_dir == str(tmp_path)


@pytest.mark.keras_2
def test_a_configuration_is_a_layer_for_deserialize():
    told = _with_layers().layers[0].get_config()["activation"]
    made = tf.keras.activations.deserialize(told)
    np.testing.assert_allclose(made(X), [[-0.5, -0.125, 0.0, 3.0]])
