"""Matrices of few diagonals: products, systems, eigenvalues, against the whole matrices."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

BANDS = np.arange(1.0, 13.0).reshape(3, 4) ** 1.5
RIGHT = np.arange(8.0).reshape(4, 2) - 3.0
WHOLE = np.diag(BANDS[1]) + np.diag(BANDS[0, :-1], 1) + np.diag(BANDS[2, 1:], -1)
FORMS = {
    "compact": BANDS,
    "sequence": (BANDS[0, :-1], BANDS[1], BANDS[2, 1:]),
    "matrix": WHOLE,
}


def as_tensors(diagonals):
    listed = isinstance(diagonals, tuple)
    return tuple(map(tf.constant, diagonals)) if listed else tf.constant(diagonals)


@pytest.mark.parametrize("form", FORMS)
def test_products_and_solutions_are_those_of_the_whole_matrix(form):
    diagonals = as_tensors(FORMS[form])
    solved = tf.linalg.tridiagonal_solve(diagonals, tf.constant(RIGHT), form)
    np.testing.assert_allclose(solved.numpy(), np.linalg.solve(WHOLE, RIGHT), rtol=1e-10)
    if not (AGAINST_TENSORFLOW and form == "sequence"):  # TensorFlow asks for padded ones
        made = tf.linalg.tridiagonal_matmul(diagonals, tf.constant(RIGHT), form)
        np.testing.assert_allclose(made.numpy(), WHOLE @ RIGHT, rtol=1e-12)


def test_right_sides_may_be_vectors_transposed_or_conjugated():
    solve = tf.linalg.tridiagonal_solve
    expected = np.linalg.solve(WHOLE, RIGHT)
    bands, right = tf.constant(BANDS), tf.constant(RIGHT)
    np.testing.assert_allclose(solve(bands, right[:, 0]).numpy(), expected[:, 0], rtol=1e-10)
    turned = solve(bands, tf.transpose(right), transpose_rhs=True)
    np.testing.assert_allclose(turned.numpy(), expected, rtol=1e-10)
    complex_bands, i = tf.cast(bands, tf.complex128), tf.cast(right, tf.complex128) * 1j
    conjugated = solve(complex_bands, i, conjugate_rhs=True)
    np.testing.assert_allclose(conjugated.numpy(), -1j * expected, rtol=1e-10)


def test_a_zero_on_the_diagonal_is_passed_by_and_a_singular_matrix_told():
    bands = tf.constant([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    solved = tf.linalg.tridiagonal_solve(bands, tf.constant([2.0, 3.0]))
    assert solved.numpy().tolist() == [3.0, 2.0]
    if AGAINST_TENSORFLOW:  # which answers NaN
        return
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.linalg.tridiagonal_solve(tf.zeros([3, 2]), tf.ones([2]))


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="Unrecognized diagonals_format: x"):
        tf.linalg.tridiagonal_solve(tf.constant(BANDS), tf.constant(RIGHT), "x")
    with pytest.raises(ValueError, match="partial_pivoting must be True if perturb_singular is"):
        tf.linalg.tridiagonal_solve(
            tf.constant(BANDS), tf.constant(RIGHT), partial_pivoting=False, perturb_singular=True
        )
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.linalg.tridiagonal_matmul(tf.constant(BANDS), tf.constant(RIGHT[:3]))


@pytest.mark.parametrize("adjoint", [False, True])
@pytest.mark.parametrize("lower", [False, True])
def test_triangular_systems_of_bands(lower, adjoint):
    bands = BANDS[:2]
    beside = np.diag(bands[1, 1:], -1) if lower else np.diag(bands[0, :-1], 1)
    whole = np.diag(bands[0 if lower else 1]) + beside
    solved = tf.linalg.banded_triangular_solve(
        tf.constant(bands), tf.constant(RIGHT), lower=lower, adjoint=adjoint
    )
    expected = np.linalg.solve(whole.T if adjoint else whole, RIGHT)
    np.testing.assert_allclose(solved.numpy(), expected, rtol=1e-10)


def test_a_batch_of_bands_takes_one_right_side():
    batch = tf.linalg.banded_triangular_solve(tf.constant([BANDS, BANDS]), tf.constant(RIGHT))
    one = tf.linalg.banded_triangular_solve(tf.constant(BANDS), tf.constant(RIGHT))
    np.testing.assert_allclose(batch.numpy(), np.stack([one.numpy()] * 2), rtol=1e-12)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="checked by gradtape's own checker")
def test_gradients_of_complex_bands_and_of_large_systems():
    bands = tf.complex(tf.constant(BANDS), tf.constant(BANDS[::-1] / 7.0))
    right = tf.complex(tf.constant(RIGHT), tf.constant(RIGHT[::-1]))
    for function in (tf.linalg.tridiagonal_solve, tf.linalg.tridiagonal_matmul):
        tf.testing.check_gradients(function, bands, right)
    for lower in (False, True):
        tf.testing.check_gradients(
            lambda a, b, lower=lower: tf.linalg.banded_triangular_solve(a, b, lower, True),
            bands[:2],
            right,
        )


def test_eigenvalues_of_three_diagonals():
    alpha, beta = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.5, 0.6, 0.7])
    whole = np.diag(alpha) + np.diag(beta, 1) + np.diag(beta, -1)
    expected = np.linalg.eigvalsh(whole)
    found = tf.linalg.eigh_tridiagonal(alpha, beta)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-5)
    some = tf.linalg.eigh_tridiagonal(alpha, beta, select="i", select_range=(1, 2))
    np.testing.assert_allclose(some.numpy(), expected[1:3], rtol=1e-5)
    between = tf.linalg.eigh_tridiagonal(alpha, beta, select="v", select_range=(1.5, 3.5))
    np.testing.assert_allclose(between.numpy(), expected[1:3], rtol=1e-5)
    values, vectors = tf.linalg.eigh_tridiagonal(alpha, beta, eigvals_only=False)
    np.testing.assert_allclose(whole @ vectors.numpy(), vectors.numpy() * values.numpy(), atol=1e-5)


def test_a_complex_one_has_real_eigenvalues():
    found = tf.linalg.eigh_tridiagonal(np.array([1.0 + 0j, 2.0]), np.array([1j]))
    np.testing.assert_allclose(found.numpy(), np.linalg.eigvalsh([[1, 1j], [-1j, 2]]), rtol=1e-5)


def test_what_eigh_tridiagonal_refuses():
    with pytest.raises(ValueError, match="select must have a value in"):
        tf.linalg.eigh_tridiagonal([1.0, 2.0], [1.0], select="x")
    with pytest.raises(tf.errors.InvalidArgumentError, match="empty index range"):
        tf.linalg.eigh_tridiagonal([1.0, 2.0], [1.0], select="i", select_range=(1, 0))
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.linalg.eigh_tridiagonal(tf.ones([4]), tf.ones([2]))
