"""What `.h5` files call weights, which programs read with h5py."""

import pytest
from library import tf

h5py = pytest.importorskip("h5py")
keras = tf.keras

pytestmark = pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")


@pytest.fixture
def model():
    inputs = keras.Input([3])
    outputs = keras.layers.Dense(1, name="out")(keras.layers.Dense(2, name="hidden")(inputs))
    model = keras.Model(inputs, outputs)
    model.compile("adam", "mse")
    return model


def names_in(group, key="weight_names"):
    return list(group.attrs[key])


@pytest.mark.keras_3
def test_weights_are_called_by_their_paths(model, tmp_path):
    model.save(tmp_path / "m.h5")
    with h5py.File(tmp_path / "m.h5") as file:
        layers = file["model_weights"]
        assert names_in(layers["out"]) == ["out/kernel", "out/bias"]
        assert layers["hidden/hidden/kernel"].shape == (3, 2)
    again = keras.models.load_model(tmp_path / "m.h5", compile=False)
    assert (again.get_weights()[0] == model.get_weights()[0]).all()


@pytest.mark.keras_2
def test_weights_are_called_by_their_names(model, tmp_path):
    model.save(tmp_path / "m.h5")
    with h5py.File(tmp_path / "m.h5") as file:
        layers = file["model_weights"]
        assert names_in(layers["out"]) == ["out/kernel:0", "out/bias:0"]
        assert layers["hidden/hidden/kernel:0"].shape == (3, 2)


def test_layers_are_listed_as_texts(model, tmp_path):
    model.save(tmp_path / "m.h5")
    with h5py.File(tmp_path / "m.h5") as file:
        assert names_in(file["model_weights"], "layer_names")[1:] == ["hidden", "out"]
