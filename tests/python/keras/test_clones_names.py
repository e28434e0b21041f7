"""Keras 3: what the inputs of clones are called."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_3


def network():
    one, two = keras.Input((3,)), keras.Input((2,), name="two")
    joined = keras.layers.Concatenate(name="joined")([keras.layers.Dense(2, name="d")(one), two])
    return keras.Model([one, two], joined, name="network")


def test_inputs_of_a_clone_have_the_names_of_their_tensors():
    keras.backend.clear_session()
    model = network()
    assert [layer.name for layer in model.layers] == ["input_layer", "d", "two", "joined"]
    clone = keras.models.clone_model(model)
    assert [layer.name for layer in clone.layers] == ["keras_tensor", "d", "two", "joined"]
    assert [tensor.name for tensor in clone.inputs] == ["keras_tensor", "two"]
    assert clone.name == "network"
    again = keras.models.clone_model(clone)
    assert [layer.name for layer in again.layers] == ["keras_tensor", "d", "two", "joined"]


def test_so_they_have_with_a_function_that_makes_the_layers():
    keras.backend.clear_session()
    clone = keras.models.clone_model(
        network(), clone_function=lambda layer: type(layer).from_config(layer.get_config())
    )
    assert [layer.name for layer in clone.layers] == ["keras_tensor", "d", "two", "joined"]


def test_the_clone_takes_data_by_these_names():
    keras.backend.clear_session()
    clone = keras.models.clone_model(network())
    data = {"keras_tensor": np.ones((4, 3), "float32"), "two": np.ones((4, 2), "float32")}
    assert clone.predict(data, verbose=0).shape == (4, 4)
