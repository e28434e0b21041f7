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


MISTAKES = {
    "unknown argument": lambda: keras.layers.Dense(2, foo=1),
    "text": lambda: keras.layers.Dense(2)("abc"),
    "nothing": lambda: keras.layers.Dense(2)(None),
    "no layer": lambda: keras.Sequential().add(5),
}


@pytest.mark.keras_3
@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_in_keras_3(mistake):
    assert raised(MISTAKES[mistake]) is ValueError


@pytest.mark.keras_2
@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_in_keras_2(mistake):
    assert raised(MISTAKES[mistake]) is TypeError


def test_datasets_have_no_parts_to_hold_out(model):
    data = tf.data.Dataset.from_tensor_slices((np.ones((2, 3)), np.ones((2, 2)))).batch(1)
    with pytest.raises(ValueError, match="validation_split"):
        model.fit(data, validation_split=0.5, verbose=0)


def test_layers_of_a_chain_have_names_of_their_own():
    with pytest.raises(ValueError, match="unique name"):
        keras.Sequential([keras.layers.Dense(2, name="same"), keras.layers.Dense(2, name="same")])


def test_parts_of_data_are_as_long_as_each_other(model):
    with pytest.raises(ValueError, match="Data cardinality is ambiguous"):
        model.fit(np.ones((2, 3)), np.ones((3, 2)), verbose=0)
    with pytest.raises(ValueError, match="Data cardinality is ambiguous"):
        model.evaluate(np.ones((4, 3)), np.ones((3, 2)), verbose=0)
    with pytest.raises(ValueError, match="Data cardinality is ambiguous"):
        model.fit(np.ones((2, 3)), np.ones((2, 2)), sample_weight=np.ones(3), verbose=0)


@pytest.mark.keras_2
def test_so_are_single_batches_in_keras_2(model):
    with pytest.raises(ValueError, match="Data cardinality is ambiguous"):
        model.train_on_batch(np.ones((2, 3)), np.ones((3, 2)))


@pytest.mark.keras_2
def test_every_class_has_a_weight_in_keras_2(model):
    model.compile("sgd", "sparse_categorical_crossentropy")
    with pytest.raises(ValueError, match="class_weight"):
        model.fit(np.ones((2, 3)), np.array([0, 1]), class_weight={1: 2.0}, verbose=0)
