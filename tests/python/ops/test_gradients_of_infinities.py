"""Gradients of kinks where what flows in is not finite: a product with 0 or 1 is NaN there."""

import numpy as np
import pytest
from library import tf

NAN, INF = np.nan, np.inf
FUNCTIONS = {
    "relu": tf.nn.relu,
    "relu6": tf.nn.relu6,
    "leaky_relu": tf.nn.leaky_relu,
    "maximum": lambda x: tf.maximum(x, tf.zeros_like(x)),
}


def _gradient(function, dtype, upstream, copies=1):
    x = tf.cast(tf.tile(tf.constant([-1.0, 0.0, 2.0, 7.0]), [copies]), dtype)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    found = tape.gradient(y, x, tf.cast(tf.fill([4 * copies], upstream), dtype))
    return tf.cast(found, tf.float32).numpy()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("relu", [NAN, NAN, INF, INF]),
        ("relu6", [NAN, NAN, INF, NAN]),
        ("leaky_relu", [INF, INF, INF, INF]),
        ("maximum", [0.0, INF, INF, INF]),
    ],
)
def test_of_an_infinity(name, expected, dtype):
    np.testing.assert_equal(_gradient(FUNCTIONS[name], dtype, INF), np.float32(expected))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_of_an_infinity_where_a_tape_keeps_bits(dtype):
    expected = np.tile(np.float32([NAN, NAN, INF, INF]), 100)
    np.testing.assert_equal(_gradient(tf.nn.relu, dtype, INF, copies=100), expected)


def test_a_lost_step_is_lost_behind_dead_units():
    """A loss scale sees by the gradients of dead units too that a step overflowed."""
    assert np.isnan(_gradient(tf.nn.relu, "float16", 1e6)[0])
