"""Weights of a chain with layers of the program's own are drawn where the chain first runs: in a
step they have the draws of the step, which other chains have too, and the program's go on."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]
layers = tf.keras.layers
X = np.linspace(-1, 1, 8, dtype="float32")[:, None]


def drawn(shape, dtype=None):
    return tf.random.normal(shape, dtype=dtype)


def ends():
    return [layers.Dense(2, kernel_initializer=drawn), layers.Dense(1, kernel_initializer=drawn)]


def weights_and_next_draw(first, run):
    tf.keras.utils.set_random_seed(30)
    model = tf.keras.Sequential([*first, *ends()])
    model.compile("sgd", "mse")
    run(model)
    kernels = [layer.kernel.numpy() for layer in model.layers[-2:]]
    return [*kernels, tf.random.normal([2]).numpy()]


RUNS = {
    "predict": lambda model: model.predict(X, verbose=0),
    "call": lambda model: model(X),
    "function": lambda model: tf.function(lambda x: model(x))(X),
}


@pytest.mark.parametrize("run", RUNS)
def test_they_are_those_of_any_chain(run):
    plain = weights_and_next_draw([], RUNS[run])
    mapped = weights_and_next_draw([layers.Lambda(lambda x: x * 2.0)], RUNS[run])
    for one, other in zip(plain, mapped, strict=True):
        np.testing.assert_array_equal(one, other)
