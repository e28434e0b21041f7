"""Keras 2 merges single inputs, takes slopes below 0, and its older Nadam has its own decay."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = pytest.mark.keras_2
ONE = tf.constant([[1.0, 2.0]])


@pytest.mark.parametrize("name", ["Add", "Multiply", "Average", "Maximum", "Minimum"])
def test_a_single_input_is_merged(name):
    kind = getattr(layers, name)
    np.testing.assert_array_equal(kind()([ONE]), ONE)
    inputs = keras.Input((2,))
    model = keras.Model(inputs, kind()([inputs]))
    np.testing.assert_array_equal(model.predict(ONE, verbose=0), ONE)
    with pytest.raises(ValueError, match="list"):
        kind()(ONE)


def test_a_difference_needs_two():
    with pytest.raises(ValueError, match="2"):
        layers.Subtract()([ONE])


def test_slopes_below_zero():
    assert layers.LeakyReLU(-1.0)(ONE - 2).numpy().tolist() == [[1.0, 0.0]]


def test_lookups_tell_their_size_by_the_older_name():
    assert layers.StringLookup(vocabulary=["a"]).vocab_size() == 2


def trained(**options):
    optimizer, weights = keras.optimizers.legacy.Nadam(0.1, **options), tf.Variable([1.0, -2.0])
    for _ in range(5):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(weights**2)
        optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])
    return weights.numpy(), optimizer.get_config()["decay"]


def test_the_rate_of_the_older_nadam_does_not_decay():
    (plain, told), (other, _) = trained(), trained(decay=0.1)
    assert told == 0.004
    np.testing.assert_array_equal(plain, other)
    np.testing.assert_allclose(plain, [0.6237, -1.6085], atol=1e-4)


def test_its_momentum_has_a_schedule():
    found, told = trained(schedule_decay=10.0)
    assert told == 10.0
    np.testing.assert_allclose(found, trained_with_schedule(), atol=1e-4)


def trained_with_schedule():
    """The same by hand, with a decay of 10."""
    weights, m, v, product = np.array([1.0, -2.0]), 0.0, 0.0, 1.0
    for step in range(1, 6):
        now, after = (0.9 * (1 - 0.5 * 0.96 ** (10.0 * s)) for s in (step, step + 1))
        product *= now
        gradient = 2 * weights
        m, v = 0.9 * m + 0.1 * gradient, 0.999 * v + 0.001 * gradient**2
        mean = (1 - now) * gradient / (1 - product) + after * m / (1 - product * after)
        weights = weights - 0.1 * mean / (np.sqrt(v / (1 - 0.999**step)) + 1e-7)
    return weights
