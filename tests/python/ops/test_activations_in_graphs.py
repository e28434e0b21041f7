"""What a graph computes together: a product, its bias and its activation; numbers that divide.

The formulas, oneDNN's, are written down here a second time, in NumPy. `one_exp` fuses products with
the additions that follow.
"""

import numpy as np
import pytest
from library import tf
from test_order_of_sums import F, fused, in_parts, new, products_are_fused

pytestmark = products_are_fused
COEFFICIENTS = [0x3C07CFCE, 0x3D2B9D0D, 0x3E2AAD40, 0x3EFFFEE3, 0x3F7FFFFB, 0x3F800000]


def bits(number):
    return np.array(number, np.uint32).view(F)


def one_exp(x):
    n = np.floor(fused(F(0.5), x, bits(0x3FB8AA3B)))
    r = fused(x, -n, bits(0x3F317218))
    y = bits(COEFFICIENTS[0])
    for c in COEFFICIENTS[1:]:
        y = fused(bits(c), y, r)
    return y * np.exp2(n - F(1)).astype(F) * F(2)


def sigmoid(x):
    e = one_exp(-np.abs(x))
    y = e / (e + F(1))
    return np.where(x > 0, F(1) - y, y)


def elu(x):
    return np.where(x > 0, x, one_exp(x) - F(1))


FUNCTIONS = [(tf.sigmoid, sigmoid), (tf.nn.elu, elu)]


def biased():
    x, w, b = new(40, 10), new(10, 16), new(16)
    return x, w, b, in_parts(x[:, None, :], w.T[None]) + b


@pytest.mark.parametrize(("function", "model"), FUNCTIONS)
@pytest.mark.parametrize("add", [tf.nn.bias_add, tf.add, lambda x, b: x + b])
def test_behind_a_product_and_a_bias(function, model, add):
    x, w, b, z = biased()
    w, b = tf.Variable(w), tf.Variable(b)
    y = tf.function(lambda x: function(add(tf.matmul(x, w), b)))(tf.constant(x))
    np.testing.assert_array_equal(y, model(z))
    eager = function(add(tf.matmul(x, w), b))
    assert not np.array_equal(eager, y)
    np.testing.assert_array_equal(eager, function(tf.constant(z)))


@pytest.mark.parametrize(("function", "model"), FUNCTIONS)
def test_alone_it_is_as_in_eager_code(function, model):
    *_, z = biased()
    np.testing.assert_array_equal(tf.function(function)(tf.constant(z)), function(tf.constant(z)))


def test_the_hyperbolic_tangent_is_another_behind_a_product():
    x, w, b, z = biased()
    w, b = tf.Variable(w), tf.Variable(b)
    y = tf.function(lambda x: tf.tanh(tf.matmul(x, w) + b))(tf.constant(x)).numpy()
    exact = np.tanh(z.astype(float))
    assert not np.array_equal(y, tf.tanh(tf.constant(z)))
    np.testing.assert_array_less(np.abs(y - exact), 1.2e-7)


def test_the_weighted_sigmoid_is_always_that_of_graphs():
    x = new(100)
    y = tf.function(tf.nn.silu)(tf.constant(x))
    np.testing.assert_array_equal(y, x * sigmoid(x))


def test_numbers_that_divide_multiply_in_graphs():
    x = new(100)
    y = tf.function(lambda x: x / 255.0)(tf.constant(x))
    np.testing.assert_array_equal(y, x * (F(1) / F(255)))
    np.testing.assert_array_equal(tf.constant(x) / 255.0, x / F(255))


def test_gradients_of_means_multiply_in_functions():
    x, g = tf.constant(new(7, 10)), tf.constant(new(7))

    def gradient(x, g):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_mean(x, 1)
        return tape.gradient(y, x, output_gradients=g)

    np.testing.assert_array_equal(gradient(x, g)[:, 0], g.numpy() / F(10))
    np.testing.assert_array_equal(tf.function(gradient)(x, g)[:, 0], g.numpy() * (F(1) / F(10)))
