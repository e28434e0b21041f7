"""What layers of attention and symbolic inputs refuse and tell, and whose masks they keep."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = pytest.mark.keras_3
QUERY, VALUE = np.ones([2, 4, 8], "float32"), np.ones([2, 3, 8], "float32")


def masked(ids=((1, 2, 0), (3, 0, 0))):
    return layers.Embedding(4, 8, mask_zero=True)(np.array(ids))


@pytest.mark.filterwarnings("ignore:Layer")
def test_grouped_queries_keep_the_masks_of_what_they_are_given():
    query = masked()
    result = layers.GroupQueryAttention(2, 2, 2)(query, query)
    np.testing.assert_array_equal(result._keras_mask, [[1, 1, 0], [1, 0, 0]])
    np.testing.assert_array_equal(query._keras_mask, [[1, 1, 0], [1, 0, 0]])


def test_heads_take_the_masks_off():
    query = masked()
    result = layers.MultiHeadAttention(2, 2)(query, query)
    assert getattr(query, "_keras_mask", None) is None
    np.testing.assert_array_equal(result._keras_mask, [[1, 1, 0], [1, 0, 0]])


def test_keys_are_as_many_as_values():
    with pytest.raises(ValueError, match="must be equal"):
        layers.MultiHeadAttention(2, 2)(QUERY, VALUE, VALUE[:, :2])


def test_groups_want_features_of_one_number():
    layer = layers.GroupQueryAttention(2, 4, 2)
    assert tuple(layer.compute_output_shape(QUERY.shape, VALUE.shape)) == (2, 4, 8)
    with pytest.raises(ValueError, match="must be equal"):
        layer.compute_output_shape((2, 4, 8), (2, 3, 7))


@pytest.mark.parametrize(
    "wrong", [{"value_dim": 0}, {"value_dim": 2.5}, {"output_shape": 8.0}, {"num_heads": 0}]
)
def test_sizes_of_heads_are_whole_numbers(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        layers.MultiHeadAttention(**{"num_heads": 2, "key_dim": 2, **wrong})


@pytest.mark.parametrize("kind", [layers.Attention, layers.AdditiveAttention])
def test_attention_wants_a_list(kind):
    with pytest.raises(ValueError, match="must be called on a list"):
        kind()(QUERY)


def test_groups_are_told_by_their_public_name():
    layer = layers.GroupQueryAttention(2, 2, 2)
    told = keras.utils.serialize_keras_object(layer)
    assert told["class_name"] == "GroupQueryAttention"
    assert keras.utils.deserialize_keras_object(told).get_config() == layer.get_config()


def test_layers_of_operations_are_told_by_name():
    told = layers.Lambda(keras.ops.square).get_config()
    assert told["function"]["config"] == "square"
    with keras.utils.custom_object_scope({"square": keras.ops.square}):
        again = layers.Lambda.from_config(told)
    assert again(tf.constant([3.0])).numpy().tolist() == [9.0]


def test_an_unknown_class_is_a_type_error_whatever_it_may_be():
    told = keras.utils.serialize_keras_object(layers.Dense(2))
    told.update(module="elsewhere.parts", class_name="Missing", registered_name="Missing")
    with pytest.raises(TypeError, match="Missing"):
        keras.utils.deserialize_keras_object(told)


def test_ragged_inputs_say_so():
    symbol = keras.Input([None], ragged=True)
    assert symbol.ragged
    layer = layers.InputLayer(shape=[3], ragged=True)
    assert layer.output.ragged
    assert layers.InputLayer.from_config(layer.get_config()).ragged
    with pytest.raises(ValueError, match="sparse=True"):
        layers.InputLayer(shape=[3], ragged=True, sparse=True)


def test_the_dtype_of_an_input_is_that_of_its_tensor():
    symbol = keras.KerasTensor([2, 3], "float32")
    with pytest.raises(ValueError, match="`dtype`"):
        layers.InputLayer(dtype="float16", input_tensor=symbol)
    assert layers.InputLayer(dtype="float32", input_tensor=symbol).output is symbol
