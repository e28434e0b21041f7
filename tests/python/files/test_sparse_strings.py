"""Sparse tensors as strings, and examples as JSON."""

import pytest
from library import tf

MATRIX = tf.sparse.from_dense([[0.0, 5.0, 0.0], [6.0, 0.0, 7.0]])


def test_each_entry_of_the_first_axis_goes_there_and_back():
    strings = tf.io.serialize_many_sparse(MATRIX)
    assert strings.shape.as_list() == [2, 3]
    back = tf.io.deserialize_many_sparse(strings, tf.float32)
    assert tf.sparse.to_dense(back).numpy().tolist() == tf.sparse.to_dense(MATRIX).numpy().tolist()


def test_tensors_of_different_lengths_are_put_together():
    parts = [tf.sparse.from_dense(row) for row in ([1], [0, 2, 3])]
    strings = tf.stack([tf.io.serialize_sparse(part) for part in parts])
    back = tf.io.deserialize_many_sparse(strings, tf.int32)
    assert tf.sparse.to_dense(back).numpy().tolist() == [[1, 0, 0], [0, 2, 3]]


def test_what_is_refused():
    with pytest.raises(TypeError, match="Input must be a SparseTensor"):
        tf.io.serialize_sparse(3)
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.io.serialize_many_sparse(tf.sparse.from_dense([1.0]))
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.io.deserialize_many_sparse([["a", "b", "c"]], tf.float32)
    mixed = [tf.io.serialize_sparse(x) for x in (MATRIX, tf.sparse.from_dense([1.0]))]
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.io.deserialize_many_sparse(tf.stack(mixed), tf.float32)


def test_examples_as_json():
    text = '{"features": {"feature": {"a": {"floatList": {"value": [0.5, 1.5]}}}}}'
    serialized = tf.io.decode_json_example([text, text])
    found = tf.io.parse_example(serialized, {"a": tf.io.FixedLenFeature([2], tf.float32)})
    assert found["a"].numpy().tolist() == [[0.5, 1.5]] * 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="JSON"):
        tf.io.decode_json_example("{")
