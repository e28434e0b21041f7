"""Incomplete gamma and beta functions, lbeta, nextafter; solving with LU factors."""

import math

import numpy as np
import pytest
from checks import assert_close, gradients, value_and_gradients
from library import ours, tf

IAE = tf.errors.InvalidArgumentError
INF, NAN = np.inf, np.nan


# --- igamma ---------------------------------------------------------------------------------------

A = [1.0, 2.0, 0.5, 3.0, 10.0, 50.0, 1.0, INF, 1.0]
X = [1.0, 3.0, 0.1, 2.0, 20.0, 40.0, 0.0, 1.0, INF]
# Whole a: 1 - exp(-x) sum of x^k / k!; others from tables.
LOWER = [
    0.6321205588,
    0.8008517265,
    0.3452791530,
    0.3233235838,
    0.9950045876,
    0.0703350734,
    0,
    0,
    1,
]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_igamma(dtype):
    a, x = tf.constant(A, dtype), tf.constant(X, dtype)
    assert_close(tf.math.igamma(a, x), LOWER, rtol=1e-5)
    assert_close(tf.math.igammac(a, x), 1 - np.array(LOWER), rtol=1e-5)


def test_outside_the_domain_is_nan():
    for f in (tf.math.igamma, tf.math.igammac):
        assert_close(f([0.0, -1.0, 1.0], [1.0, 1.0, -1.0]), [NAN] * 3)


def test_igamma_broadcasts():
    assert_close(tf.math.igamma([1.0, 2.0], [[1.0], [2.0]])[1], [0.8646647, 0.5939942])


def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)


@pytest.mark.parametrize(("a", "x"), [(2.0, 3.0), (0.5, 0.1), (10.0, 20.0), (30.0, 28.0)])
@pytest.mark.parametrize("sign", [1, -1])
def test_gradients_of_igamma(a, x, sign):
    f = tf.math.igamma if sign == 1 else tf.math.igammac
    da, dx = gradients(f, a, x, dtype="float64")
    density = math.exp((a - 1) * math.log(x) - x - math.lgamma(a))
    assert_close(dx, sign * density)
    double = lambda a: float(f(tf.constant(a, tf.float64), tf.constant(x, tf.float64)))  # noqa: E731
    assert_close(da, slope(double, a), rtol=1e-6)


def test_second_derivatives_of_igamma():
    a, x = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape(persistent=True) as outer:
        outer.watch([a, x])
        with tf.GradientTape() as inner:
            inner.watch([a, x])
            y = tf.math.igamma(a, x)
        da, dx = inner.gradient(y, [a, x])
    assert_close(outer.gradient(dx, x), -0.09957413)
    assert_close(outer.gradient(dx, a), 0.10094251)
    with pytest.raises(LookupError, match="gradient registry has no entry for: IgammaGradA"):
        outer.gradient(da, a)


@ours("the derivative of the one with respect to x is known")
def test_a_mixed_second_derivative():
    a, x = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(a)
            y = tf.math.igamma(a, x)
        da = inner.gradient(y, a)
    assert_close(outer.gradient(da, x), 0.10094251)


# --- betainc --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_betainc(dtype):
    a, b, x = (
        tf.constant(v, dtype)
        for v in ([1.0, 2, 3, 2, 2], [1.0, 2, 3, 2, 2], [0.5, 0.25, 0.2, 0, 1])
    )
    assert_close(tf.math.betainc(a, b, x), [0.5, 0.15625, 0.05792, 0.0, 1.0])


def test_betainc_of_scalars_and_outside_the_domain():
    assert_close(tf.math.betainc(1.0, [1.0, 2.0], 0.5), [0.5, 0.75])
    assert_close(tf.math.betainc([-1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.5, 1.5, 0.5]), [NAN] * 3)


def test_the_gradient_of_betainc():
    a, b, x = 2.0, 3.0, [0.4, 0.7]
    y, (da, db, dx) = value_and_gradients(tf.math.betainc, a, b, x)
    assert y.shape == [2]
    assert da is None
    assert db is None
    assert_close(dx, 12 * np.array(x) * (1 - np.array(x)) ** 2)
    _, (_, _, dx) = value_and_gradients(tf.math.betainc, [2.0, 3.0], [3.0, 2.0], 0.4)
    assert_close(dx, 12 * 0.4 * 0.6**2 + 12 * 0.4**2 * 0.6)


