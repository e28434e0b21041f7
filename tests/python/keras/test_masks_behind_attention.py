"""Masks in networks of layers behind attention, which takes those of its inputs off in Keras 3."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_3
X = np.array([[1, 2, 0, 0], [3, 0, 0, 0]])
STEPS = [[True, True, False, False], [True, False, False, False]]


def model_of(*outputs):
    inputs = tf.keras.Input((4,))
    embedded = layers.Embedding(9, 4, mask_zero=True)(inputs)
    made = [output(embedded) for output in outputs]
    return tf.keras.Model(inputs, made[0] if len(made) == 1 else made)


def attended(tensor):
    return layers.MultiHeadAttention(2, 2)(tensor, tensor)


def side_by_side(tensor):
    return layers.Concatenate()([tensor, attended(tensor)])


def added(tensor):
    return layers.LayerNormalization()(layers.Add()([tensor, attended(tensor)]))


def mask_of(tensor):
    mask = getattr(tensor, "_keras_mask", None)
    return None if mask is None else mask.numpy().tolist()


@pytest.mark.parametrize("join", [side_by_side, added])
def test_a_layer_that_takes_a_mask_is_told_that_of_the_symbols(join):
    inputs = tf.keras.Input((4,))
    embedded = layers.Embedding(9, 4, mask_zero=True)(inputs)
    joined, counting = join(embedded), layers.LSTM(2)
    model = tf.keras.Model(inputs, [joined, counting(joined)])
    values, result = model(X)
    expected = counting(np.array(values), mask=np.array(STEPS))
    np.testing.assert_allclose(result, expected, rtol=1e-5)
    assert np.abs(np.array(result) - np.array(counting(np.array(values)))).max() > 1e-5


def test_what_values_carry_is_what_eager_code_leaves():
    embedded = layers.Embedding(9, 4, mask_zero=True)(X)
    assert mask_of(attended(embedded)) == STEPS
    assert mask_of(embedded) is None
    outputs = [model_of(join)(X) for join in (side_by_side, added)]
    assert [mask_of(one) for one in outputs] == [[[True] * 4] * 2, None]


def test_what_such_a_layer_hands_on_is_the_mask_that_it_was_told():
    def counted(tensor):
        return layers.Dense(1)(layers.LSTM(2, return_sequences=True)(side_by_side(tensor)))

    def distributed(tensor):
        return layers.TimeDistributed(layers.Dense(1))(added(tensor))

    outputs = model_of(counted, distributed)(X)
    assert [mask_of(one) for one in outputs] == [STEPS, STEPS]


def test_a_second_block_of_attention_sees_no_mask():
    inputs = tf.keras.Input((4,))
    first = added(layers.Embedding(9, 4, mask_zero=True)(inputs))
    attention = layers.MultiHeadAttention(2, 2)
    second = attention(first, first)
    values, result = tf.keras.Model(inputs, [first, second])(X)
    plain = np.array(values)
    np.testing.assert_allclose(result, attention(plain, plain), rtol=1e-5, atol=1e-7)
    assert mask_of(result) is None
