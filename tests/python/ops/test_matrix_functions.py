"""Exponentials, square roots and logarithms of matrices: values and gradients of any order."""

import numpy as np
import pytest
from checks import assert_close, derivatives, gradients, slopes, value_and_gradients
from library import ours, tf

NOISE = np.random.default_rng(0).normal(size=(4, 4))
POSITIVE = NOISE @ NOISE.T + np.eye(4)
BATCH = np.stack([POSITIVE, POSITIVE.T @ POSITIVE + NOISE])
WEIGHTS = np.random.default_rng(1).normal(size=(4, 4))


def through_eigenvectors(f):
    """The function of a matrix that has enough eigenvectors."""

    def matrix_function(x):
        e, v = np.linalg.eig(x)
        return (v * f(e.astype(complex))[..., None, :]) @ np.linalg.inv(v)

    return matrix_function


def real(f):
    return lambda x: f(x).real


exp, sqrt, log = (through_eigenvectors(f) for f in (np.exp, np.sqrt, np.log))


@pytest.mark.parametrize("x", [POSITIVE, BATCH], ids=["matrix", "batch"])
@pytest.mark.parametrize(
    ("f", "reference", "scale"),
    [(tf.linalg.expm, real(exp), 0.1), (tf.linalg.sqrtm, real(sqrt), 1.0)],
    ids=["expm", "sqrtm"],
)
def test_real_functions(f, reference, scale, x):
    x = x * scale
    dy = np.random.default_rng(4).normal(size=x.shape)
    y, (g,) = value_and_gradients(f, x, dy=tf.constant(dy))
    assert_close(y, reference(x), rtol=1e-8)
    assert_close(g, slopes(reference, x, dy), rtol=1e-5)


COMPLEX = POSITIVE + 0.3j * WEIGHTS


@pytest.mark.parametrize(
    ("f", "reference"),
    [
        (tf.linalg.expm, exp),
        pytest.param(tf.linalg.sqrtm, sqrt, marks=ours("TensorFlow's is not the derivative")),
        pytest.param(tf.linalg.logm, log, marks=ours("TensorFlow has no gradient of logm")),
    ],
    ids=["expm", "sqrtm", "logm"],
)
def test_complex_functions(f, reference):
    """The gradient g of a real loss satisfies d loss = Re(conj(g) dx)."""
    x = COMPLEX * 0.2
    y, (g,) = value_and_gradients(f, x, dy=tf.constant(WEIGHTS * (1 - 0.5j)))
    assert_close(y, reference(x), rtol=1e-8)

    def loss(x):
        return np.sum((np.conj(WEIGHTS * (1 - 0.5j)) * reference(x)).real)

    for part in (1.0, 1j):
        direction = NOISE * part
        slope = (loss(x + 1e-6 * direction) - loss(x - 1e-6 * direction)) / 2e-6
        assert np.isclose(np.sum(np.conj(g.numpy()) * direction).real, slope, rtol=1e-6)


def test_gradients_as_tensorflow_computes_them():
    """TensorFlow 2.21, in double precision."""
    (g,) = gradients(tf.linalg.expm, 0.5 * NOISE, dy=tf.constant(WEIGHTS))
    assert_close(g[0], [0.43500872771, 0.46348270835, 0.36697980377, -1.90336068969], rtol=1e-9)
    (g,) = gradients(tf.linalg.sqrtm, POSITIVE, dy=tf.constant(WEIGHTS))
    assert_close(g[0], [0.03871391972, 0.24364848026, 0.20156251801, -0.34397123158], rtol=1e-9)


@pytest.mark.parametrize("f", [tf.linalg.expm, tf.linalg.sqrtm])
def test_second_derivatives(f):
    """A diagonal matrix is a function of each entry: exp and sqrt again."""

    def diagonal(x):
        return tf.linalg.diag_part(f(tf.linalg.diag(x)))

    def elementwise(x):
        return tf.exp(x) if f is tf.linalg.expm else tf.sqrt(x)

    x = np.array([0.5, 1.0, 3.0])
    for got, want in zip(derivatives(diagonal, x, 3), derivatives(elementwise, x, 3), strict=True):
        assert_close(got, want, rtol=1e-9)


def test_second_derivatives_off_the_diagonal():
    """The square of the root is the matrix: its derivatives are those of x."""
    x = tf.constant(POSITIVE)

    def square(x):
        root = tf.linalg.sqrtm(x)
        return tf.reduce_sum(tf.matmul(root, root) * WEIGHTS * x)

    _, first, second = derivatives(square, x, 2)
    assert_close(first, 2 * WEIGHTS * POSITIVE, rtol=1e-8)
    assert_close(second, 2 * WEIGHTS, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("f", [tf.linalg.expm, tf.linalg.sqrtm])
def test_sizes_of_matrix_and_cotangent_do_not_mix(f):
    """The gradient is linear in the cotangent, however large or small that is."""
    x = POSITIVE * 1e-3
    (g,) = gradients(f, x, dy=tf.constant(WEIGHTS))
    for scale in (1e-30, 1e30):
        (scaled,) = gradients(f, x, dy=tf.constant(WEIGHTS * scale))
        assert_close(scaled.numpy() / scale, g, rtol=1e-9)
    (none,) = gradients(f, x, dy=tf.zeros([4, 4], tf.float64))
    assert_close(none, np.zeros((4, 4)))


def test_the_exponential_at_nothing():
    """The derivative at the zero matrix is the identity."""
    (g,) = gradients(tf.linalg.expm, np.zeros((4, 4)), dy=tf.constant(WEIGHTS))
    assert_close(g, WEIGHTS, rtol=1e-12)
    (g,) = gradients(tf.linalg.expm, np.zeros((0, 0)))
    assert g.shape == [0, 0]


def test_a_matrix_with_too_few_eigenvectors():
    """By hand: the integral of exp(s A^T) G exp((1 - s) A^T), and R^T X + X R^T = G."""
    corner = tf.constant([[0.0, 1.0], [0.0, 0.0]])
    (g,) = gradients(tf.linalg.expm, [[0.0, 1.0], [0.0, 0.0]], dy=corner)
    assert_close(g, [[0.5, 1.0], [1 / 6, 0.5]], rtol=1e-5)
    (g,) = gradients(tf.linalg.sqrtm, [[1.0, 1.0], [0.0, 1.0]], dy=corner)
    assert_close(g, [[-0.125, 0.5], [0.0625, -0.125]], rtol=1e-5)


@ours("TensorFlow raises InvalidArgumentError: Input matrix is not invertible")
def test_the_root_has_no_gradient_at_a_singular_matrix():
    (g,) = gradients(tf.linalg.sqrtm, [[4.0, 0.0], [0.0, 0.0]])
    assert np.isnan(g.numpy()).all()


def test_jacobian():
    x = tf.constant(0.3 * NOISE[:2, :2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.linalg.expm(x)
    jacobian = tape.jacobian(y, x)
    for i in range(2):
        for j in range(2):
            dy = np.zeros((2, 2))
            dy[i, j] = 1.0
            assert_close(jacobian[i, j], gradients(tf.linalg.expm, x, dy=tf.constant(dy))[0])
