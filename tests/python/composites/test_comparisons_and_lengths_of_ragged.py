"""Ragged tensors that cannot be compared by elements, and rows of rows cut from dense tensors."""

import numpy as np
import pytest
from library import tf

one = tf.ragged.constant([[4, 5, 6], [7]])


@pytest.mark.parametrize(
    "other",
    [
        tf.ragged.constant([[4], [5, 6, 7]]),
        tf.ragged.constant([[4, 5, 6]]),
        tf.constant([[4, 5]]),
        None,
        "text",
    ],
)
def test_what_cannot_be_compared_is_not_equal(other):
    assert (one == other) is False
    assert (one != other) is True


def test_what_can_be_compared_is_so_by_elements():
    assert (one == tf.ragged.constant([[4, 0, 6], [7]])).to_list() == [[True, False, True], [True]]
    assert (one != 7).to_list() == [[True, True, True], [False]]


def grid():
    return tf.reshape(tf.range(24), [2, 3, 4])


@pytest.mark.parametrize("lengths", [([3, 1], [4, 0, 2, 1]), [[3, 1], np.array([4, 0, 2, 1])]])
def test_lengths_for_two_axes(lengths):
    rows = tf.RaggedTensor.from_tensor(grid(), lengths=lengths)
    assert rows.ragged_rank == 2
    assert rows.to_list() == [[[0, 1, 2, 3], [], [8, 9]], [[12]]]
    same = tf.RaggedTensor.from_tensor(grid(), lengths=lengths, ragged_rank=2)
    assert same.to_list() == rows.to_list()


def test_lengths_for_one_axis_in_a_tuple():
    rows = tf.RaggedTensor.from_tensor(grid(), lengths=([1, 3],))
    assert rows.to_list() == [
        [[0, 1, 2, 3]],
        [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]],
    ]


def test_lengths_for_another_number_of_axes():
    with pytest.raises(ValueError, match=r"ragged_rank|rank at least"):
        tf.RaggedTensor.from_tensor(grid(), lengths=([3, 1], [4, 0, 2, 1]), ragged_rank=3)
