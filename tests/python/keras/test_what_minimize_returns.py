"""`minimize` of Keras 2: nothing, and the number of steps of optimizers up to 2.10."""

import pytest
from library import tf

pytestmark = pytest.mark.keras_2
optimizers = tf.keras.optimizers


def test_later_optimizers_return_nothing():
    x = tf.Variable(3.0)
    optimizer = optimizers.SGD(0.25)
    assert optimizer.minimize(lambda: x * x, [x]) is None
    assert x.numpy() == 1.5
    assert optimizer.iterations.numpy() == 1


def test_older_ones_return_the_number_of_steps():
    x = tf.Variable(3.0)
    optimizer = optimizers.legacy.SGD(0.25)
    assert optimizer.minimize(lambda: x * x, [x]).numpy() == 1
