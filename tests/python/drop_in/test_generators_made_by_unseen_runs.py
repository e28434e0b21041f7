"""The generator of draws without a seed is made by the first draw that Keras 3 does, and takes its
seed from `random` then: not where a layer says what comes out of it, and so does not run."""

import random

import pytest
from library import tf

keras = tf.keras
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]


def drawn(x):
    return x * 0 + keras.random.normal((1, 1))


class Declares(keras.layers.Layer):
    def call(self, x):
        return drawn(x)

    def compute_output_shape(self, shape):
        return shape


class Runs(keras.layers.Layer):
    def call(self, x):
        return drawn(x)


@pytest.mark.parametrize(
    "make", [Declares, lambda: keras.layers.Lambda(drawn, output_shape=(1,))], ids=["own", "lambda"]
)
def test_a_declared_layer_draws_with_what_random_gives_when_it_runs(make):
    keras.utils.set_random_seed(6)
    inputs = keras.Input((1,))
    model = keras.Model(inputs, make()(inputs))
    random.seed(7)
    found = float(model(tf.ones((1, 1)))[0, 0])
    keras.utils.set_random_seed(6)
    random.seed(7)
    assert found == float(drawn(tf.ones((1, 1)))[0, 0])


def test_a_layer_that_runs_on_symbols_makes_it():
    keras.utils.set_random_seed(6)
    inputs = keras.Input((1,))
    model = keras.Model(inputs, Runs()(inputs))
    random.seed(7)
    found = float(model(tf.ones((1, 1)))[0, 0])
    keras.utils.set_random_seed(6)
    assert found == float(drawn(tf.ones((1, 1)))[0, 0])
