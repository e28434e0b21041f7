"""Keras 2: functions of TensorFlow on symbolic tensors are layers of classes of its own, which
configurations, JSON, clones and files name as Keras 2 does."""

import json

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
X = np.random.RandomState(0).rand(3, 4, 4).astype("float32")
NAMES = [
    "tf.math.reduce_mean",
    "tf.nn.relu",
    "tf.math.multiply",
    "tf.__operators__.getitem",
    "tf.concat",
]


@pytest.fixture
def model():
    keras.backend.clear_session()
    i = keras.Input((4, 4))
    x = tf.nn.relu(tf.reduce_mean(i, axis=1)) * 3.0
    x = x[:, :2]
    return keras.Model(i, tf.concat([x, x], -1))


def test_classes(model):
    kinds = [type(layer).__name__ for layer in model.layers]
    assert kinds == ["InputLayer", *["TFOpLambda"] * 3, "SlicingOpLambda", "TFOpLambda"]


def test_a_layer_says_the_function(model):
    told = [layer.get_config()["function"] for layer in model.layers[1:]]
    paths = ["math.reduce_mean", "nn.relu", "math.multiply", "__operators__.getitem", "concat"]
    assert told == paths
    assert model.layers[1].get_config()["dtype"] == "float32"


def test_configuration_of_a_network(model):
    entries = {entry["name"]: entry for entry in model.get_config()["layers"]}
    mean = entries["tf.math.reduce_mean"]
    assert mean["class_name"] == mean["registered_name"] == "TFOpLambda"
    assert mean["module"] == "tf_keras.src.layers.core.tf_op_layer"
    assert mean["build_config"] == {"input_shape": (None, 4, 4)}
    assert mean["inbound_nodes"] == [["input_1", 0, 0, {"axis": 1}]]
    both = entries["tf.concat"]
    assert both["build_config"] == {"input_shape": [(None, 2), (None, 2)]}
    assert both["inbound_nodes"] == [[["tf.__operators__.getitem", 0, 0, {"axis": -1}]] * 2]


def test_json_is_the_configuration(model):
    told = json.loads(model.to_json())["config"]["layers"]
    assert [entry["class_name"] for entry in told[1:4]] == ["TFOpLambda"] * 3
    assert told[4]["inbound_nodes"][0][3]["slice_spec"][1]["stop"] == 2


def from_h5(model, path):
    pytest.importorskip("h5py")
    model.save(path / "model.h5")
    return keras.models.load_model(path / "model.h5")


def from_keras(model, path):
    pytest.importorskip("h5py")
    model.save(path / "model.keras")
    return keras.models.load_model(path / "model.keras")


WAYS = {
    "config": lambda model, path: keras.Model.from_config(model.get_config()),
    "json": lambda model, path: keras.models.model_from_json(model.to_json()),
    "clone": lambda model, path: keras.models.clone_model(model),
    "h5": from_h5,
    "keras": from_keras,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
def test_names_are_kept(model, way, tmp_path):
    again = WAYS[way](model, tmp_path)
    assert [layer.name for layer in again.layers[1:]] == NAMES
    np.testing.assert_allclose(again(X), model(X), rtol=1e-6)


def test_constants_and_choices_come_back():
    i = keras.Input((4,))
    model = keras.Model(i, tf.where(i > 0.5, 1.0 - i, tf.stack([i, i * 2], 1)[:, 1]))
    again = keras.Model.from_config(model.get_config())
    np.testing.assert_allclose(again(X[0]), model(X[0]), rtol=1e-6)
