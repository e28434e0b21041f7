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


def test_strings_are_written_as_tensorflow_writes_them():
    long = b"c" * 200
    strings = tf.io.serialize_sparse(tf.sparse.from_dense([b"", b"ab", long]))
    assert strings.numpy()[1] == b'\x08\x07\x12\x04\x12\x02\x08\x02"\xcd\x01\x02\xc8\x01ab' + long
    assert tf.io.parse_tensor(strings[1], tf.string).numpy().tolist() == [b"ab", long]
    many = tf.io.serialize_many_sparse(tf.sparse.from_dense([[b"", b"ab"], [b"c", b""]]))
    back = tf.io.deserialize_many_sparse(many, tf.string)
    assert back.values.numpy().tolist() == [b"ab", b"c"]
    empty = tf.io.serialize_sparse(tf.sparse.from_dense([b""]))
    assert tf.io.parse_tensor(empty[1], tf.string).shape == [0]


@pytest.mark.parametrize(
    "content",
    [b"\x02", b"\x02a", b"\x01abc", b"\xff\xff"],
    ids=["a length only", "too short", "too long", "half a length"],
)
def test_broken_content_is_an_error(content):
    head = b"\x08\x07\x12\x04\x12\x02\x08\x01"
    message = head + b'"' + bytes([len(content)]) + content
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.io.parse_tensor(message, tf.string)
