"""Layers of categories on sparse tensors: what has no entry has no category."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers

NUMBERS = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([3, 5, 3], tf.int64), [3, 2])
ONE_ROW = tf.SparseTensor([[0], [1]], tf.constant([3, 5], tf.int64), [2])
WORDS = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], ["a", "b", "z"], [3, 2])
FLOATS = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [0.3, 1.5, 7.0], [3, 2])


def rows(result):
    return np.asarray(result).tolist()


@pytest.mark.parametrize("mode", ["multi_hot", "count"])
def test_numbers_are_encoded_row_by_row(mode):
    layer = layers.CategoryEncoding(num_tokens=6, output_mode=mode)
    assert rows(layer(NUMBERS)) == [[0, 0, 0, 1, 0, 1], [0, 0, 0, 1, 0, 0], [0] * 6]
    assert rows(layer(ONE_ROW)) == [0, 0, 0, 1, 0, 1]


def test_a_number_counts_as_often_as_it_occurs_or_as_it_weighs():
    twice = tf.SparseTensor([[0, 0], [0, 1]], tf.constant([1, 1], tf.int64), [1, 2])
    count = layers.CategoryEncoding(num_tokens=3, output_mode="count")
    hot = layers.CategoryEncoding(num_tokens=3, output_mode="multi_hot")
    assert rows(count(twice)) == [[0, 2, 0]]
    assert rows(hot(twice)) == [[0, 1, 0]]
    weights = tf.SparseTensor(NUMBERS.indices, [0.5, 2.0, 3.0], [3, 2])
    count = layers.CategoryEncoding(num_tokens=6, output_mode="count")
    found = rows(count(NUMBERS, count_weights=weights))
    assert found == [[0, 0, 0, 0.5, 0, 2], [0, 0, 0, 3, 0, 0], [0] * 6]


@pytest.mark.keras_3
def test_keras_3_leaves_out_numbers_that_are_too_large_and_refuses_one_hot():
    few = layers.CategoryEncoding(num_tokens=4, output_mode="multi_hot")
    assert rows(few(NUMBERS)) == [[0, 0, 0, 1], [0, 0, 0, 1], [0] * 4]
    with pytest.raises(ValueError):
        layers.CategoryEncoding(num_tokens=6, output_mode="one_hot")(ONE_ROW)


@pytest.mark.keras_2
def test_keras_2_refuses_them_and_has_one_hot_for_one_row():
    with pytest.raises(tf.errors.InvalidArgumentError):
        layers.CategoryEncoding(num_tokens=4, output_mode="multi_hot")(NUMBERS)
    layer = layers.CategoryEncoding(num_tokens=6, output_mode="one_hot")
    assert rows(layer(ONE_ROW)) == [[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 1]]
    with pytest.raises(ValueError):
        layer(NUMBERS)


@pytest.mark.parametrize("mode", ["multi_hot", "count"])
def test_words_and_hashes_and_bins_are_too(mode):
    lookup = layers.StringLookup(vocabulary=["a", "b"], output_mode=mode)
    assert rows(lookup(WORDS)) == [[0, 1, 1], [1, 0, 0], [0, 0, 0]]
    hashed = rows(layers.Hashing(num_bins=4, output_mode=mode)(WORDS))
    assert hashed == [[0, 0, 1, 1], [0, 1, 0, 0], [0, 0, 0, 0]]
    bins = layers.Discretization(bin_boundaries=[1.0, 2.0], output_mode=mode)
    assert rows(bins(FLOATS)) == [[1, 1, 0], [0, 0, 1], [0, 0, 0]]


def test_weights_of_documents_count_too():
    lookup = layers.StringLookup(
        vocabulary=["a", "b"], idf_weights=[1.0, 2.0], output_mode="tf_idf"
    )
    assert rows(lookup(WORDS)) == [[0, 1, 2], [1.5, 0, 0], [0, 0, 0]]


def test_numbers_of_hashes_and_bins_stay_sparse():
    hashed = layers.Hashing(num_bins=4)(WORDS)
    bins = layers.Discretization(bin_boundaries=[1.0, 2.0])(FLOATS)
    assert hashed.values.numpy().tolist() == [3, 2, 1]
    assert bins.values.numpy().tolist() == [0, 1, 2]
    assert hashed.dense_shape.numpy().tolist() == bins.dense_shape.numpy().tolist() == [3, 2]


@pytest.mark.keras_2
def test_integers_are_looked_up_where_they_are():
    lookup = layers.IntegerLookup(vocabulary=[3, 5], output_mode="count")
    assert rows(lookup(NUMBERS)) == [[0, 1, 1], [0, 1, 0], [0, 0, 0]]


@pytest.mark.keras_3
def test_keras_3_takes_the_other_places_for_0():
    counts = layers.IntegerLookup(vocabulary=[3, 5], output_mode="count")
    assert rows(counts(NUMBERS)) == [[0, 1, 1], [1, 1, 0], [2, 0, 0]]
    assert rows(layers.IntegerLookup(vocabulary=[3, 5])(NUMBERS)) == [[1, 2], [1, 0], [0, 0]]


def test_a_vocabulary_is_learned_from_entries():
    layer = layers.StringLookup()
    layer.adapt(WORDS)
    assert layer.get_vocabulary() == ["[UNK]", "z", "b", "a"]


def test_examples_of_a_dataset_are_encoded():
    layer = layers.CategoryEncoding(num_tokens=6, output_mode="multi_hot")
    data = tf.data.Dataset.from_tensors(ONE_ROW).map(layer)
    assert rows(next(iter(data))) == [0, 0, 0, 1, 0, 1]


def test_a_row_without_numbers_is_zeros():
    ragged = tf.ragged.constant([[3, 5], []], dtype=tf.int64)
    layer = layers.CategoryEncoding(num_tokens=6, output_mode="multi_hot")
    assert rows(layer(ragged)) == [[0, 0, 0, 1, 0, 1], [0] * 6]
