"""With TF_USE_LEGACY_KERAS: functions in models, their names and how `.h5` files have them.

The names and the forms are those of TensorFlow 2.21 with Keras 2.
"""

import json

import numpy as np
import pytest
from library import ours, tf

h5py = pytest.importorskip("h5py")
pytestmark = [pytest.mark.keras_2, ours("Keras 2 by the environment")]
keras = tf.keras
RANDOM = np.random.RandomState(0)
X, Y = (RANDOM.randn(2, 4, 3).astype("float32") for _ in range(2))


@pytest.fixture(autouse=True)
def keras_2():
    keras.backend.clear_session()


def model_of(function):
    i, j = keras.Input((4, 3)), keras.Input((4, 3))
    return keras.Model([i, j], function(i, j))


def functions_of(model):
    return [layer for layer in model.layers if not isinstance(layer, keras.layers.InputLayer)]


NAMES = {
    "tf.__operators__.add": lambda i, j: i + j,
    "tf.math.subtract": lambda i, j: 1.0 - i,
    "tf.math.truediv": lambda i, j: i / j,
    "tf.compat.v1.floor_div": lambda i, j: i // j,
    "tf.math.pow": lambda i, j: i**2,
    "tf.math.negative": lambda i, j: -i,
    "tf.__operators__.getitem": lambda i, j: i[:, 0],
    "tf.linalg.matmul": lambda i, j: tf.matmul(i, j, transpose_b=True),
    "tf.math.reduce_sum": lambda i, j: tf.reduce_sum(i, axis=1),
    "tf.math.sigmoid": lambda i, j: tf.nn.sigmoid(i),
    "tf.nn.relu": lambda i, j: tf.nn.relu(i),
    "tf.nn.softmax": lambda i, j: tf.nn.softmax(i),
    "tf.concat": lambda i, j: tf.concat([i, j], axis=-1),
    "tf.compat.v1.transpose": lambda i, j: tf.transpose(i, [0, 2, 1]),
    "tf.image.rgb_to_grayscale": lambda i, j: tf.image.rgb_to_grayscale(i),
    "tf.cast": lambda i, j: tf.cast(i, tf.int32),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_layer_has_the_name_of_its_function(name):
    (layer,) = functions_of(model_of(NAMES[name]))
    assert layer.name == name


def test_tables_show_the_classes_of_keras_2(capsys):
    model_of(lambda i, j: tf.nn.relu(i[:, 0])).summary()
    shown = capsys.readouterr().out
    assert "tf.nn.relu (TFOpLambda)" in shown
    assert "SlicingOpLambda)" in shown


WRITTEN = {
    "a part": lambda i, j: i[:, 0],
    "steps": lambda i, j: i[:, ::2, -1],
    "an ellipsis": lambda i, j: i[..., :2],
    "a new axis": lambda i, j: i[:, tf.newaxis],
    "one slice": lambda i, j: i[1:],
    "a number on the left": lambda i, j: 1.0 - i,
    "a number on the right": lambda i, j: i - 1.0,
    "an array": lambda i, j: i * np.array([1.0, 2.0, 3.0], "float32"),
    "two tensors": lambda i, j: i + j,
    "equality": lambda i, j: tf.cast(i == j, tf.float32),
    "a list": lambda i, j: tf.concat([i, j], axis=-1),
    "a list of one": lambda i, j: tf.concat([i], axis=-1),
    "stacked": lambda i, j: tf.stack([i, j], axis=1),
    "a condition": lambda i, j: tf.where(i > 0, i, j),
    "rows": lambda i, j: tf.gather(i, [0, 2], axis=1),
    "one of several results": lambda i, j: tf.split(i, 3, -1)[1],
    "turned": lambda i, j: tf.transpose(i, [0, 2, 1]),
    "of images": lambda i, j: tf.image.resize(i[..., None], (2, 2)),
    "a chain": lambda i, j: tf.one_hot(tf.argmax(i + j, axis=-1), 3),
}


@pytest.mark.parametrize("kind", WRITTEN)
def test_a_file_has_the_function_and_its_arguments(kind, tmp_path):
    model, path = model_of(WRITTEN[kind]), str(tmp_path / "model.h5")
    expected = model.predict([X, Y], verbose=0)
    model.save(path)
    found = [
        keras.models.load_model(path, compile=False),
        keras.models.model_from_json(model.to_json()),
        keras.Model.from_config(model.get_config()),
    ]
    for other in found:
        np.testing.assert_allclose(other.predict([X, Y], verbose=0), expected, atol=1e-6)


def written_node(function, tmp_path):
    path = str(tmp_path / "model.h5")
    model_of(function).save(path)
    with h5py.File(path) as file:
        layers = json.loads(file.attrs["model_config"])["config"]["layers"]
    (entry,) = [layer for layer in layers if layer["class_name"] != "InputLayer"]
    return entry["class_name"], entry["config"]["function"], entry["inbound_nodes"]


def test_the_forms_are_those_of_keras_2(tmp_path):
    whole = {"start": None, "stop": None, "step": None}
    spec = {"slice_spec": [{"class_name": "__ellipsis__"}, whole, 0]}
    found = written_node(lambda i, j: i[..., :, 0], tmp_path)
    assert found == ("SlicingOpLambda", "__operators__.getitem", [["input_1", 0, 0, spec]])
    kind, function, nodes = written_node(lambda i, j: tf.concat([i, j], axis=-1), tmp_path)
    assert (kind, function) == ("TFOpLambda", "concat")
    assert [place[0] for place in nodes[0]] == ["input_3", "input_4"]
    kind, function, nodes = written_node(lambda i, j: 1.0 - i, tmp_path)
    assert (kind, function, nodes[0][:3]) == (
        "TFOpLambda",
        "math.subtract",
        ["_CONSTANT_VALUE", -1, 1.0],
    )
