"""`keras.optimizers.legacy.RMSprop`: `epsilon` beside the root, or with momentum under it."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
SMALL = [1e-3, -2e-3]


def moved(options):
    """A variable that began at 1 after steps with small gradients."""
    variable = tf.Variable(1.0)
    optimizer = tf.keras.optimizers.legacy.RMSprop(0.1, rho=0.5, epsilon=1e-3, **options)
    for gradient in SMALL:
        optimizer.apply_gradients([(tf.constant(gradient), variable)])
    return float(variable)


def expected(centered=False, momentum=0.0):
    value, square, mean, speed = 1.0, 0.0, 0.0, 0.0
    for gradient in SMALL:
        square = 0.5 * square + 0.5 * gradient**2
        mean = 0.5 * mean + 0.5 * gradient
        spread = square - mean**2 if centered else square
        root = np.sqrt(spread + 1e-3) if momentum else np.sqrt(spread) + 1e-3
        speed = momentum * speed + 0.1 * gradient / root
        value -= speed
    return value


@pytest.mark.parametrize(
    "options", [{}, {"centered": True}, {"momentum": 0.5}, {"centered": True, "momentum": 0.5}]
)
def test_steps_are_those_of_the_formula(options):
    np.testing.assert_allclose(moved(options), expected(**options), rtol=1e-5)


def test_rows_that_have_no_gradient_stay():
    table = tf.Variable(tf.ones([3, 2]))
    optimizer = tf.keras.optimizers.legacy.RMSprop(0.1)
    rows = tf.IndexedSlices(tf.ones([2, 2]), tf.constant([1, 1]), tf.constant([3, 2]))
    optimizer.apply_gradients([(rows, table)])
    changed = (table.numpy() != 1.0).all(axis=1)
    assert changed.tolist() == [False, True, False]
