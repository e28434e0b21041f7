"""Matrices: inverse, determinant, solving, singular values, diagonals, norms."""

import numpy as np
import pytest
from checks import assert_close, derivatives, gradients, slopes, value_and_gradients
from library import tf

IAE = tf.errors.InvalidArgumentError
A = np.array([[4.0, 2.0, 0.5], [2.0, 3.0, -1.0], [0.5, 1.0, 2.0]])
BATCH = np.stack([A, A.T + np.eye(3)])
RHS = np.array([[1.0, 2.0], [0.0, -1.0], [3.0, 0.5]])


def against_differences(f, reference, x):
    dy = np.random.default_rng(4).normal(size=np.shape(reference(x)))
    y, (g,) = value_and_gradients(f, x, dy=tf.constant(dy))
    assert_close(y, reference(x), rtol=1e-8, atol=1e-9)
    assert_close(g, slopes(reference, x, dy), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("x", [A, BATCH], ids=["matrix", "batch"])
@pytest.mark.parametrize(
    ("f", "reference"),
    [
        (tf.linalg.inv, np.linalg.inv),
        (lambda x: tf.linalg.inv(x, adjoint=True), lambda x: np.swapaxes(np.linalg.inv(x), -1, -2)),
        (tf.linalg.det, np.linalg.det),
        (tf.linalg.trace, lambda x: np.trace(x, axis1=-2, axis2=-1)),
        (lambda x: tf.linalg.slogdet(x)[1], lambda x: np.linalg.slogdet(x)[1]),
        (
            lambda x: tf.linalg.solve(x, x * 0 + RHS[:, :1]),
            lambda x: np.linalg.solve(x, x * 0 + RHS[:, :1]),
        ),
        (
            lambda x: tf.linalg.solve(x, x * x, adjoint=True),
            lambda x: np.linalg.solve(np.swapaxes(x, -1, -2), x * x),
        ),
        (
            lambda x: tf.linalg.svd(x, compute_uv=False),
            lambda x: np.linalg.svd(x, compute_uv=False),
        ),
        (tf.linalg.diag_part, lambda x: np.diagonal(x, axis1=-2, axis2=-1)),
        (tf.linalg.matrix_transpose, lambda x: np.swapaxes(x, -1, -2)),
        (lambda x: tf.linalg.band_part(x, 0, -1), np.triu),
        (lambda x: tf.linalg.band_part(x, -1, 0), np.tril),
        (lambda x: tf.linalg.band_part(x, 1, 1), lambda x: np.tril(np.triu(x, -1), 1)),
    ],
)
def test_values_and_gradients(f, reference, x):
    against_differences(f, reference, x)


def test_solve_for_the_right_hand_side():
    against_differences(
        lambda b: tf.linalg.solve(tf.constant(A), b), lambda b: np.linalg.solve(A, b), RHS
    )


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4)])
@pytest.mark.parametrize("full", [False, True])
def test_svd_rebuilds_its_matrix(shape, full):
    x = np.random.default_rng(5).normal(size=shape)
    s, u, v = tf.linalg.svd(x, full_matrices=full)
    k = min(shape)
    assert_close(s, np.linalg.svd(x, compute_uv=False), rtol=1e-8)
    assert u.shape == ([shape[0], shape[0]] if full else [shape[0], k])
    assert v.shape == ([shape[1], shape[1]] if full else [shape[1], k])
    rebuilt = tf.matmul(u[:, :k] * s, v[:, :k], transpose_b=True)
    assert_close(rebuilt, x, rtol=1e-8, atol=1e-9)
    assert_close(tf.matmul(u, u, transpose_a=True), np.eye(u.shape[1]), atol=1e-8)


def test_svd_is_differentiable_through_all_its_parts():
    def rebuilt(x):  # independent of the signs of the vectors
        s, u, v = tf.linalg.svd(x)
        return tf.matmul(u * s**2, v, transpose_b=True)

    def reference(x):
        u, s, vt = np.linalg.svd(x)
        return (u * s**2) @ vt

    against_differences(rebuilt, reference, A)


@pytest.mark.parametrize(
    ("f", "value", "gradient"),
    [
        (tf.linalg.diag, [[1, 0], [0, 2]], [1, 1]),
        (lambda d: tf.linalg.diag(d, k=1), [[0, 1, 0], [0, 0, 2], [0, 0, 0]], [1, 1]),
        (lambda d: tf.linalg.diag(d[:, None]), [[[1]], [[2]]], [1, 1]),
        (lambda d: tf.linalg.tensor_diag(d), [[1, 0], [0, 2]], [1, 1]),
        (lambda d: tf.linalg.set_diag(tf.ones([2, 2]), d), [[1, 1], [1, 2]], [1, 1]),
        (lambda d: tf.linalg.diag_part(d * [[1.0, 5.0], [7.0, 2.0]]), [1, 4], [1, 2]),
    ],
)
def test_diagonals(f, value, gradient):
    y, (g,) = value_and_gradients(f, [1.0, 2.0])
    assert_close(y, value)
    assert_close(g, gradient)


