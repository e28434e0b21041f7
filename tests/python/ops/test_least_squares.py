"""Least squares with matrices of any rank: `lstsq` that is told not to be fast."""

import numpy as np
import pytest
from library import ours, tf

RNG = np.random.RandomState(0)
FULL = RNG.randn(6, 3)
DEFICIENT = RNG.randn(6, 2) @ RNG.randn(2, 4)


@pytest.mark.parametrize("matrix", [FULL, DEFICIENT, DEFICIENT.T, np.zeros((3, 2))])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_the_smallest_solution(matrix, dtype):
    rhs = RNG.randn(len(matrix), 2)
    found = tf.linalg.lstsq(matrix.astype(dtype), rhs.astype(dtype), fast=False)
    expected = np.linalg.lstsq(matrix, rhs, rcond=1e-6)[0]
    assert found.dtype == dtype
    assert found.numpy() == pytest.approx(expected, abs=1e-4 if dtype == "float32" else 1e-9)


def test_batches():
    matrices, rhs = RNG.randn(2, 5, 3), RNG.randn(2, 5, 1)
    found = tf.linalg.lstsq(matrices, rhs, fast=False).numpy()
    expected = [np.linalg.lstsq(a, b, rcond=None)[0] for a, b in zip(matrices, rhs)]
    assert found == pytest.approx(np.stack(expected))


def test_columns_that_nearly_depend_on_each_other():
    matrix = np.array([[1.0, 1.0], [0.0, 1e-5], [0.0, 0.0]])
    found = tf.linalg.lstsq(matrix, matrix @ [[2.0], [3.0]], fast=False).numpy()
    assert found == pytest.approx(np.array([[2.0], [3.0]]), rel=1e-6)


def test_the_raw_operation():
    found = tf.raw_ops.MatrixSolveLs(
        matrix=DEFICIENT, rhs=np.ones((6, 1)), l2_regularizer=tf.zeros([], "float64"), fast=False
    )
    expected = np.linalg.lstsq(DEFICIENT, np.ones((6, 1)), rcond=None)[0]
    assert found.numpy() == pytest.approx(expected)


@ours("TensorFlow's may be infinite or not a number")
def test_the_fast_way_wants_full_rank():
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.linalg.lstsq(np.zeros((3, 2)), np.ones((3, 1)))
