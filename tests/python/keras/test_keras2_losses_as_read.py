"""Keras 2: the losses of models that were read from files."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [pytest.mark.keras_2, pytest.mark.filterwarnings("ignore")]
X, Y = np.ones((4, 2), "float32"), np.ones((4, 1), "float32")


def read_again(loss, path):
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", loss, metrics=["mae"])
    model.fit(X, Y, verbose=0)
    model.save(str(path))
    again = keras.models.load_model(str(path))
    np.testing.assert_allclose(
        again.evaluate(X, Y, verbose=0), model.evaluate(X, Y, verbose=0), 1e-5
    )
    return again


@pytest.mark.parametrize("file", ["model.h5", "model"])
@pytest.mark.parametrize("loss", ["mse", keras.losses.mean_squared_error])
def test_a_function_stays_a_function(loss, file, tmp_path):
    again = read_again(loss, tmp_path / file)
    assert again.loss is keras.losses.mean_squared_error
    again.fit(X, Y, verbose=0)


def test_an_object_stays_an_object(tmp_path):
    again = read_again(keras.losses.Huber(delta=2.0), tmp_path / "model.h5")
    assert type(again.loss).__name__ == "Huber"


def test_losses_in_a_list(tmp_path):
    inputs = keras.Input((2,))
    outputs = [keras.layers.Dense(1, name=name)(inputs) for name in "ab"]
    model = keras.Model(inputs, outputs)
    model.compile("sgd", ["mae", keras.losses.Huber()])
    model.fit(X, [Y, Y], verbose=0)
    model.save(str(tmp_path / "model.h5"))
    first, second = keras.models.load_model(str(tmp_path / "model.h5")).loss
    assert first is keras.losses.mean_absolute_error
    assert type(second).__name__ == "Huber"
