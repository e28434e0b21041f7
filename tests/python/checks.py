"""What the tests say about numbers: closeness at equal shapes, and gradients of functions."""

import numpy as np
from library import tf


def as_array(value):
    """A NumPy array of any value; of a bfloat16, which NumPy does not know, its float32."""
    if tf.is_tensor(value) and value.dtype == tf.bfloat16:
        value = tf.cast(value, tf.float32)
    return np.asarray(value)


def assert_close(actual, expected, rtol=1e-5, atol=1e-6):
    """`actual` (a tensor, variable or array) has the shape and, nan and inf included, the values
    of `expected`; None matches only None."""
    if expected is None:
        assert actual is None, f"expected no gradient, got {actual!r}"
        return
    assert actual is not None, f"expected {expected!r}, got None"
    actual, expected = as_array(actual), as_array(expected)
    assert actual.shape == expected.shape, f"shape {actual.shape} is not {expected.shape}"
    wide = np.result_type(actual.dtype, expected.dtype, np.float64)
    np.testing.assert_allclose(
        actual.astype(wide), expected.astype(wide), rtol=rtol, atol=atol, equal_nan=True
    )


def value_and_gradients(f, *inputs, dy=None, dtype=None):
    """f(*inputs) and the gradient of its sum (or of its product with `dy`) to each input."""
    xs = [tf.convert_to_tensor(x, dtype) for x in inputs]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = f(*xs)
    return y, tape.gradient(y, xs, output_gradients=dy)


def gradients(f, *inputs, dy=None, dtype=None):
    """The gradients of `value_and_gradients` alone."""
    return value_and_gradients(f, *inputs, dy=dy, dtype=dtype)[1]


def derivatives(f, x, order, dtype=None):
    """f(x) and its first `order` derivatives, each the gradient of the sum of the one before."""
    x = tf.convert_to_tensor(x, dtype)
    if order == 0:
        return [f(x)]
    with tf.GradientTape() as tape:
        tape.watch(x)
        lower = derivatives(f, x, order - 1)
    last = lower[-1]
    return [*lower, None if last is None else tape.gradient(last, x)]


def slopes(f, x, dy, h=1e-6):
    """The gradient of sum(f(x) * dy) of a NumPy function, by central differences in float64."""
    x = np.asarray(x, np.float64)
    g = np.zeros_like(x)
    for k in np.ndindex(*x.shape):
        step = np.zeros_like(x)
        step[k] = h
        g[k] = np.sum(dy * (f(x + step) - f(x - step))) / (2 * h)
    return g
