"""`tf.ragged.stack` along every axis, and the splits that `map_fn` gives."""

import pytest
from library import tf

ROWS = tf.ragged.constant([[1.0, 2.0], [], [3.0]])


@pytest.mark.parametrize(
    ("axis", "expected"),
    [
        (0, [[[1, 2], [], [3]], [[2, 4], [], [6]]]),
        (1, [[[1, 2], [2, 4]], [[], []], [[3], [6]]]),
        (2, [[[1, 2], [2, 4]], [], [[3, 6]]]),
        (-2, [[[1, 2], [2, 4]], [[], []], [[3], [6]]]),
    ],
)
def test_axes(axis, expected):
    assert tf.ragged.stack([ROWS, ROWS * 2], axis=axis).to_list() == expected


def test_one_ragged_tensor_is_one_part():
    assert tf.ragged.stack(ROWS).to_list() == [ROWS.to_list()]


def test_matrices_of_other_heights():
    x = tf.ones([2, 3])
    stacked = tf.ragged.stack([x, x[:1]])
    assert stacked.shape.as_list() == [2, None, None]
    assert stacked.row_splits.dtype == tf.int64


def test_dense_parts_of_one_shape_are_dense_along_inner_axes():
    x = tf.ones([2, 3])
    assert isinstance(tf.ragged.stack([x, x], axis=1), tf.Tensor)


def test_an_axis_that_there_is_not():
    with pytest.raises(ValueError, match="out of bounds"):
        tf.ragged.stack([ROWS, ROWS], axis=3)


def test_mapped_rows_keep_their_splits():
    assert tf.map_fn(lambda row: row * 2, ROWS).row_splits.dtype == tf.int64
    spec = tf.RaggedTensorSpec([None], tf.int32)
    made = tf.map_fn(tf.range, tf.constant([1, 3]), fn_output_signature=spec)
    assert made.row_splits.dtype == tf.int64
    assert made.to_list() == [[0], [0, 1, 2]]


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_axes_of_tf_stack_are_counted_from_the_end_too(axis):
    x = tf.ragged.constant([[1, 2, 3], [4, 5]])
    from_start, from_end = (tf.stack([x, x * 10], place) for place in (axis, axis - 3))
    assert from_end.to_list() == from_start.to_list()
    assert from_end.shape.as_list() == from_start.shape.as_list()
    if axis == 2:
        assert from_end.to_list() == [[[1, 10], [2, 20], [3, 30]], [[4, 40], [5, 50]]]
