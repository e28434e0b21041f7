"""SparseTensor itself: its parts, what it refuses, its operators."""

import numpy as np
import pytest
from answers import assert_answer
from library import tf

errors = tf.errors

S = tf.SparseTensor
a = S([[0, 0], [1, 2]], [1.0, 2.0], [2, 3])


CASES = [
    (lambda: a, ("sparse", [[0, 0], [1, 2]], ("float32", [1.0, 2.0]), [2, 3])),
    (lambda: a.shape, "TensorShape([2, 3])"),
    (lambda: a.dtype, "float32"),
    (lambda: a * 2.0, ("sparse", [[0, 0], [1, 2]], ("float32", [2.0, 4.0]), [2, 3])),
    (lambda: a * [[1.0, 2.0, 3.0]], ("sparse", [[0, 0], [1, 2]], ("float32", [1.0, 6.0]), [2, 3])),
    (lambda: a / 2.0, ("sparse", [[0, 0], [1, 2]], ("float32", [0.5, 1.0]), [2, 3])),
    (
        lambda: a * tf.constant([[1.0], [2.0]]),
        ("sparse", [[0, 0], [1, 2]], ("float32", [1.0, 4.0]), [2, 3]),
    ),
    (lambda: a + 1.0, TypeError),
    (lambda: S([[0, 0]], [1.0, 2.0], [2, 3]), ValueError),
    (lambda: S([[0, 0]], [1.0], [2, 3, 4]), ValueError),
    (lambda: S([[0, 0, 0]], [1.0], [2, 3]), ValueError),
    (lambda: S([0, 0], [1.0], [2, 3]), ValueError),
    (lambda: S(np.zeros((0, 2)), [], [2, 3]), ("sparse", [], ("float32", []), [2, 3])),
    (lambda: S(np.zeros((0, 2), np.int64), [], [2, 3]), ("sparse", [], ("float32", []), [2, 3])),
    (
        lambda: S([[0, 0], [1, 2]], ["a", "b"], [2, 3]),
        ("sparse", [[0, 0], [1, 2]], ("string", [b"a", b"b"]), [2, 3]),
    ),
    (
        lambda: tf.sparse.map_values(tf.add, a, a),
        ("sparse", [[0, 0], [1, 2]], ("float32", [2.0, 4.0]), [2, 3]),
    ),
    (
        lambda: tf.sparse.map_values(tf.add, a, 10.0),
        ("sparse", [[0, 0], [1, 2]], ("float32", [11.0, 12.0]), [2, 3]),
    ),
    (lambda: tf.sparse.map_values(tf.add, 1.0, 10.0), ValueError),
    (
        lambda: a.with_values([3.0, 4.0]),
        ("sparse", [[0, 0], [1, 2]], ("float32", [3.0, 4.0]), [2, 3]),
    ),
    (lambda: a.with_values([3.0]), ValueError),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_answer(call, expected):
    assert_answer(call, expected)


def test_a_shape_of_numbers_that_are_tensors():
    made = tf.SparseTensor([[0, 0]], [1.0], (tf.constant(2), tf.constant(3)))
    assert made.dense_shape.dtype == tf.int64
    with pytest.raises(ValueError, match="int64"):
        tf.SparseTensor([[0, 0]], [1.0], tf.constant([2, 3]))
