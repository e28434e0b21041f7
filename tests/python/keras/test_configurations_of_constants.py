"""What the configuration of `initializers.Constant` says of arrays and tensors."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
VALUES = {
    "array": (np.array([[1.0, 2.0]]), "__numpy__", "float64", [[1.0, 2.0]]),
    "integers": (np.arange(2), "__numpy__", "int64", [0, 1]),
    "tensor": (tf.constant([1.0, 2.0]), "__tensor__", "float32", [1.0, 2.0]),
}


@pytest.mark.parametrize("name", VALUES)
def test_arrays_say_what_they_are(name):
    value, kind, dtype, numbers = VALUES[name]
    config = keras.initializers.serialize(keras.initializers.Constant(value))
    described = {"class_name": kind, "config": {"value": numbers, "dtype": dtype}}
    assert config["config"] == {"value": described}
    again = keras.initializers.deserialize(config)
    assert isinstance(again.value, type(value))
    np.testing.assert_array_equal(again([1, 2]), np.reshape(np.asarray(value), [1, 2]))


def test_numbers_and_lists_stand_as_they_are():
    for value in (2.5, 3, [1.0, 2.0]):
        config = keras.initializers.serialize(keras.initializers.Constant(value))
        assert config["config"] == {"value": value}


def test_a_layer_that_begins_with_an_array_is_made_again():
    table = np.arange(8.0).reshape(4, 2)
    begin = keras.initializers.Constant(table)
    model = keras.Sequential([keras.layers.Embedding(4, 2, embeddings_initializer=begin)])
    again = keras.Sequential.from_config(model.get_config())
    again(np.zeros([1, 3], "int32"))
    np.testing.assert_array_equal(again.get_weights()[0], table)
