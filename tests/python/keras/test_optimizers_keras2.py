"""Optimizers as programs of Keras 2 make them: `lr`, `decay`, and `optimizers.legacy`."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="Keras 3 has dropped these")
optimizers = tf.keras.optimizers


@pytest.mark.parametrize("name", ["Adam", "SGD", "RMSprop", "Adagrad", "AdamW"])
def test_lr_is_the_learning_rate(name):
    optimizer = getattr(optimizers, name)(lr=0.125)
    assert float(optimizer.learning_rate) == 0.125
    assert float(optimizer.lr) == 0.125
    optimizer.lr = 0.25
    assert float(optimizer.learning_rate) == 0.25


def test_decay_divides_the_rate_by_the_steps_that_were_made():
    w = tf.Variable(0.0)
    optimizer = optimizers.SGD(lr=1.0, decay=0.5)
    moved = []
    for _ in range(3):
        before = float(w)
        optimizer.apply_gradients([(tf.constant(1.0), w)])
        moved.append(before - float(w))
    np.testing.assert_allclose(moved, [1.0, 1 / 1.5, 1 / 2.0], rtol=1e-6)
    assert float(optimizer.learning_rate) == 1.0
    again = optimizers.SGD.from_config(optimizer.get_config())
    assert again.decay == 0.5


def test_a_negative_decay_is_refused():
    with pytest.raises(ValueError, match="cannot be less than 0"):
        optimizers.Adam(decay=-1.0)


def test_unknown_arguments_are_still_refused():
    with pytest.raises((ValueError, TypeError)):
        optimizers.Adam(rate=0.1)


def test_legacy_optimizers_are_optimizers():
    assert isinstance(optimizers.legacy.Adam(0.1), optimizers.Optimizer)
    assert float(optimizers.legacy.SGD(lr=0.5).lr) == 0.5


@pytest.mark.parametrize("name", ["Adam", "RMSprop", "Adagrad", "Adadelta", "Adamax", "Nadam"])
def test_no_epsilon_is_that_of_the_backend(name):
    optimizer = getattr(optimizers, name)(epsilon=None)
    assert optimizer.epsilon == optimizer.get_config()["epsilon"] == 1e-7
    optimizer.apply_gradients([(tf.constant(1.0), tf.Variable(0.0))])


def test_an_optimizer_of_ones_own_passes_its_rate_on():
    class Mine(optimizers.SGD):
        def __init__(self, lr=0.3, **kwargs):
            super().__init__(learning_rate=lr, **kwargs)

    np.testing.assert_allclose(float(Mine().learning_rate), 0.3, rtol=1e-6)
