"""Roundings that TensorFlow has by accident are had in its place, and nowhere else."""

import numpy as np
from library import ours, tf

X = np.random.RandomState(2).randn(4096).astype(np.float32)


def square_of(x):
    return (tf.constant(x) ** 2.0).numpy()


def test_eager_squares_are_rounded_as_powers(in_tensorflows_place):
    found = square_of(X)
    assert np.allclose(found, X * X, rtol=3e-7)
    # A quarter of them is one unit of the last place off the product.
    assert 0.1 < (found != X * X).mean() < 0.4
    assert (tf.function(square_of_tensor)(tf.constant(X)).numpy() == X * X).all()


def square_of_tensor(x):
    return x**2.0


@ours("TensorFlow is always in its place")
def test_elsewhere_a_square_is_the_product():
    assert (square_of(X) == X * X).all()


def gradient_of_bias(dtype):
    rows = tf.cast(1 + np.abs(X[:2048].reshape(512, 4)), dtype)
    bias = tf.zeros([4], dtype)
    with tf.GradientTape() as tape:
        tape.watch(bias)
        y = tf.nn.bias_add(rows, bias)
    return rows, tape.gradient(y, bias, output_gradients=rows)


def test_gradients_of_a_bias_in_bfloat16_are_rounded_row_by_row(in_tensorflows_place):
    rows, found = gradient_of_bias(tf.bfloat16)
    total = rows[0]
    for i in range(1, 512):
        total = total + rows[i]
    assert (found.numpy() == total.numpy()).all()
    raw = tf.raw_ops.BiasAddGrad(out_backprop=rows)
    assert (raw.numpy() == total.numpy()).all()


@ours("TensorFlow is always in its place")
def test_elsewhere_they_are_summed_in_float32():
    rows, found = gradient_of_bias(tf.bfloat16)
    exact = tf.cast(tf.reduce_sum(tf.cast(rows, tf.float32), 0), tf.bfloat16)
    assert (found.numpy() == exact.numpy()).all()
