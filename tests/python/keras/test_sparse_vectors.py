"""Layers and functions that are asked for sparse vectors of categories."""

import numpy as np
import pytest
from library import tf

layers, ops = tf.keras.layers, getattr(tf.keras, "ops", None)
NUMBERS = tf.constant([[1, 2, 1], [0, 0, 3]])
WORDS = tf.constant([["a", "b"], ["z", "a"]])

LAYERS = {
    "numbers": (layers.CategoryEncoding, {"num_tokens": 4}, NUMBERS),
    "one row": (layers.CategoryEncoding, {"num_tokens": 4}, NUMBERS[0]),
    "words": (layers.StringLookup, {"vocabulary": ["a", "b"]}, WORDS),
    "integers": (layers.IntegerLookup, {"vocabulary": [1, 2]}, NUMBERS),
    "bins": (layers.Discretization, {"bin_boundaries": [1.0, 2.0]}, NUMBERS),
    "hashes": (layers.Hashing, {"num_bins": 4}, WORDS),
    "texts": (layers.TextVectorization, {"vocabulary": ["a", "b"]}, tf.constant(["b a b", "z"])),
}


@pytest.mark.parametrize("mode", ["multi_hot", "count"])
@pytest.mark.parametrize("name", LAYERS)
def test_entries_are_those_of_the_dense_vectors(name, mode):
    cls, options, inputs = LAYERS[name]
    found = cls(output_mode=mode, sparse=True, **options)(inputs)
    dense = cls(output_mode=mode, **options)(inputs)
    assert isinstance(found, tf.SparseTensor)
    assert found.dtype == dense.dtype
    assert np.all(found.values.numpy() > 0)
    np.testing.assert_array_equal(tf.sparse.to_dense(found), dense)


@pytest.mark.parametrize("name", LAYERS)
def test_numbers_of_categories_are_never_sparse(name):
    cls, options, _ = LAYERS[name]
    if cls is not layers.CategoryEncoding:
        with pytest.raises(ValueError):
            cls(output_mode="int", sparse=True, **options)


def test_one_hot_and_weights():
    one = layers.CategoryEncoding(4, output_mode="one_hot", sparse=True)
    assert one(tf.constant([2, 0])).indices.numpy().tolist() == [[0, 2], [1, 0]]
    crossed = layers.HashedCrossing(5, output_mode="one_hot", sparse=True)
    assert isinstance(crossed([WORDS[:, 0], WORDS[:, 1]]), tf.SparseTensor)
    count = layers.CategoryEncoding(4, output_mode="count", sparse=True)
    weighed = count(NUMBERS, count_weights=np.float32([[1, 2, 3], [4, 5, 6]]))
    assert weighed.indices.numpy().tolist() == [[0, 1], [0, 2], [1, 0], [1, 3]]
    assert weighed.values.numpy().tolist() == [4, 2, 9, 6]


@pytest.mark.keras_2
def test_weights_of_documents():
    layer = layers.StringLookup(
        vocabulary=["a", "b"], idf_weights=[1.0, 2.0], output_mode="tf_idf", sparse=True
    )
    assert tf.sparse.to_dense(layer(WORDS)).numpy().tolist() == [[0, 1, 2], [1.5, 1, 0]]


def test_a_model_goes_on_with_them():
    x = tf.keras.Input((3,), dtype="int64")
    found = layers.CategoryEncoding(4, output_mode="multi_hot", sparse=True)(x)
    model = tf.keras.Model(x, layers.Dense(1, kernel_initializer="ones")(found))
    np.testing.assert_allclose(model(NUMBERS), [[2.0], [2.0]])


@pytest.mark.keras_3
def test_symbols_say_that_they_are_sparse():
    layer = layers.CategoryEncoding(4, output_mode="multi_hot", sparse=True)
    symbol = layer(tf.keras.Input((3,), dtype="int64"))
    assert symbol.sparse
    assert symbol.shape == (None, 4)


@pytest.mark.keras_3
@pytest.mark.parametrize(
    "call",
    [
        lambda **k: ops.one_hot([[1, -1], [0, 2]], 3, **k),
        lambda **k: ops.one_hot([1, 0], 3, dtype="int32", **k),
        lambda **k: ops.multi_hot(NUMBERS, 4, **k),
        lambda **k: ops.bincount([1, 2, 1], minlength=5, **k),
        lambda **k: ops.bincount([[1, 2], [0, 0]], weights=[[0.5, 2.0], [1.0, 1.0]], **k),
    ],
)
def test_functions_do_it_too(call):
    found = call(sparse=True)
    assert isinstance(found, tf.SparseTensor)
    assert found.dtype == call().dtype
    np.testing.assert_array_equal(tf.sparse.to_dense(found), call())


@pytest.mark.keras_3
def test_a_sparse_tensor_stays_so_where_it_is_asked_to():
    rows = tf.sparse.from_dense([[0.0, 2.0], [1.0, 0.0]])
    assert isinstance(ops.convert_to_tensor(rows, sparse=True), tf.SparseTensor)
    assert not isinstance(ops.convert_to_tensor(rows, sparse=False), tf.SparseTensor)
    assert ops.convert_to_tensor([1.0], sparse=True).numpy().tolist() == [1.0]
