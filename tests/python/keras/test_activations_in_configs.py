"""Activations in configurations: layers say what they were built for, functions their name."""

import pytest
from library import tf


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
