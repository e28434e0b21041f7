"""Numbers of steps that a program has divided, as in Keras 2: a rest is one more."""

import numpy as np
import pytest
from library import tf

keras = tf.keras

pytestmark = pytest.mark.keras_2

X = np.arange(24, dtype="float32").reshape(8, 3) / 24


@pytest.fixture
def model():
    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
    made.compile("sgd", "mse")
    return made


def without_end(yields):
    while True:
        yields.append(len(yields))
        yield X[:2], X[:2, :1]


@pytest.mark.parametrize(("steps", "taken"), [(8 / 4, 2), (9 / 4, 3), (np.float64(1.5), 2)])
@pytest.mark.parametrize("verbose", [0, 1, 2])
def test_fit_takes_a_whole_number(model, steps, taken, verbose):
    model.fit(without_end([]), steps_per_epoch=steps, epochs=2, verbose=verbose)
    assert int(model.optimizer.iterations.numpy()) == 2 * taken


@pytest.mark.parametrize(("steps", "taken"), [(2.0, 2), (2.5, 3)])
def test_so_do_the_other_loops(model, steps, taken):
    assert model.predict(without_end([]), steps=steps, verbose=1).shape == (2 * taken, 1)
    assert np.isfinite(model.evaluate(without_end([]), steps=steps, verbose=1))
    history = model.fit(
        X,
        X[:, :1],
        validation_data=without_end([]),
        validation_steps=steps,
        verbose=0,
    ).history
    assert np.isfinite(history["val_loss"][0])
