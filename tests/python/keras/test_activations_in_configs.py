"""Activations in configurations: layers say what they were built for, functions their name."""

import pytest
from library import ours, tf


def activation_in(layer):
    return layer.get_config()["activation"]


@pytest.mark.keras_2  # a network of Keras 3 does not run what is in a dense layer
@pytest.mark.parametrize("kind", [tf.keras.layers.PReLU, tf.keras.layers.ReLU])
def test_it_tells_the_shape_once_it_has_run(kind):
    dense = tf.keras.layers.Dense(3, activation=kind())
    assert "build_config" not in activation_in(dense)
    tf.keras.Sequential([tf.keras.Input((4,)), dense])
    assert activation_in(dense)["build_config"] == {"input_shape": (None, 3)}


def test_a_layer_of_such_a_configuration_runs():
    dense = tf.keras.layers.Dense(3, activation=tf.keras.layers.ReLU(6.0))
    dense(tf.keras.Input((4,)))
    again = tf.keras.layers.Dense.from_config(dense.get_config())
    assert again(tf.ones((2, 4))).shape == (2, 3)
    assert type(again.activation) is tf.keras.layers.ReLU


@pytest.mark.keras_2
@pytest.mark.parametrize("activation", ["swish", "silu", tf.nn.silu, tf.nn.swish])
def test_keras_2_has_one_name_for_swish(activation):
    assert activation_in(tf.keras.layers.Dense(2, activation=activation)) == "swish"


def doubled(x):
    return 2 * x


FORM = {
    "module": "builtins",
    "class_name": "function",
    "config": "doubled",
    "registered_name": "function",
}


@pytest.mark.keras_2
def test_keras_2_tells_a_function_of_the_program_in_a_mapping():
    assert tf.keras.layers.Activation(doubled).get_config()["activation"] == FORM
    assert tf.keras.layers.LSTM(2, activation=doubled).get_config()["activation"] == FORM
    assert tf.keras.activations.serialize(doubled) == FORM
    assert tf.keras.activations.serialize(tf.sin) == {**FORM, "config": "sin"}
    assert tf.keras.activations.serialize(tf.nn.relu6) == "relu6"


@pytest.mark.keras_2
def test_such_a_mapping_makes_the_layer_again():
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2, doubled)])
    with tf.keras.utils.custom_object_scope({"doubled": doubled}):
        copies = [
            tf.keras.Sequential.from_config(model.get_config()),
            tf.keras.models.clone_model(model),
            tf.keras.models.model_from_json(model.to_json()),
        ]
    assert all(copy.layers[0].activation is doubled for copy in copies)


@pytest.mark.keras_2
@ours("Keras 2.15 cannot read what it has written there")
def test_files_of_keras_2_have_the_name(tmp_path):
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2, doubled)])
    path = str(tmp_path / "model.h5")
    model.save(path)
    again = tf.keras.models.load_model(path, custom_objects={"doubled": doubled})
    assert again.layers[0].activation is doubled
