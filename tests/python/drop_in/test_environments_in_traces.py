"""What is drawn within a `numpy_function` is no part of a trace: a function that steps an
environment is not begun again for that, and every run draws anew."""

import random

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
keras = tf.keras


class Environment:
    """One that moves by chance, with a generator of its own."""

    def __init__(self, generator):
        self.generator, self.steps, self.place = generator, 0, 0.0

    def step(self, action):
        self.steps += 1
        self.place += float(action) + self.generator.uniform(-1.0, 1.0)
        return np.float32(self.place)


def generators():
    own, old, plain = np.random.default_rng(0), np.random.RandomState(0), random.Random(0)
    return {"own": own, "old": old, "plain": plain, "numpy": np.random}


def begin():
    np.random.seed(3)
    keras.utils.set_random_seed(3)


def places(generator, runs, steps):
    """Those after each run of a function, by the environment alone."""
    begin()
    alone = Environment(generator)
    return [[alone.step(1.0) for _ in range(steps)][-1] for _ in range(runs)]


class Agent:
    def __init__(self, environment):
        self.environment = environment
        self.model, self.optimizer = keras.layers.Dense(1), keras.optimizers.SGD(0.1)

    def step(self, action):
        return tf.numpy_function(self.environment.step, [action], tf.float32)

    @tf.function
    def train(self, x):
        with tf.GradientTape() as tape:
            place = tf.constant(0.0)
            for _ in tf.range(3):
                place = self.step(x)
                place.set_shape([])
            loss = tf.reduce_sum(self.model(tf.reshape(x, (1, 1))) ** 2)
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return place


@pytest.mark.parametrize("kind", ["own", "old", "plain", "numpy"])
def test_an_environment_in_a_function_that_makes_variables(kind):
    expected = places(generators()[kind], 3, 3)
    begin()
    environment = Environment(generators()[kind])
    agent = Agent(environment)
    found = [float(agent.train(tf.constant(1.0))) for _ in range(3)]
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    assert environment.steps == 9


def test_draws_of_the_trace_stay_beside_those_of_the_environment():
    environment, own = Environment(np.random.default_rng(0)), np.random.RandomState(1)
    alone = Environment(np.random.default_rng(0))
    fixed = np.random.RandomState(1).uniform()

    @tf.function
    def run(x):
        moved = tf.numpy_function(environment.step, [x], tf.float32)
        return moved, x * own.uniform()

    for _ in range(3):
        place, drawn = run(tf.constant(1.0))
        np.testing.assert_allclose(float(place), alone.step(1.0), rtol=1e-6)
        np.testing.assert_allclose(float(drawn), fixed, rtol=1e-6)
    assert environment.steps == 3


def test_a_py_function_around_a_draw_of_the_trace():
    own = np.random.RandomState(0)
    alone = np.random.RandomState(0)
    first = alone.uniform()

    @tf.function
    def run(x):
        scale = own.uniform()
        return x * scale, tf.py_function(lambda v: v * own.uniform(), [x], tf.float32)

    for _ in range(3):
        fixed, fresh = run(tf.constant(1.0))
        np.testing.assert_allclose(float(fixed), first, rtol=1e-6)
        np.testing.assert_allclose(float(fresh), alone.uniform(), rtol=1e-6)
