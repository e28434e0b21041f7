"""A trace that is made twice takes all seeds of its first tracing before those of its second."""

import numpy as np
import pytest
from library import tf

MOST = 10_000_000
X = np.arange(12.0, dtype="float32").reshape(6, 2) / 12
pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def seeds(count):
    return np.random.RandomState(0).randint(MOST, size=count).tolist()


@pytest.fixture(autouse=True)
def begun():
    np.random.seed(0)
    tf.random.set_seed(3)


def noisy(x, first=None, second=None):
    x = x + tf.keras.backend.random_normal(tf.shape(x), seed=first)
    return tf.keras.backend.dropout(x, 0.5, seed=second)


def returned(made, *given):
    """What a function gives in two calls that draws, and makes its variable behind that."""
    tf.random.set_seed(3)

    @tf.function
    def function(x):
        drawn = noisy(x, *given)
        if not made:
            made.append(tf.Variable(1.0))
        return made[0].assign_add(1.0) * drawn

    return [function(tf.ones([3, 2])).numpy() for _ in range(2)]


def test_a_function_that_makes_variables_behind_its_draws():
    found = returned([])
    *_, third, fourth, fifth = seeds(5)
    assert np.random.randint(MOST) == fifth
    np.testing.assert_array_equal(found, returned([], third, fourth))


def test_a_function_that_makes_none_is_traced_once():
    found = returned([tf.Variable(1.0)])
    first, second, third = seeds(3)
    assert np.random.randint(MOST) == third
    np.testing.assert_array_equal(found, returned([tf.Variable(1.0)], first, second))


class Noisy(tf.keras.layers.Layer):
    given = ()

    def call(self, x):
        return noisy(x, *self.given)


def losses(*given, **options):
    """Those of a model, whose weights are always the same."""
    tf.random.set_seed(3)
    layer = Noisy()
    layer.given = given
    dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
    model = tf.keras.Sequential([tf.keras.Input((2,)), layer, dense])
    model.compile("adam", "mse", **options)
    history = model.fit(X, X[:, :1], epochs=2, batch_size=3, shuffle=False, verbose=0).history
    return history["loss"], [one.tolist() for one in model.get_weights()]


@pytest.mark.keras_2
@pytest.mark.parametrize("steps", [1, 2])
def test_the_first_step_of_a_model(steps):
    found = losses(steps_per_execution=steps)
    count = 2 + 4 * steps  # on symbols, and twice; a loop of steps has its body traced twice
    *_, first, second, other = seeds(count + 1)
    assert np.random.randint(MOST) == other
    assert found == losses(first, second, steps_per_execution=steps)
