"""raw_ops.UniqueV2: distinct slices along an axis."""

import numpy as np
import pytest
from library import tf

U = tf.raw_ops.UniqueV2


def lists(found):
    return [t.numpy().tolist() for t in found]


def test_rows_and_columns():
    assert lists(U(x=[[1, 2], [3, 4], [1, 2]], axis=[0])) == [[[1, 2], [3, 4]], [0, 1, 0]]
    assert lists(U(x=[[1, 2, 1], [3, 4, 3]], axis=[1])) == [[[1, 2], [3, 4]], [0, 1, 0]]
    assert lists(U(x=[[1, 2, 1], [3, 4, 3]], axis=[-1])) == [[[1, 2], [3, 4]], [0, 1, 0]]
    found = tf.raw_ops.UniqueWithCountsV2(x=[[1, 2, 1], [3, 4, 3]], axis=[1], out_idx=tf.int64)
    assert lists(found) == [[[1, 2], [3, 4]], [0, 1, 0], [2, 1]]
    assert found.idx.dtype == tf.int64


def test_an_axis_in_the_middle():
    x = np.random.default_rng(0).integers(0, 2, (2, 9, 2))
    y, idx = U(x=x, axis=[1])
    assert np.array_equal(y.numpy()[:, idx.numpy()], x)
    assert y.shape[1] == len(np.unique(x, axis=1)[0])


def test_a_vector_needs_no_axis():
    assert lists(U(x=[1, 2, 1], axis=tf.constant([], tf.int32))) == [[1, 2], [0, 1, 0]]


def test_what_equals_what():
    nan = np.nan
    y, idx = U(x=[[nan, 1.0], [nan, 1.0], [-0.0, 1.0], [0.0, 1.0]], axis=[0])
    assert y.shape == [3, 2]
    assert idx.numpy().tolist() == [0, 1, 2, 2]
    assert lists(U(x=tf.zeros([3, 0]), axis=[0])) == [[[]], [0, 0, 0]]
    assert lists(U(x=[["a", "b"], ["a", "b"]], axis=[0])) == [[[b"a", b"b"]], [0, 0]]


@pytest.mark.parametrize(
    ("axis", "words"),
    [
        ([2], r"axis has to be between \[0, 2\)"),
        ([0, 1], "axis does not support input tensors larger than 1 elements"),
        (np.zeros(0, np.int32), "unique expects a 1D vector"),
    ],
)
def test_what_is_refused(axis, words):
    with pytest.raises(tf.errors.InvalidArgumentError, match=words):
        U(x=[[1, 2, 1]], axis=axis)


def test_it_has_no_gradient():
    x = tf.constant([[1.0], [2.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = U(x=x, axis=[0]).y
    with pytest.raises(LookupError):
        tape.gradient(y, x)
