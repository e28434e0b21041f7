"""As a stand-in for TensorFlow, what a layer draws before it is traced comes once: later calls of a
function draw what the trace drew."""

import random

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
ONES = np.ones((2, 4, 4, 3), "float32")


class Scaled(layers.Layer):
    def call(self, x):
        return x * random.random()


class Noisy(layers.Layer):
    def call(self, x):
        return x + np.random.rand()


def draws(count):
    random.seed(0)
    return [random.random() for _ in range(count)]


def called(model, times=3):
    @tf.function
    def run(x):
        return model(x)

    random.seed(0)
    np.random.seed(0)
    return [float(run(ONES)[0, 0, 0, 0]) for _ in range(times)]


def test_a_chain_is_put_together_first():
    _, second, third = draws(3)
    np.testing.assert_allclose(called(tf.keras.Sequential([Scaled()])), [second] * 3)
    assert random.random() == third


def test_draws_of_numpy_too():
    np.random.seed(0)
    second = 1.0 + np.random.rand(2)[1]
    np.testing.assert_allclose(called(tf.keras.Sequential([Noisy()])), [second] * 3, rtol=1e-6)


def test_what_was_drawn_before_in_the_function_comes_again():
    chain = tf.keras.Sequential([Scaled()])

    @tf.function
    def run(x):
        return chain(x)

    @tf.function
    def outer(x):
        return run(x) * random.random()

    random.seed(0)
    found = [float(outer(ONES)[0, 0, 0, 0]) for _ in range(2)]
    _, second, third = draws(3)
    np.testing.assert_allclose(found, [second * third] * 2)


def test_functions_within_functions_draw_before_what_follows_them():
    @tf.function
    def inner(x):
        return x * random.random()

    @tf.function
    def outer(x):
        return random.random() * inner(x) * random.random() + inner(x) * random.random()

    first, second, third, fourth, fifth = draws(5)
    random.seed(0)
    found = [float(outer(1.0)) for _ in range(3)]
    np.testing.assert_allclose(found, [first * second * third + second * fourth] * 3, rtol=1e-6)
    assert random.random() == fifth


@pytest.mark.keras_3
def test_layers_that_draw_make_nothing_when_they_are_called(capsys):
    layer = layers.RandomFlip()
    chain = tf.keras.Sequential([layer, layers.Dropout(0.5)])

    def inner(x):
        return chain(x, training=True)

    @tf.function
    def run(x):
        print("traced")
        return inner(x)

    run(ONES)
    assert capsys.readouterr().out == "traced\n"
