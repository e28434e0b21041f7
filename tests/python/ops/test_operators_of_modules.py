"""Linear operators that are made from modules which stand for what they compute from variables."""

import numpy as np
import pytest
from library import tf


class Positive(tf.Module):
    """Stands for the exponential of a variable."""

    def __init__(self, value):
        super().__init__()
        self.inner = tf.Variable(value)

    shape = property(lambda self: self.inner.shape)
    dtype = property(lambda self: self.inner.dtype)

    def __getitem__(self, key):
        return tf.exp(self.inner)[key]

    def __mul__(self, other):
        return tf.exp(self.inner) * other

    def __rmul__(self, other):
        return other * tf.exp(self.inner)

    def __rtruediv__(self, other):
        return other / tf.exp(self.inner)


tf.register_tensor_conversion_function(
    Positive, lambda value, dtype=None, name=None, as_ref=False: tf.exp(value.inner)
)
NONE, ROOT = [0.0, 0.0], [[0.0, 0.0], [0.0, 0.0]]
MAKES = {
    "diagonal": (tf.linalg.LinearOperatorDiag, NONE),
    "triangle": (tf.linalg.LinearOperatorLowerTriangular, ROOT),
    "matrix": (tf.linalg.LinearOperatorFullMatrix, [[1.0, 0.0], [0.0, 2.0]]),
    "multiple": (lambda value: tf.linalg.LinearOperatorScaledIdentity(2, value), 0.0),
    "reflection": (tf.linalg.LinearOperatorHouseholder, NONE),
}


@pytest.mark.parametrize("kind", MAKES)
def test_a_tape_that_records_a_call_finds_the_variable(kind):
    make, start = MAKES[kind]
    value = Positive(start)
    operator = make(value)
    for _ in range(2):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(operator.matmul([[1.0], [3.0]]))
        assert [v is value.inner for v in tape.watched_variables()] == [True]
        assert tape.gradient(y, value.inner) is not None
    assert [v is value.inner for v in operator.trainable_variables] == [True]


def test_the_value_is_read_anew():
    value = Positive(NONE)
    operator = tf.linalg.LinearOperatorDiag(value)
    np.testing.assert_allclose(operator.matvec([1.0, 1.0]), [1, 1])
    value.inner.assign(np.log([2.0, 3.0]))
    np.testing.assert_allclose(operator.matvec([1.0, 1.0]), [2, 3], rtol=1e-6)
    np.testing.assert_allclose(operator.log_abs_determinant(), np.log(6), rtol=1e-6)


def test_a_toeplitz_matrix_keeps_them_too():
    col, row = Positive([0.0, 0.0]), Positive([0.0, 0.0])
    operator = tf.linalg.LinearOperatorToeplitz(col, row)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(operator.to_dense()) + tf.reduce_sum(operator.diag_part())
    np.testing.assert_allclose(y, 6.0, rtol=1e-6)
    assert all(g is not None for g in tape.gradient(y, [col.inner, row.inner]))


def test_an_update_of_low_rank_keeps_them_too():
    base = tf.linalg.LinearOperatorIdentity(2)
    u, diagonal = Positive([[0.0], [0.0]]), Positive([0.0])
    operator = tf.linalg.LinearOperatorLowRankUpdate(base, u, diagonal)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(operator.to_dense())
    np.testing.assert_allclose(y, 6.0)
    np.testing.assert_allclose(operator.determinant(), 3.0, rtol=1e-6)
    np.testing.assert_allclose(operator.solvevec([3.0, 3.0]), [1, 1], rtol=1e-6)
    assert all(g is not None for g in tape.gradient(y, [u.inner, diagonal.inner]))


class Hidden(Positive):
    """One that does not know its shape before it has computed."""

    shape = tf.TensorShape(None)


@pytest.mark.parametrize("kind", ["diagonal", "triangle", "matrix"])
def test_a_shape_that_only_the_value_tells(kind):
    make, start = MAKES[kind]
    operator = make(Hidden(start))
    right = make(tf.exp(tf.constant(start)))
    b = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_allclose(operator.matmul(b), right.matmul(b), 1e-6)
    if kind != "matrix":
        np.testing.assert_allclose(operator.solve(b), right.solve(b), 1e-6)
    assert operator.shape_tensor().numpy().tolist() == [2, 2]
