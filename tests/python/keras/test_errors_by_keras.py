"""Exceptions that programs catch, or that name a mistake, are those of the Keras asked for."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


@pytest.fixture
def model():
    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
    made.compile("sgd", "mse")
    return made


def raised(call):
    """The class of what a call raises, which is that class itself and not a kind of it."""
    with pytest.raises(Exception) as found:
        call()
    return found.type


@pytest.mark.keras_3
@pytest.mark.parametrize(
    ("name", "error"),
    [("a.keras", ValueError), ("a.h5", FileNotFoundError), ("a", ValueError)],
)
def test_models_that_are_not_there(tmp_path, name, error):
    assert raised(lambda: keras.models.load_model(str(tmp_path / name))) is error


@pytest.mark.keras_3
@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("a.weights.h5", FileNotFoundError),
        ("a.h5", FileNotFoundError),
        ("a.keras", FileNotFoundError),
        ("a.ckpt", ValueError),
        ("a", ValueError),
    ],
)
def test_weights_that_are_not_there(model, tmp_path, name, error):
    assert raised(lambda: model.load_weights(str(tmp_path / name))) is error


@pytest.mark.keras_2
@pytest.mark.parametrize("name", ["a.keras", "a.h5", "a"])
def test_models_that_are_not_there_in_keras_2(tmp_path, name):
    assert raised(lambda: keras.models.load_model(str(tmp_path / name))) is OSError


@pytest.mark.keras_2
@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("a.h5", FileNotFoundError),
        ("a.keras", FileNotFoundError),
        ("a.ckpt", tf.errors.NotFoundError),
        ("a", tf.errors.NotFoundError),
    ],
)
def test_weights_that_are_not_there_in_keras_2(model, tmp_path, name, error):
    assert raised(lambda: model.load_weights(str(tmp_path / name))) is error


@pytest.mark.keras_3
def test_mistakes_in_keras_3():
    assert raised(lambda: keras.layers.Dense(2, foo=1)) is ValueError
    assert raised(lambda: keras.layers.Dense(2)("abc")) is ValueError
    assert raised(lambda: keras.layers.Dense(2)(None)) is ValueError
    assert raised(lambda: keras.Sequential().add(5)) is ValueError


@pytest.mark.keras_2
def test_mistakes_in_keras_2():
    assert raised(lambda: keras.layers.Dense(2, foo=1)) is TypeError
    assert raised(lambda: keras.layers.Dense(2)("abc")) is TypeError
    assert raised(lambda: keras.layers.Dense(2)(None)) is TypeError
    assert raised(lambda: keras.Sequential().add(5)) is TypeError


def test_datasets_have_no_parts_to_hold_out(model):
    data = tf.data.Dataset.from_tensor_slices((np.ones((2, 3)), np.ones((2, 2)))).batch(1)
    with pytest.raises(ValueError, match="validation_split"):
        model.fit(data, validation_split=0.5, verbose=0)
