"""Rows of ragged tensors, which are dense by themselves, are rows of a ragged tensor in a batch."""

import pytest
from library import tf

RAGGED = tf.ragged.constant(
    [[[1, 1], [2, 2]], [[3, 3]], [], [[4, 4]]], inner_shape=(2,), row_splits_dtype=tf.int32
)
ROWS = [[[[1, 1], [2, 2]], [[3, 3]]], [[], [[4, 4]]]]


def lists(batches):
    assert all(isinstance(batch, tf.RaggedTensor) for batch in batches)
    return [batch.to_list() for batch in batches]


@pytest.mark.parametrize(
    "dataset",
    [
        tf.data.Dataset.from_tensor_slices(RAGGED),
        tf.data.Dataset.from_tensors(RAGGED).unbatch(),
        tf.data.Dataset.from_tensor_slices(RAGGED).batch(3).unbatch(),
        tf.data.Dataset.from_tensor_slices(RAGGED).filter(lambda row: tf.rank(row) > 0),
        tf.data.Dataset.from_tensor_slices(RAGGED).prefetch(1).cache(),
    ],
)
def test_rows_of_unlike_lengths_are_batched(dataset):
    batches = list(dataset.batch(2))
    assert lists(batches) == ROWS
    assert batches[0].row_splits.dtype == tf.int32


def test_rows_beside_others_are_batched():
    labels = tf.data.Dataset.range(4)
    zipped = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices(RAGGED), labels)).batch(2)
    assert lists([x for x, _ in zipped]) == ROWS
    both = tf.data.Dataset.from_tensors((RAGGED, tf.range(4))).unbatch().batch(2)
    assert lists([x for x, _ in both]) == ROWS
    assert [y.numpy().tolist() for _, y in both] == [[0, 1], [2, 3]]


def test_what_a_function_makes_of_a_row_is_dense():
    mapped = tf.data.Dataset.from_tensor_slices(RAGGED).map(lambda row: row[:0] + 1)
    assert not isinstance(next(iter(mapped.batch(2))), tf.RaggedTensor)