def test_betainc_refuses():
    with pytest.raises(IAE, match=r"Shapes of a and b are inconsistent: \[3\] vs. \[2\]"):
        tf.math.betainc([1.0, 2.0, 3.0], [1.0, 2.0], 0.5)
    with pytest.raises(IAE, match="Value for attr 'T' of int32 is not in the list"):
        tf.math.betainc(1, 2, 1)


# --- lbeta and nextafter --------------------------------------------------------------------------


def test_lbeta():
    x = [[1.0, 2.0, 0.5], [3.0, 4.0, 2.5]]
    expected = [sum(map(math.lgamma, row)) - math.lgamma(sum(row)) for row in x]
    y, (g,) = value_and_gradients(tf.math.lbeta, x, dtype="float64")
    assert_close(y, expected)
    rows = tf.constant(x, tf.float64)
    assert_close(g, tf.math.digamma(rows) - tf.math.digamma(tf.reduce_sum(rows, 1, keepdims=True)))
    assert_close(tf.math.lbeta(tf.zeros([2, 0])), [-INF, -INF])
    with pytest.raises(IAE, match="Invalid reduction dimension"):
        tf.math.lbeta(1.0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_nextafter(dtype):
    a = np.array([1.0, 0.0, -0.0, INF, 1.0, NAN, 1.0, -2.0], dtype)
    b = np.array([2.0, 1.0, -1.0, 0.0, 1.0, 1.0, NAN, -3.0], dtype)
    found = tf.math.nextafter(tf.constant(a), tf.constant(b))
    np.testing.assert_array_equal(found.numpy(), np.nextafter(a, b))
    assert tf.math.nextafter([1.0, 2.0], [[1.0], [2.0]]).shape == [2, 2]
    da, db = gradients(tf.math.nextafter, a[:1], b[:1])
    assert_close(da, [1.0])
    assert_close(db, [0.0])


# --- LU -------------------------------------------------------------------------------------------

MATRICES = np.random.default_rng(2).normal(size=[2, 4, 4])
SIDES = np.random.default_rng(3).normal(size=[2, 4, 3])


def test_lu_puts_together_what_it_took_apart():
    lu, p = tf.linalg.lu(MATRICES)
    assert_close(tf.linalg.lu_reconstruct(lu, p), MATRICES)
    assert_close(tf.linalg.lu_matrix_inverse(lu, p), np.linalg.inv(MATRICES))
    assert_close(tf.linalg.lu_solve(lu, p, SIDES), np.linalg.solve(MATRICES, SIDES))
    one = tf.linalg.lu(MATRICES[0])
    assert_close(tf.linalg.lu_solve(*one, SIDES[0]), np.linalg.solve(MATRICES[0], SIDES[0]))
    assert tf.linalg.lu(MATRICES, output_idx_type=tf.int64).p.dtype == tf.int64


def test_the_gradient_of_lu_solve():
    lu, p = tf.linalg.lu(MATRICES)
    (g,) = gradients(lambda rhs: tf.linalg.lu_solve(lu, p, rhs), SIDES)
    inverse = np.linalg.inv(MATRICES)
    assert_close(g, np.swapaxes(inverse, 1, 2) @ np.ones_like(SIDES))


def test_lu_solve_refuses():
    lu, p = tf.linalg.lu(MATRICES[0])
    with pytest.raises(ValueError, match="`rhs` must have at least 2 dimensions"):
        tf.linalg.lu_solve(lu, p, SIDES[0, :, 0])
    with pytest.raises(ValueError, match=r"`lower_upper.shape\[-1\]` must equal"):
        tf.linalg.lu_solve(lu, p, SIDES[0, :2])


@ours("what is no permutation is found out; TensorFlow reads what it finds")
def test_perm_is_checked():
    lu, _ = tf.linalg.lu(MATRICES[0])
    with pytest.raises(ValueError, match="`perm` must contain permutations"):
        tf.linalg.lu_solve(lu, [0, 0, 1, 9], SIDES[0])
