"""Activations called on symbols of Keras 3 are its operations: no layers, and named like them."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_3
keras = tf.keras
NAMES = {
    "relu": "re_lu",
    "leaky_relu": "leaky_relu",
    "relu6": "relu6",
    "softmax": "softmax",
    "log_softmax": "log_softmax",
    "elu": "elu",
    "selu": "selu",
    "softplus": "softplus",
    "softsign": "softsign",
    "silu": "silu",
    "gelu": "gelu",
    "tanh": "tanh",
    "sigmoid": "sigmoid",
    "exponential": "exp",
}


@pytest.mark.parametrize("activation", NAMES)
def test_they_have_the_names_of_operations(activation):
    keras.utils.clear_session()
    found = getattr(keras.activations, activation)
    i = keras.Input((4,))
    symbols = [found(i), keras.activations.get(activation)(i)]
    names = [symbol._keras_history[0].name for symbol in symbols]
    assert names == [NAMES[activation], f"{NAMES[activation]}_1"]


def network():
    keras.utils.clear_session()
    i = keras.Input((4,))
    x = keras.activations.relu(keras.layers.Dense(3)(i))
    x = keras.layers.ReLU()(keras.layers.Dense(3)(x))
    return keras.Model(i, keras.activations.softmax(x))


def names(model):
    return [layer.name for layer in model.layers if layer.weights or "re_lu" in layer.name]


def test_they_are_no_layers():
    model = network()
    assert names(model) == ["dense", "dense_1", "re_lu_1"]
    assert len(model.layers) == 4
    operations = [operation.name for operation in model.operations]
    assert operations[2:] == ["re_lu", "dense_1", "re_lu_1", "softmax"]
    with pytest.raises(ValueError, match="re_lu"):
        model.get_layer("re_lu")


def test_nor_are_they_in_copies_and_files(tmp_path):
    model = network()
    copy = keras.models.clone_model(model)
    assert (names(copy), len(copy.layers)) == (names(model), 4)
    pytest.importorskip("h5py")
    model.save(tmp_path / "model.keras")
    back = keras.models.load_model(tmp_path / "model.keras")
    assert (names(back), len(back.layers)) == (names(model), 4)
    x = np.ones((2, 4), "float32")
    np.testing.assert_array_equal(back(x), model(x))


def test_a_table_shows_the_operations(capsys):
    network().summary()
    shown = capsys.readouterr().out
    assert "re_lu (ReLU)" in shown
    assert "softmax (Softmax)" in shown
