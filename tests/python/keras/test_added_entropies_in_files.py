"""Models whose added loss is a cross-entropy of symbols, made again and read from files."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
X = np.linspace(0.1, 0.9, 24, dtype="float32").reshape(4, 6)


@pytest.fixture
def model():
    inputs = keras.Input((6,), name="inputs")
    middle = keras.layers.Dense(3, kernel_initializer="ones", name="middle")(inputs)
    outputs = keras.layers.Dense(6, activation="sigmoid", name="outputs")(middle)
    entropy = keras.losses.binary_crossentropy(inputs, outputs)
    made = keras.Model(inputs, outputs)
    made.add_loss(tf.reduce_mean(entropy + keras.backend.sum(tf.square(middle), axis=-1)))
    made.compile("sgd")
    return made


def require_equal(again, model):
    again.set_weights(model.get_weights())
    again.compile("sgd")
    assert again.evaluate(X, verbose=0) == pytest.approx(model.evaluate(X, verbose=0), rel=1e-6)
    assert len(again.losses) == 1


def test_from_json(model):
    require_equal(keras.models.model_from_json(model.to_json()), model)


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
@pytest.mark.parametrize("ending", ["h5", "keras"])
def test_from_files(model, tmp_path, ending):
    path = str(tmp_path / f"model.{ending}")
    model.save(path)
    require_equal(keras.models.load_model(path), model)


def test_the_function_is_the_backends(model):
    names = [layer["name"] for layer in model.get_config()["layers"]]
    assert any(name.startswith("tf.keras.backend.binary_crossentropy") for name in names)
