"""What optimizers of float64 compute in which precision."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
schedules = keras.optimizers.schedules


@pytest.fixture
def doubles():
    keras.backend.set_floatx("float64")
    yield
    keras.backend.set_floatx("float32")


@pytest.mark.parametrize(
    "schedule",
    [
        schedules.ExponentialDecay(0.05, 2, 0.7),
        schedules.CosineDecay(0.05, 5, alpha=0.1),
        schedules.InverseTimeDecay(0.05, 2, 0.5),
        schedules.PolynomialDecay(0.05, 4, 0.001),
        schedules.PiecewiseConstantDecay([1, 3], [0.1, 0.05, 0.01]),
    ],
    ids=lambda schedule: type(schedule).__name__,
)
def test_schedules_are_of_single_precision(doubles, schedule):
    assert schedule(tf.constant(3, tf.int64)).dtype == tf.float32


def test_limits_of_norms_have_all_their_digits(doubles):
    variable = tf.Variable([1.0, 2.0], dtype=tf.float64)
    optimizer = keras.optimizers.SGD(0.05, clipnorm=0.01)
    for _ in range(3):
        optimizer.apply_gradients([(tf.constant([0.3, 0.4], tf.float64), variable)])
    np.testing.assert_allclose(variable.numpy(), [0.9991, 1.9988], rtol=1e-14)


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "Ftrl", "Lion", "Nadam", "Adafactor"])
def test_steps_of_doubles_follow_schedules(doubles, name):
    variable = tf.Variable(np.ones([2, 3]), dtype=tf.float64)
    rate = schedules.ExponentialDecay(0.05, 2, 0.7)
    getattr(keras.optimizers, name)(rate).apply_gradients([(tf.ones([2, 3], tf.float64), variable)])
    assert float(variable[0, 0]) < 1.0


@pytest.mark.keras_3
def test_muon_corrects_by_the_powers_of_single_numbers(doubles):
    variable = tf.Variable([1.0, 2.0], dtype=tf.float64)
    optimizer = keras.optimizers.Muon(schedules.ExponentialDecay(0.05, 2, 0.7), adam_weight_decay=0)
    gradient = np.array([0.5, -1.0])
    optimizer.apply_gradients([(tf.constant(gradient), variable)])
    first, second = float(np.float32(0.9)), float(np.float32(0.999))
    rate = float(np.float32(0.05)) * np.sqrt(1 - second) / (1 - first)
    step = rate * 0.1 * gradient / (np.sqrt(0.001 * gradient**2) + 1e-7)
    np.testing.assert_allclose(variable.numpy(), np.array([1.0, 2.0]) - step, rtol=1e-12)
