"""Eigenvalues and eigenvectors of matrices that are not symmetric."""

import numpy as np
import pytest
from checks import assert_close, derivatives, gradients
from library import ours, tf

IAE = tf.errors.InvalidArgumentError
A = np.random.default_rng(0).normal(size=(4, 4))
W = np.random.default_rng(1).normal(size=(4, 4))
C = A + 1j * W


def sorted_values(e):
    return np.sort_complex(np.round(np.asarray(e), 9))


@pytest.mark.parametrize("x", [A, C, np.stack([C, C.T + 1])], ids=["real", "complex", "batch"])
def test_vectors_and_values_belong_together(x):
    e, v = tf.linalg.eig(x)
    assert e.dtype == v.dtype == tf.complex128
    assert_close(x @ v.numpy(), v.numpy() * e.numpy()[..., None, :], rtol=1e-10, atol=1e-12)
    assert_close(np.linalg.norm(v.numpy(), axis=-2), np.ones(x.shape[:-1]), rtol=1e-12)
    assert_close(sorted_values(e), sorted_values(np.linalg.eigvals(x)), rtol=1e-8)
    assert_close(sorted_values(tf.linalg.eigvals(x)), sorted_values(e), rtol=1e-8)


def test_single_precision():
    e, v = tf.linalg.eig(A.astype(np.float32))
    assert e.dtype == v.dtype == tf.complex64
    assert tf.linalg.eigvals(C.astype(np.complex64)).dtype == tf.complex64


def test_empty_matrices():
    e, v = tf.linalg.eig(tf.zeros([0, 0]))
    assert e.shape == [0]
    assert v.shape == [0, 0]
    e, v = tf.linalg.eig(tf.zeros([0, 3, 3], tf.complex64))
    assert e.shape == [0, 3]
    assert v.shape == [0, 3, 3]
    assert tf.linalg.eigvals(tf.zeros([0, 3, 3])).shape == [0, 3]


# --- gradients ------------------------------------------------------------------------------------


def by_part(e):
    """A number that all parts of all values have a share in, whatever their order."""
    return tf.reduce_sum(tf.math.real(e) ** 3) + tf.reduce_sum(tf.math.imag(e) ** 4)


def by_vectors(x):
    """A number without phases: the first row of the projections on each vector, and its value."""
    e, v = tf.linalg.eig(x)
    weights = tf.cast(tf.math.real(e), tf.float64)
    return tf.reduce_sum(tf.abs(v) ** 2 * weights * W[:, :1]) + by_part(e)


def difference(f, x, direction, h=1e-6):
    return (float(f(x + h * direction)) - float(f(x - h * direction))) / (2 * h)


@pytest.mark.parametrize("x", [A, C], ids=["real", "complex"])
@pytest.mark.parametrize(
    "f", [lambda x: by_part(tf.linalg.eigvals(x)), by_vectors], ids=["values", "vectors"]
)
def test_gradients_are_slopes(f, x):
    (g,) = gradients(f, x)
    assert g.dtype == x.dtype
    for seed in range(3):
        direction = np.random.default_rng(seed).normal(size=x.shape)
        if np.iscomplexobj(x):
            direction = direction * np.exp(1j * seed)
        slope = np.sum(np.conj(g.numpy()) * direction).real
        assert np.isclose(slope, difference(f, x, direction), rtol=1e-6)


def test_gradients_of_a_batch_are_those_of_its_matrices():
    def values(x):
        return tf.math.real(tf.linalg.eigvals(x)) ** 2

    batch = np.stack([A, A.T @ A, W])
    (g,) = gradients(values, batch)
    for x, part in zip(batch, g, strict=True):
        assert_close(part, gradients(values, x)[0], rtol=1e-8)


def test_gradients_of_traces():
    """The sum of the values is the trace, that of their squares the trace of x x."""
    (g,) = gradients(lambda x: tf.math.real(tf.linalg.eigvals(x)), A)
    assert_close(g, np.eye(4), atol=1e-12)
    (g,) = gradients(lambda x: tf.linalg.eigvals(x) ** 2, C)
    assert_close(g, 2 * C.conj().T, atol=1e-12)


def test_second_derivatives():
    """The sum of the cubes of the values is the trace of x x x."""

    def cubes(x):
        return tf.reduce_sum(tf.math.real(tf.linalg.eigvals(x) ** 3))

    def trace(x):
        return tf.linalg.trace(x @ x @ x)

    for got, want in zip(derivatives(cubes, A, 2), derivatives(trace, A, 2), strict=True):
        assert_close(got, want, rtol=1e-8, atol=1e-9)


def test_equal_values_have_a_gradient_if_there_are_enough_vectors():
    (g,) = gradients(lambda x: tf.math.real(tf.linalg.eigvals(x)), np.eye(3))
    assert_close(g, np.eye(3))


# --- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("f", [tf.linalg.eig, tf.linalg.eigvals])
def test_matrices_are_checked(f):
    with pytest.raises(IAE, match="Input matrix must be square"):
        f(tf.ones([2, 3]))
    with pytest.raises(IAE, match="Input tensor 0 must have rank >= 2, got 1"):
        f(tf.ones([3]))


@ours("TensorFlow answers numbers that are none of the matrix's")
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_is_refused(bad):
    with pytest.raises(IAE, match="Eigen decomposition was not successful"):
        tf.linalg.eig([[1.0, bad], [0.0, 1.0]])
