"""What `get_vocabulary` tells before the tokens that were given or learned."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


def _kinds(layer):
    return [type(token) for token in layer.get_vocabulary()]


@pytest.mark.keras_2
def test_numbers_of_keras_2_are_all_scalars_of_numpy():
    layer = layers.IntegerLookup(vocabulary=[3, 5], mask_token=0)
    assert layer.get_vocabulary() == [0, -1, 3, 5]
    assert _kinds(layer) == [np.int64] * 4
    assert type(layer.get_vocabulary(include_special_tokens=False)[0]) is np.int64


@pytest.mark.keras_3
def test_numbers_of_keras_3_before_the_vocabulary_are_as_they_were_given():
    assert _kinds(layers.IntegerLookup(vocabulary=[3], mask_token=0)) == [int, int, np.int64]


def test_words_before_the_vocabulary_are_as_they_were_given():
    layer = layers.StringLookup(vocabulary=["a"], mask_token="")
    assert layer.get_vocabulary() == ["", "[UNK]", "a"]
    assert _kinds(layer) == [str, str, np.str_]
