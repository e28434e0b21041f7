"""What datasets say of sparse and ragged elements."""

import numpy as np
import pytest
from library import tf

Dataset = tf.data.Dataset
Sparse, Ragged, Spec = tf.SparseTensorSpec, tf.RaggedTensorSpec, tf.TensorSpec
MATRIX = tf.sparse.from_dense([[1, 0], [0, 3]])
ROWS = tf.ragged.constant([[1], [2, 3]])


@pytest.mark.parametrize(
    ("dataset", "expected"),
    [
        (Dataset.from_tensors(MATRIX), Sparse([2, 2], tf.int32)),
        (Dataset.from_tensor_slices(MATRIX), Sparse([2], tf.int32)),
        (Dataset.from_tensor_slices(MATRIX).batch(2), Sparse([None, 2], tf.int32)),
        (Dataset.from_tensors(MATRIX).unbatch(), Sparse([2], tf.int32)),
        (Dataset.from_tensor_slices(MATRIX).map(tf.sparse.to_dense), Spec([2], tf.int32)),
        (Dataset.range(3).map(lambda i: MATRIX), Sparse([2, 2], tf.int32)),
        (Dataset.from_tensors(ROWS), Ragged([2, None], tf.int32)),
        (Dataset.from_tensor_slices(ROWS), Ragged([None], tf.int32, 0)),
        (Dataset.from_tensor_slices(ROWS).batch(2), Ragged([None, None], tf.int32)),
        (Dataset.from_tensors(ROWS).unbatch(), Ragged([None], tf.int32, 0)),
        (Dataset.from_tensors(ROWS).map(tf.size), Spec([], tf.int32)),
        (Dataset.from_tensor_slices(ROWS).map(lambda row: row + 1), Spec([None], tf.int32)),
        (
            Dataset.from_tensor_slices(["a b", "c"]).batch(2).map(tf.strings.split),
            Ragged([None, None], tf.string),
        ),
    ],
)
def test_each_kind_has_its_spec(dataset, expected):
    assert dataset.element_spec == expected
    assert len(list(dataset)) > 0


def test_parsed_examples_of_any_number_of_values_are_sparse():
    values = tf.train.BytesList(value=[b"a", b"b"])
    features = tf.train.Features(feature={"words": tf.train.Feature(bytes_list=values)})
    example = tf.train.Example(features=features).SerializeToString()
    words = {"words": tf.io.VarLenFeature(tf.string)}
    dataset = Dataset.from_tensors(example)
    one = dataset.map(lambda text: tf.io.parse_single_example(text, words))
    assert one.element_spec == {"words": Sparse([None], tf.string)}
    assert "SparseTensorSpec(TensorShape([None]), tf.string)" in repr(one)
    assert one.batch(2).element_spec == {"words": Sparse([None, None], tf.string)}
    several = dataset.batch(1).map(lambda text: tf.io.parse_example(text, words))
    assert several.element_spec == {"words": Sparse([None, None], tf.string)}


def test_the_specs_of_what_is_made_of_windows():
    windows = tf.data.Dataset.range(7).window(3)
    sums = windows.map(lambda window: window.reduce(np.int64(0), lambda a, b: a + b))
    assert sums.element_spec == tf.TensorSpec((), tf.int64)
    assert int(sums.cardinality()) == 3
    assert [int(one) for one in sums] == [3, 12, 6]
