"""`keras.backend` takes the seed of an operation from NumPy when TensorFlow traces a function."""

import numpy as np
import pytest
from library import ours, tf

MOST = 10_000_000
pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def seeds(count):
    return np.random.RandomState(0).randint(MOST, size=count).tolist()


def with_seed(seed, calls):
    """What an operation with this seed draws in a function."""
    tf.random.set_seed(3)
    function = tf.function(lambda: tf.random.normal([2], seed=seed))
    return [function().numpy() for _ in range(calls)]


@pytest.fixture(autouse=True)
def begun():
    np.random.seed(0)
    tf.random.set_seed(3)


def test_a_trace_has_one_seed():
    @tf.function
    def noise():
        return tf.keras.backend.random_normal([2])

    found = [noise().numpy() for _ in range(3)]
    first, second = seeds(2)
    assert np.random.randint(MOST) == second
    np.testing.assert_array_equal(found, with_seed(first, 3))


def test_another_signature_has_another():
    @tf.function
    def noise(x):
        return x + tf.keras.backend.random_normal([2])

    noise(tf.zeros(2))
    found = noise(tf.zeros([1, 2])).numpy()[0]
    noise(tf.zeros(2))
    _, second, third = seeds(3)
    assert np.random.randint(MOST) == third
    np.testing.assert_array_equal(found, with_seed(second, 1)[0])


def test_a_function_that_makes_variables_is_traced_twice():
    made = []

    @tf.function
    def noise():
        if not made:
            made.append(tf.Variable(1.0))
        return made[0] * tf.keras.backend.random_normal([2])

    found = [noise().numpy() for _ in range(2)]
    _, second, third = seeds(3)
    assert np.random.randint(MOST) == third
    np.testing.assert_array_equal(found, with_seed(second, 2))


def test_a_function_that_calls_it_is_traced_without_it():
    made = []

    @tf.function
    def noise():
        if not made:
            made.append(tf.Variable(1.0))
        return made[0] * tf.keras.backend.random_uniform([2])

    outer = tf.function(lambda: noise() + 1.0)
    outer()
    outer()
    assert np.random.randint(MOST) == seeds(3)[2]


@ours("gradtape's own record of what runs")
def test_a_function_that_calls_itself_ends():
    from gradtape._runtime.drawn_seeds import running

    turns = []

    @tf.function
    def deeper(x):
        turns.append(1)
        x = deeper(x) if len(turns) < 3 else x
        return x + tf.keras.backend.random_uniform([])

    deeper(tf.constant(1.0))
    assert running() is None


@pytest.mark.keras_3
def test_a_function_that_calls_a_model_that_is_new_looks_for_its_weights_and_is_traced_twice():
    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(2)

        def call(self, x):
            return self.dense(x + tf.keras.backend.random_normal(tf.shape(x)))

    model = Model()
    tf.function(lambda x: model(x))(tf.ones([3, 2]))
    assert np.random.randint(MOST) == seeds(4)[3]
