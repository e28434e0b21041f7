"""Tapes in tapes: higher derivatives, Hessian-vector products, and which tape sees what."""

import numpy as np
import pytest
from checks import assert_close, derivatives
from library import ours, tf


def test_every_order_of_a_variable_needs_no_watching():
    x = tf.Variable(2.0)
    with tf.GradientTape() as third:
        with tf.GradientTape() as second:
            with tf.GradientTape() as first:
                y = x * x * x
            d1 = first.gradient(y, x)
        d2 = second.gradient(d1, x)
    d3 = third.gradient(d2, x)
    assert [d.numpy() for d in (d1, d2, d3)] == [12.0, 12.0, 6.0]


def nth(f, x, order):
    return [None if d is None else float(d) for d in derivatives(f, x, order)]


@pytest.mark.parametrize(
    ("f", "x", "expected"),
    [
        (lambda x: x**5, 1.0, [1, 5, 20, 60, 120, 120]),
        (tf.exp, 0.0, [1, 1, 1, 1, 1, 1]),
        (tf.sin, 0.0, [0, 1, 0, -1, 0, 1]),
        (lambda x: 1.0 / x, 1.0, [1, -1, 2, -6, 24, -120]),
        (tf.math.log, 1.0, [0, 1, -1, 2, -6, 24]),
        (tf.sqrt, 1.0, [1, 1 / 2, -1 / 4, 3 / 8, -15 / 16, 105 / 32]),
        (tf.tanh, 0.0, [0, 1, 0, -2, 0, 16]),
        (tf.sigmoid, 0.0, [1 / 2, 1 / 4, 0, -1 / 8, 0, 1 / 4]),
        (tf.nn.softplus, 0.0, [np.log(2), 1 / 2, 1 / 4, 0, -1 / 8, 0]),
        (lambda x: tf.reduce_prod(tf.stack([x, x, x])), 2.0, [8, 12, 12, 6]),
        (lambda x: tf.matmul([[x]], [[x * x]])[0, 0], 2.0, [8, 12, 12, 6]),
    ],
)
def test_the_first_derivatives_of(f, x, expected):
    np.testing.assert_allclose(
        nth(f, tf.constant(x), len(expected) - 1), expected, rtol=2e-5, atol=2e-5
    )


def test_a_tensor_must_be_watched_by_every_tape():
    x = tf.constant(2.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x * x
        g = inner.gradient(y, x)
    assert g.numpy() == 12.0
    assert outer.gradient(g, x) is None


def test_the_inner_gradient_must_run_inside_the_outer_block():
    x = tf.Variable(2.0)
    with tf.GradientTape() as outer, tf.GradientTape() as inner:
        y = x * x * x
    g = inner.gradient(y, x)
    assert outer.gradient(g, x) is None


def test_two_tapes_of_one_block_are_independent():
    x, w = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as first, tf.GradientTape() as second:
        y, z = x * x, w * w * w
    assert first.gradient(y, x).numpy() == 4.0
    assert second.gradient(z, w).numpy() == 27.0


def test_the_second_derivative_of_a_linear_function_is_none():
    x = tf.Variable(2.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = x * 3.0
        g = inner.gradient(y, x)
    assert g.numpy() == 3.0
    assert outer.gradient(g, x) is None


def test_a_square_has_no_third_derivative():
    assert nth(lambda x: x * x, tf.constant(0.0), 3) == [0.0, 0.0, 2.0, None]
    assert nth(tf.square, tf.constant(3.0), 3) == [9.0, 6.0, 2.0, None]


HESSIAN_TIMES_V = [6.0, 24.0]


def cubes(x):
    with tf.GradientTape() as inner:
        inner.watch(x)
        y = tf.reduce_sum(x**3)
    return inner.gradient(y, x)


def test_hessian_vector_product_as_the_gradient_of_a_product():
    x, v = tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        product = tf.reduce_sum(cubes(x) * v)
    assert_close(outer.gradient(product, x), HESSIAN_TIMES_V)


def test_hessian_vector_product_with_output_gradients():
    x, v = tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        g = cubes(x)
    assert_close(outer.gradient(g, x, output_gradients=v), HESSIAN_TIMES_V)


def test_hessian_vector_product_from_the_hessian():
    x, v = tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        g = cubes(x)
    hessian = outer.jacobian(g, x)
    assert_close(tf.linalg.matvec(hessian, v), HESSIAN_TIMES_V)


def test_mixed_second_derivatives():
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as outer:
        with tf.GradientTape() as inner:
            z = x * x * y + tf.sin(x * y)
        gx, gy = inner.gradient(z, [x, y])
    s, c = np.sin(6.0), np.cos(6.0)
    assert_close(outer.gradient(gx, [x])[0], 2 * 3.0 - 9.0 * s, rtol=1e-4)
    assert_close(outer.gradient(gx, y), 2 * 2.0 + c - 6.0 * s, rtol=1e-4)
    assert_close(outer.gradient(gy, x), 2 * 2.0 + c - 6.0 * s, rtol=1e-4)


def test_the_gradient_of_a_gradient_penalty():
    def penalty(w):  # for y = tanh(x . w) at x = [1, 2]: (|dy/dx| - 1) ** 2
        slope = (1 - np.tanh(w[0] + 2 * w[1]) ** 2) * np.hypot(*w)
        return (slope - 1) ** 2

    h, at = 1e-6, np.array([0.5, -0.3])
    expected = [(penalty(at + h * e) - penalty(at - h * e)) / (2 * h) for e in np.eye(2)]
    w, x = tf.Variable([[0.5], [-0.3]]), tf.constant([[1.0, 2.0]])
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.tanh(x @ w)
        loss = (tf.norm(inner.gradient(y, x)) - 1.0) ** 2
    assert_close(loss, penalty(at))
    assert_close(tf.squeeze(outer.gradient(loss, w)), expected, rtol=1e-4)


@ours("the second derivative of x**1 is 0; TensorFlow multiplies 0 by infinity")
def test_integer_powers_have_clean_derivatives_at_zero():
    assert nth(lambda x: x**1, tf.constant(0.0), 2) in ([0.0, 1.0, 0.0], [0.0, 1.0, None])
    assert nth(lambda x: x**2, tf.constant(0.0), 3)[:3] == [0.0, 0.0, 2.0]
    assert nth(lambda x: x**2, tf.constant(0.0), 3)[3] in (0.0, None)


@pytest.mark.parametrize("depth", [10])
def test_tapes_nest_to_any_depth(depth):
    d = nth(tf.exp, tf.constant(1.0), depth)
    np.testing.assert_allclose(d, [np.e] * (depth + 1), rtol=1e-5)


def test_an_inner_persistent_tape_serves_several_outer_derivatives():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as outer:
        with tf.GradientTape(persistent=True) as inner:
            y, z = x**2, x**3
        gy, gz = inner.gradient(y, x), inner.gradient(z, x)
    assert_close(outer.gradient(gy, x), [2.0, 2.0])
    assert_close(outer.gradient(gz, x), [6.0, 12.0])
