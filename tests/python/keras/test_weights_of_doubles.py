"""Weights of doubles take numbers as they are; and what is added to weights is broadcast."""

import numpy as np
import pytest
from library import tf


@pytest.fixture
def bias():
    tf.keras.backend.set_floatx("float64")
    try:
        layer = tf.keras.layers.Dense(1, dtype="float64")  # whatever policy a test before has set
        layer.build((None, 1))
        yield layer.bias
    finally:
        tf.keras.backend.set_floatx("float32")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([0.3], 0.3),
        ((1,), 1.0),
        (np.array([0.7]), 0.7),
        (np.float32([0.7]), float(np.float32(0.7))),
    ],
)
def test_what_is_assigned(bias, value, expected):
    bias.assign(value)
    assert float(bias[0]) == expected


@pytest.mark.keras_3
def test_the_rate_of_an_optimizer(bias):
    optimizer = tf.keras.optimizers.SGD(0.1)
    optimizer.learning_rate = 0.3
    assert float(optimizer.learning_rate) == 0.3
    optimizer.learning_rate.assign(0.7)
    assert float(optimizer.learning_rate) == 0.7


@pytest.mark.keras_3
def test_a_number_is_added_to_each_element(bias):
    bias.assign([0.25])
    bias.assign_add(0.1)
    assert float(bias[0]) == 0.25 + 0.1
    bias.assign_sub(0.1)
    assert float(bias[0]) == 0.25 + 0.1 - 0.1
    with tf.GradientTape() as tape:
        bias.assign_add(2.0)
        y = bias * bias
    assert float(tape.gradient(y, bias)[0]) == pytest.approx(2.0 * (0.25 + 2.0))


@pytest.mark.keras_3
def test_what_is_added_may_not_be_larger(bias):
    with pytest.raises(ValueError):
        bias.assign_add(np.ones([3]))
