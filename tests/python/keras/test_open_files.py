"""Models in files that a program has opened."""

import io
import pickle

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
X = np.linspace(-1.0, 1.0, 8, dtype="float32").reshape(4, 2)


def trained():
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(X, X[:, :1], verbose=0)
    return model


@ours("Keras 3 takes open files in a private function, which libraries call")
def test_a_model_goes_through_bytes():
    model, file = trained(), io.BytesIO()
    file.write(b"before")
    keras.models.save_model(model, file)
    file.seek(6)
    again = keras.models.load_model(file)
    np.testing.assert_array_equal(again(X), model(X))
    assert int(again.optimizer.iterations) == 1


@ours("Keras 3 takes open files in a private function, which libraries call")
def test_a_model_goes_through_an_open_file(tmp_path):
    model = trained()
    with (tmp_path / "a").open("wb") as file:
        model.save(file)
    with (tmp_path / "a").open("rb") as file:
        again = keras.models.load_model(file, compile=False)
    np.testing.assert_array_equal(again(X), model(X))


def test_a_model_is_pickled():
    model = trained()
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model))(X), model(X))


def test_a_file_for_reading_takes_no_model():
    with pytest.raises(ValueError):  # `io.UnsupportedOperation` is one
        trained().save(io.BufferedReader(io.BytesIO()))
