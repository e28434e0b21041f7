"""Linear operators: each method is that of the dense matrix, which is NumPy's or TensorFlow's."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

L = tf.linalg
RNG = np.random.default_rng(0)


def numbers(*shape):
    return tf.constant(RNG.normal(size=shape))


def dominant(*shape):
    """Matrices that are easily inverted."""
    return numbers(*shape) + 4 * tf.eye(shape[-1], dtype=tf.float64)


def full(*shape, **hints):
    return L.LinearOperatorFullMatrix(dominant(*shape), **hints)


A = dominant(3, 3).numpy()
TRI = np.array([[1.0, 2.0, 9.0], [4.0, 5.0, 6.0], [9.0, 2.0, 1.5]])
AXIS = np.array([1.0, 2.0, -1.0])
SPECTRUM = np.array([3.0, 1.5 + 0.5j, 1.5 - 0.5j])
U, V, D = numbers(3, 2), numbers(3, 2), np.array([0.5, 2.0])
DIAG = L.LinearOperatorDiag(np.array([1.0, 2.0, -3.0]))
ONE = L.LinearOperatorFullMatrix(A)
SMALL = full(2, 2)


def circle(spectrum):
    column = np.fft.ifft(spectrum)
    return np.array([[column[i - j] for j in range(3)] for i in range(3)])


def blocks():
    dense = np.zeros((5, 5))
    dense[:3, :3], dense[3:, 3:] = A, SMALL.to_dense().numpy()
    return dense


# Operators, and their matrices.
OPERATORS = {
    "full": (ONE, A),
    "batch": (full(2, 3, 3), None),
    "diag": (DIAG, np.diag([1.0, 2.0, -3.0])),
    "identity": (L.LinearOperatorIdentity(3, dtype=tf.float64), np.eye(3)),
    "scaled": (L.LinearOperatorScaledIdentity(3, tf.constant(2.5, tf.float64)), 2.5 * np.eye(3)),
    "triangular": (L.LinearOperatorLowerTriangular(A), np.tril(A)),
    "permutation": (
        L.LinearOperatorPermutation([1, 2, 0], dtype=tf.float64), np.eye(3)[[1, 2, 0]]
    ),
    "householder": (
        L.LinearOperatorHouseholder(AXIS), np.eye(3) - 2 * np.outer(AXIS, AXIS) / (AXIS @ AXIS)
    ),
    "toeplitz": (
        L.LinearOperatorToeplitz(np.array([4.0, 1.0, 2.0]), np.array([4.0, 3.0, -1.0])),
        np.array([[4.0, 3.0, -1.0], [1.0, 4.0, 3.0], [2.0, 1.0, 4.0]]),
    ),
    "tridiag": (
        L.LinearOperatorTridiag(TRI), np.array([[4.0, 1.0, 0.0], [2.0, 5.0, 2.0], [0.0, 1.5, 6.0]])
    ),
    "circulant": (
        L.LinearOperatorCirculant(SPECTRUM, input_output_dtype=tf.float64), circle(SPECTRUM).real
    ),
    "composition": (L.LinearOperatorComposition([ONE, DIAG]), A @ DIAG.to_dense().numpy()),
    "kronecker": (
        L.LinearOperatorKronecker([SMALL, DIAG]),
        np.kron(SMALL.to_dense(), DIAG.to_dense()),
    ),
    "blocks": (L.LinearOperatorBlockDiag([ONE, SMALL]), blocks()),
    "lower blocks": (
        L.LinearOperatorBlockLowerTriangular([[ONE], [full(3, 3), ONE]]), None
    ),
    "adjoint": (L.LinearOperatorAdjoint(ONE), A.T),
    "inversion": (
        L.LinearOperatorInversion(full(3, 3, is_non_singular=True)), None
    ),
    "update": (
        L.LinearOperatorLowRankUpdate(DIAG, U, D, V),
        DIAG.to_dense().numpy() + U.numpy() @ np.diag(D) @ V.numpy().T,
    ),
}  # fmt: skip


@pytest.fixture(params=OPERATORS, name="pair")
def _pair(request):
    operator, dense = OPERATORS[request.param]
    return operator, operator.to_dense().numpy() if dense is None else dense


def close(found, expected):
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-9, atol=1e-9)


def test_the_matrix_and_its_shape(pair):
    operator, dense = pair
    close(operator.to_dense(), dense)
    assert operator.shape == dense.shape
    assert operator.batch_shape == dense.shape[:-2]
    assert (operator.range_dimension, operator.domain_dimension) == dense.shape[-2:]
    assert operator.tensor_rank == dense.ndim
    assert operator.is_square
    assert operator.dtype == tf.float64
    assert operator.shape_tensor().numpy().tolist() == list(dense.shape)


def test_products(pair):
    operator, dense = pair
    x, turned = numbers(dense.shape[-1], 2), np.swapaxes(dense, -1, -2)
    close(operator.matmul(x), dense @ x.numpy())
    close(operator @ x, dense @ x.numpy())
    close(operator.matmul(x, adjoint=True), turned @ x.numpy())
    close(operator.matmul(tf.transpose(x), adjoint_arg=True), dense @ x.numpy())
    close(operator.matvec(x[:, 0]), dense @ x[:, 0].numpy())
    if AGAINST_TENSORFLOW and isinstance(operator, L.LinearOperatorCirculant):
        return  # whose adjoint forgets the dtype there
    close(operator.adjoint().matmul(x), turned @ x.numpy())
    close(operator.H.to_dense(), turned)
    close(operator.matmul(operator).to_dense(), dense @ dense)


def test_solutions(pair):
    operator, dense = pair
    x, inverse = numbers(dense.shape[-1], 2), np.linalg.inv(dense)
    close(operator.solve(x), inverse @ x.numpy())
    close(operator.solve(x, adjoint=True), np.swapaxes(inverse, -1, -2) @ x.numpy())
    close(operator.solvevec(x[:, 1]), inverse @ x[:, 1].numpy())
    close(operator.inverse().to_dense(), inverse)


def test_numbers_of_the_matrix(pair):
    operator, dense = pair
    close(operator.determinant(), np.linalg.det(dense))
    close(operator.log_abs_determinant(), np.linalg.slogdet(dense)[1])
    close(operator.trace(), np.trace(dense, axis1=-2, axis2=-1))
    close(operator.diag_part(), np.diagonal(dense, axis1=-2, axis2=-1))
    close(operator.add_to_tensor(tf.ones_like(dense)), dense + 1)
    close(operator.cond(), np.linalg.cond(dense))


def test_what_a_wrong_operator_would_answer(pair):
    operator, dense = pair
    with pytest.raises(AssertionError):
        close(operator.to_dense(), dense + 1e-3)


def test_eigenvalues():
    close(DIAG.eigvals(), [1.0, 2.0, -3.0])
    symmetric = A + A.T
    operator = L.LinearOperatorFullMatrix(symmetric, is_self_adjoint=True)
    close(operator.eigvals(), np.linalg.eigvalsh(symmetric))
    with pytest.raises(NotImplementedError):
        ONE.eigvals()


def test_a_cholesky_factor():
    positive = A @ A.T
    hints = {"is_self_adjoint": True, "is_positive_definite": True}
    operator = L.LinearOperatorFullMatrix(positive, **hints)
    close(operator.cholesky().to_dense(), np.linalg.cholesky(positive))
    with pytest.raises(ValueError, match="positive definite"):
        ONE.cholesky()


@pytest.mark.parametrize(
    ("kind", "shape"),
    [(L.LinearOperatorCirculant2D, (2, 3)), (L.LinearOperatorCirculant3D, (2, 2, 2))],
)
def test_circles_around_several_axes(kind, shape):
    kernel = RNG.normal(size=shape)
    axes = [*range(-len(shape), 0)]
    operator = kind(np.fft.fftn(kernel), input_output_dtype=tf.float64)
    x = RNG.normal(size=shape)
    expected = np.fft.ifftn(np.fft.fftn(kernel) * np.fft.fftn(x), axes=axes).real
    close(operator.matvec(tf.constant(x.ravel())), expected.ravel())
    assert operator.block_shape == shape


def test_zeros():
    zeros = L.LinearOperatorZeros(2, 3, is_square=False, is_self_adjoint=False)
    close(zeros.matvec(tf.ones([3])), [0.0, 0.0])
    with pytest.raises(NotImplementedError):
        zeros.solvevec(tf.ones([2]))
    with pytest.raises(NotImplementedError):
        L.LinearOperatorZeros(2).solvevec(tf.ones([2]))


def test_formats_of_three_diagonals():
    sequence = L.LinearOperatorTridiag([TRI[0], TRI[1], TRI[2]], diagonals_format="sequence")
    matrix = L.LinearOperatorTridiag(sequence.to_dense(), diagonals_format="matrix")
    close(sequence.to_dense(), OPERATORS["tridiag"][1])
    close(matrix.to_dense(), OPERATORS["tridiag"][1])
    with pytest.raises(ValueError):
        L.LinearOperatorTridiag(TRI, diagonals_format="other")


def test_variables_are_read_at_each_call():
    diag = tf.Variable([1.0, 2.0])
    operator = L.LinearOperatorDiag(diag)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(operator.solvevec([1.0, 1.0]))
    np.testing.assert_allclose(tape.gradient(y, diag), [-1.0, -0.25])
    diag.assign([2.0, 2.0])
    assert operator.determinant() == 4.0
    assert len(operator.trainable_variables) == 1


def test_gradients_of_a_determinant():
    u = tf.Variable([[0.5], [0.25]])
    base = L.LinearOperatorIdentity(2)
    with tf.GradientTape() as tape:
        y = L.LinearOperatorLowRankUpdate(base, u).log_abs_determinant()
    expected = 2 * u.numpy() / (1 + np.sum(u.numpy() ** 2))
    np.testing.assert_allclose(tape.gradient(y, u), expected, rtol=1e-5)


def test_checks():
    DIAG.assert_non_singular()
    DIAG.assert_self_adjoint()
    with pytest.raises(tf.errors.InvalidArgumentError):
        L.LinearOperatorFullMatrix([[1.0, 1.0], [1.0, 1.0]]).assert_non_singular()
    with pytest.raises(tf.errors.InvalidArgumentError):
        L.LinearOperatorFullMatrix([[1.0, 2.0], [1.0, 1.0]]).assert_self_adjoint()
    with pytest.raises(tf.errors.InvalidArgumentError):
        DIAG.assert_positive_definite()


@pytest.mark.parametrize(
    "make",
    [
        lambda L: L.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]),
        lambda L: L.LinearOperatorDiag([1.0, 2.0]),
        lambda L: L.LinearOperatorIdentity(2),
        lambda L: L.LinearOperatorScaledIdentity(2, 3.0),
        lambda L: L.LinearOperatorPermutation([1, 0], dtype=tf.float32),
    ],
)
def test_the_other_factor_has_as_many_rows(make):
    operator = make(tf.linalg)
    for call in (
        lambda: operator.matmul(tf.ones([3, 2])),
        lambda: operator.matmul(tf.ones([2, 3]), adjoint_arg=True),
        lambda: operator.matvec(tf.ones([3])),
        lambda: operator.solve(tf.ones([3, 2])),
        lambda: operator.solvevec(tf.ones([3])),
    ):
        with pytest.raises(ValueError, match="Dimensions 2 and 3 are not compatible"):
            call()
    with pytest.raises(ValueError, match="Operators are incompatible"):
        operator.matmul(tf.linalg.LinearOperatorIdentity(3))


def test_names_of_operators_made_from_others():
    L = tf.linalg
    a = L.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]], name="a")
    d = L.LinearOperatorDiag([1.0, 2.0], name="d")
    assert (a @ d).name == "a_o_d"
    assert L.LinearOperatorKronecker([a, d]).name == "a_x_d"
    assert L.LinearOperatorBlockDiag([a, d]).name == "a_ds_d"
    assert (a.adjoint().name, a.inverse().name) == ("a_adjoint", "a_inv")
    assert L.LinearOperatorAdjoint(a, name="given").name == "given"
