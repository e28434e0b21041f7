"""What networks say of ends and layers that they lack, and what is told of single objects."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = pytest.mark.keras_3
X = np.ones([2, 3], "float32")


def network():
    entry = keras.Input([3], name="entry")
    return keras.Model(entry, layers.Dense(2, name="last")(entry))


def test_an_empty_chain_has_no_layer_to_take_away():
    with pytest.raises(IndexError):
        keras.Sequential().pop()


def test_a_layer_is_asked_for_in_one_way():
    model = network()
    assert model.get_layer("last") is model.get_layer(index=1)
    with pytest.raises(ValueError, match="only a layer name or"):
        model.get_layer("last", index=1)


@pytest.mark.filterwarnings("ignore:The structure", "ignore:Exception")
def test_a_dict_has_the_names_of_the_inputs():
    assert network()({"entry": X}).shape == (2, 2)
    with pytest.raises(ValueError, match='Missing data for input "entry"'):
        network()({"other": X})


def test_classes_that_are_registered_have_a_configuration():
    class Bare:
        pass

    with pytest.raises(ValueError, match="get_config"):
        keras.utils.register_keras_serializable()(Bare)


@pytest.mark.parametrize("value", [b"some bytes", "text", 3, None])
def test_single_values_are_told_and_come_back(value):
    told = keras.utils.serialize_keras_object(value)
    assert keras.utils.deserialize_keras_object(told) == value


def test_symbols_are_told_by_shape_and_dtype():
    told = keras.utils.serialize_keras_object(keras.KerasTensor([2, 3], "float16"))
    again = keras.utils.deserialize_keras_object(told)
    assert (tuple(again.shape), again.dtype) == ((2, 3), "float16")


@pytest.mark.parametrize("value", [{1, 2}, object()])
def test_what_has_no_configuration_is_a_type_error(value):
    with pytest.raises(TypeError, match="Cannot serialize"):
        keras.utils.serialize_keras_object(value)


def test_the_name_of_a_function_is_a_text():
    told = {"class_name": "function", "config": ["a"], "module": "builtins"}
    with pytest.raises(TypeError, match="config"):
        keras.utils.deserialize_keras_object({**told, "registered_name": "function"})
