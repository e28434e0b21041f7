"""Gradients of a smaller shape than their variable, which count for every element."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2

RULES = {
    "Adam": lambda: tf.keras.optimizers.Adam(0.1),
    "momentum": lambda: tf.keras.optimizers.SGD(0.1, momentum=0.9),
    "RMSprop": lambda: tf.keras.optimizers.RMSprop(0.1),
    "Adamax": lambda: tf.keras.optimizers.Adamax(0.1),
    "Nadam": lambda: tf.keras.optimizers.Nadam(0.1),
    "Adadelta": lambda: tf.keras.optimizers.Adadelta(0.1),
    "Ftrl": lambda: tf.keras.optimizers.Ftrl(0.1),
    "clipped": lambda: tf.keras.optimizers.Adam(0.1, clipnorm=0.2),
}


def after_two_steps(optimizer, gradient):
    variable = tf.Variable(np.arange(6, dtype="f").reshape(2, 3))
    for _ in range(2):
        optimizer.apply_gradients([(gradient, variable)])
    return variable.numpy()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("shape", [(), (1,), (3,), (1, 3), (2, 1)])
def test_they_are_spread(rule, shape):
    whole = np.full((2, 3), 0.5, "f")
    if rule == "clipped":  # by the norm of what was given
        whole *= 0.2 / max(0.2, 0.5 * np.sqrt(np.prod(shape)))
    expected = after_two_steps(RULES["Adam" if rule == "clipped" else rule](), tf.constant(whole))
    found = after_two_steps(RULES[rule](), tf.fill(shape, 0.5))
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_a_plain_number_is_one_of_them():
    found = after_two_steps(tf.keras.optimizers.SGD(0.1), 0.5)
    np.testing.assert_allclose(found.ravel(), np.arange(6) - 0.1, atol=1e-6)


@pytest.mark.parametrize("shape", [(4, 2, 3), (2,), (4,)])
def test_what_cannot_be_spread_is_refused(shape):
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
        after_two_steps(tf.keras.optimizers.Adam(0.1), tf.fill(shape, 0.5))


@pytest.mark.parametrize(
    "make",
    [
        lambda: tf.keras.optimizers.Adagrad(0.1),
        lambda: tf.keras.optimizers.legacy.Adam(0.1),
        lambda: tf.keras.optimizers.legacy.SGD(0.1),
    ],
)
def test_rules_of_one_operation_refuse_them(make):
    with pytest.raises(tf.errors.InvalidArgumentError):
        after_two_steps(make(), tf.constant(0.5))