def test_diagonals_of_wide_matrices():
    x = tf.reshape(tf.range(6.0), [2, 3])
    assert_close(tf.linalg.diag_part(x), [0.0, 4.0])
    assert_close(tf.linalg.diag_part(x, k=1), [1.0, 5.0])
    assert_close(tf.linalg.trace(x), 4.0)


# --- norms ----------------------------------------------------------------------------------------

B = np.array([[1.0, -2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({}, np.sqrt(30)),
        ({"axis": 1}, [np.sqrt(5), 5]),
        ({"axis": 0, "keepdims": True}, [[np.sqrt(10), np.sqrt(20)]]),
        ({"ord": 1}, 10),
        ({"ord": 2}, np.sqrt(30)),
        ({"ord": 3}, 100 ** (1 / 3)),
        ({"ord": np.inf}, 4),
        ({"ord": np.inf, "axis": 1}, [2, 4]),
        ({"ord": "euclidean", "axis": 0}, [np.sqrt(10), np.sqrt(20)]),
        ({"ord": "fro", "axis": [0, 1]}, np.sqrt(30)),
        ({"ord": 1, "axis": (0, 1)}, 6),
        ({"ord": np.inf, "axis": [-2, -1]}, 7),
        ({"ord": 2, "axis": [0, 1]}, np.linalg.norm(B, 2)),
        ({"keepdims": True}, [[np.sqrt(30)]]),
    ],
    ids=str,
)
def test_norms(options, value):
    assert_close(tf.norm(B, **options), value)
    assert_close(tf.linalg.norm(B, **options), value)


@pytest.mark.parametrize("order", [1, 2, 3, 2.5, np.inf])
def test_gradients_of_norms(order):
    reference = lambda x: np.linalg.norm(x.reshape(-1), order)  # noqa: E731
    against_differences(lambda x: tf.norm(x, ord=order), reference, B)


def test_normalizing():
    y, norm = tf.linalg.normalize([3.0, 4.0])
    assert_close(y, [0.6, 0.8])
    assert_close(norm, [5.0])
    assert_close(tf.math.l2_normalize([[3.0, 4.0]], axis=1), [[0.6, 0.8]])
    assert_close(tf.nn.l2_normalize([3.0, 4.0]), [0.6, 0.8])
    assert_close(gradients(tf.nn.l2_normalize, [3.0, 4.0])[0], [0.032, -0.024])


def test_second_derivatives():
    x = tf.constant(2.0, tf.float64)
    matrix = lambda x: x * tf.constant([[2.0, 1.0], [0.0, 1.0]], tf.float64)  # noqa: E731
    inverse = derivatives(lambda x: tf.reduce_sum(tf.linalg.inv(matrix(x))), x, 2)
    assert_close(inverse[2], 2 * 1.0 / 8)
    determinant = derivatives(lambda x: tf.linalg.det(matrix(x)), x, 2)
    assert_close(determinant[1], 8.0)
    assert_close(determinant[2], 4.0)


# --- errors ---------------------------------------------------------------------------------------

SINGULAR = [[1.0, 2.0], [2.0, 4.0]]


@pytest.mark.parametrize(
    ("f", "sentence"),
    [
        (lambda: tf.linalg.inv(SINGULAR), "Input is not invertible"),
        (lambda: tf.linalg.inv(tf.ones([2, 3])), "Input matrix must be square"),
        (lambda: tf.linalg.inv([1.0, 2.0]), r"Input tensor 0 must have rank >= 2"),
        (lambda: tf.linalg.solve(SINGULAR, [[1.0], [2.0]]), "Input matrix is not invertible"),
        (lambda: tf.linalg.solve(B, [1.0, 2.0]), "All input tensors must have the same rank"),
        (lambda: tf.linalg.solve(tf.ones([2, 3]), [[1.0], [2.0]]), "must be a square matrix"),
        (lambda: tf.linalg.solve(B, RHS), "Input matrix and rhs are incompatible"),
        (lambda: tf.linalg.det(tf.ones([2, 3])), "Input matrix must be square"),
        (lambda: gradients(tf.linalg.det, SINGULAR), "Input is not invertible"),
        (lambda: tf.norm([3, 4]), "of int32 is not in the list of allowed values"),
        (lambda: tf.norm(B, axis=5), r"Invalid reduction dimension \(5 for input with 2"),
    ],
)
def test_matrices_are_checked(f, sentence):
    with pytest.raises(IAE, match=sentence):
        f()


@pytest.mark.parametrize("order", ["foo", -1, 0])
def test_orders_are_checked(order):
    with pytest.raises(ValueError, match=r"'ord' must be a supported vector norm, got"):
        tf.norm(B, ord=order)


def test_empty_matrices():
    assert tf.linalg.det(tf.zeros([0, 0])).numpy() == 1.0
    assert tf.linalg.inv(tf.zeros([0, 0])).shape == [0, 0]
    assert tf.linalg.inv(tf.zeros([0, 2, 2])).shape == [0, 2, 2]
    assert tf.linalg.trace(tf.zeros([0, 0])).numpy() == 0.0
    assert tf.linalg.solve(tf.zeros([0, 0]), tf.zeros([0, 2])).shape == [0, 2]


TWICE = np.diag([2.0, 2.0, 5.0])
ONE_RANK = np.outer([1.0, 2.0, 3.0], [1.0, 2.0])
VALUES = {
    "eigvalsh": (lambda x: tf.reduce_sum(tf.linalg.eigvalsh(x)), TWICE, np.eye(3)),
    "eigh": (lambda x: tf.linalg.eigh(x)[0][2], TWICE, np.diag([0.0, 0.0, 1.0])),
    "svd": (lambda x: tf.reduce_sum(tf.linalg.svd(x)[0]), TWICE, np.eye(3)),
    "eig": (lambda x: tf.reduce_sum(tf.math.real(tf.linalg.eig(x)[0])), TWICE, np.eye(3)),
    "largest": (
        lambda x: tf.linalg.svd(x, compute_uv=False)[0],
        ONE_RANK,
        ONE_RANK / np.linalg.norm(ONE_RANK),
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_that_are_equal_or_vanish_have_gradients(name):
    function, matrix, expected = VALUES[name]
    x = tf.constant(matrix)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), expected, atol=1e-12)


def test_triangular_solutions_broadcast_over_batches():
    lower, rhs = tf.constant([[2.0, 0.0], [1.0, 4.0]]), tf.ones([3, 2, 1])
    expected = np.broadcast_to([[0.5], [0.125]], [3, 2, 1])
    np.testing.assert_allclose(tf.linalg.triangular_solve(lower, rhs), expected)
    np.testing.assert_allclose(tf.linalg.triangular_solve(lower[tf.newaxis], rhs), expected)
    np.testing.assert_allclose(
        tf.linalg.cholesky_solve(lower, rhs), np.broadcast_to([[0.234375], [0.03125]], [3, 2, 1])
    )
    operator = tf.linalg.LinearOperatorLowerTriangular(lower)
    np.testing.assert_allclose(operator.solve(rhs), expected)
    np.testing.assert_allclose(operator.solvevec(rhs[..., 0]), expected[..., 0])
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.linalg.triangular_solve(tf.zeros([2, 2, 2]), tf.zeros([3, 2, 1]))


def test_operators_of_blocks_take_lists_of_blocks():
    one = tf.linalg.LinearOperatorFullMatrix([[2.0, 0.0], [1.0, 3.0]])
    two, down = tf.linalg.LinearOperatorDiag([4.0]), [[1.0, 2.0]]
    diagonal = tf.linalg.LinearOperatorBlockDiag([one, two])
    lower = tf.linalg.LinearOperatorBlockLowerTriangular(
        [[one], [tf.linalg.LinearOperatorFullMatrix(down), two]]
    )
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[5.0], [6.0]])
    for operator in (diagonal, lower):
        parts = operator.matvec([*x])
        whole = operator.matvec(tf.concat(x, -1))
        assert [part.shape.as_list() for part in parts] == [[2, 2], [2, 1]]
        np.testing.assert_allclose(tf.concat(parts, -1), whole)
        for back, given in zip(operator.solvevec(parts), x, strict=True):
            np.testing.assert_allclose(back, given, rtol=1e-6)
        columns = [part[..., tf.newaxis] for part in x]
        for part, vector in zip(operator.matmul(columns), parts, strict=True):
            np.testing.assert_allclose(part[..., 0], vector)
        back = operator.solve([part[..., tf.newaxis] for part in parts])
        np.testing.assert_allclose(back[1][..., 0], x[1], rtol=1e-6)
    assert diagonal.matvec([1.0, 2.0, 3.0]).numpy().tolist() == [2.0, 7.0, 12.0]
