"""Systems of equations that are solved by products with a matrix."""

import numpy as np
import pytest
from library import tf

MATRIX = np.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])
RHS = tf.constant([1.0, 2.0, 3.0], tf.float64)


def operator(matrix=MATRIX, **hints):
    hints = {"is_self_adjoint": True, "is_positive_definite": True, **hints}
    return tf.linalg.LinearOperatorFullMatrix(tf.constant(matrix), **hints)


def test_as_many_steps_as_rows_solve_the_system():
    found = tf.linalg.experimental.conjugate_gradient(operator(), RHS, tol=1e-12)
    assert found._fields == ("i", "x", "r", "p", "gamma")
    assert int(found.i) <= 4
    np.testing.assert_allclose(found.x, np.linalg.solve(MATRIX, RHS.numpy()), rtol=1e-10)


def test_the_steps_are_the_textbooks():
    found = tf.linalg.experimental.conjugate_gradient(operator(), RHS, max_iter=1)
    b = RHS.numpy()
    alpha = b @ b / (b @ MATRIX @ b)
    np.testing.assert_allclose(found.x, alpha * b, rtol=1e-12)
    np.testing.assert_allclose(found.r, b - alpha * MATRIX @ b, rtol=1e-12)
    assert int(found.i) == 1


def test_a_start_and_a_preconditioner_save_steps():
    solve = tf.linalg.experimental.conjugate_gradient
    exact = np.linalg.solve(MATRIX, RHS.numpy())
    assert int(solve(operator(), RHS, x=exact).i) == 0
    inverse = operator(np.linalg.inv(MATRIX))
    assert int(solve(operator(), RHS, preconditioner=inverse).i) == 1


def test_gradients_go_through_the_steps():
    b = tf.Variable(RHS)
    with tf.GradientTape() as tape:
        x = tf.linalg.experimental.conjugate_gradient(operator(), b, tol=1e-12, max_iter=3).x
        y = x[0]
    expected = np.linalg.inv(MATRIX)[0]
    np.testing.assert_allclose(tape.gradient(y, b), expected, rtol=1e-6, atol=1e-9)


def test_other_operators_are_refused():
    with pytest.raises(ValueError, match="positive definite"):
        tf.linalg.experimental.conjugate_gradient(operator(is_self_adjoint=False), RHS)
