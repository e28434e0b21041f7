"""What models say of themselves: `get_config` and `to_json` in the form of Keras 3, and back."""

import json

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
POLICY = {
    "module": "keras",
    "class_name": "DTypePolicy",
    "config": {"name": "float32"},
    "registered_name": None,
}


@pytest.fixture
def shared():
    """Two inputs, a layer that both go through, and two outputs."""
    a, b = tf.keras.Input((4,), name="a"), tf.keras.Input((4,), name="b")
    dense = layers.Dense(3, name="dense")
    joined = layers.Concatenate(name="joined")([dense(a), dense(b)])
    return tf.keras.Model({"a": a, "b": b}, [joined, layers.ReLU(name="relu")(joined)], name="net")


def _history(tensor):
    return tensor["config"]["keras_history"]


def test_a_network_names_its_ends(shared):
    config = shared.get_config()
    assert (config["name"], config["trainable"]) == ("net", True)
    assert config["input_layers"] == {"a": ["a", 0, 0], "b": ["b", 0, 0]}
    assert config["output_layers"] == [["joined", 0, 0], ["relu", 0, 0]]
    x = tf.keras.Input((2,), name="x")
    y = layers.Dense(1, name="y")(x)
    assert tf.keras.Model(x, y).get_config()["output_layers"] == ["y", 0, 0]
    assert tf.keras.Model([x], [y]).get_config()["output_layers"] == [["y", 0, 0]]


def test_each_layer_has_its_calls(shared):
    entries = {entry["name"]: entry for entry in shared.get_config()["layers"]}
    assert list(entries) == ["a", "b", "dense", "joined", "relu"]
    calls = entries["dense"]["inbound_nodes"]
    assert [_history(call["args"][0]) for call in calls] == [["a", 0, 0], ["b", 0, 0]]
    (call,) = entries["joined"]["inbound_nodes"]
    assert [_history(t) for t in call["args"][0]] == [["dense", 0, 0], ["dense", 1, 0]]
    assert call["args"][0][0]["config"]["shape"] == (None, 3)


def test_a_layer_has_its_class_arguments_and_shape(shared):
    entry = shared.get_config()["layers"][2]
    assert (entry["module"], entry["class_name"]) == ("keras.layers", "Dense")
    assert entry["registered_name"] is None
    assert entry["build_config"] == {"input_shape": (None, 4)}
    assert (entry["config"]["units"], entry["config"]["dtype"]) == (3, POLICY)
    assert entry["config"]["bias_initializer"] == {
        "module": "keras.initializers",
        "class_name": "Zeros",
        "config": {},
        "registered_name": None,
    }


def test_an_input_says_its_shape(shared):
    assert shared.get_config()["layers"][0]["config"] == {
        "batch_shape": (None, 4),
        "dtype": "float32",
        "sparse": False,
        "ragged": False,
        "name": "a",
        "optional": False,
    }


def test_a_sequential_model_lists_its_input_too():
    model = tf.keras.Sequential([tf.keras.Input((2,), name="x"), layers.Dense(1)], name="line")
    config = model.get_config()
    assert list(config) == ["name", "trainable", "dtype", "layers", "build_input_shape"]
    assert [entry["class_name"] for entry in config["layers"]] == ["InputLayer", "Dense"]
    assert config["layers"][0]["config"]["name"] == "x"
    assert config["build_input_shape"] == (None, 2)
    assert "build_input_shape" not in tf.keras.Sequential([layers.Dense(1)]).get_config()


def test_models_come_back_from_their_configurations(shared):
    inputs = {"a": np.ones((2, 4), "float32"), "b": np.zeros((2, 4), "float32")}
    for again in (
        tf.keras.Model.from_config(shared.get_config()),
        tf.keras.models.model_from_json(shared.to_json()),
    ):
        again.set_weights(shared.get_weights())
        for expected, found in zip(shared(inputs), again(inputs), strict=True):
            np.testing.assert_array_equal(expected, found)
        assert json.dumps(again.get_config()) == json.dumps(shared.get_config())


def test_a_file_keeps_the_name_of_an_input(tmp_path):
    model = tf.keras.Sequential([tf.keras.Input((2,), name="x"), layers.Dense(1, name="y")])
    model.save(tmp_path / "model.keras")
    again = tf.keras.models.load_model(tmp_path / "model.keras")
    assert json.dumps(again.get_config()) == json.dumps(model.get_config())


def test_json_tells_the_class_of_a_model(shared):
    told = json.loads(shared.to_json())
    assert (told["module"], told["class_name"]) == ("keras.src.models.functional", "Functional")
    told = json.loads(tf.keras.Sequential([layers.Dense(1)], name="line").to_json())
    assert (told["module"], told["class_name"]) == ("keras", "Sequential")
    assert (told["registered_name"], told["compile_config"]) == (None, {})


@tf.keras.utils.register_keras_serializable("told")
class Scaled(layers.Layer):
    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, inputs):
        return inputs * self.factor

    def get_config(self):
        return {**super().get_config(), "factor": self.factor}


def test_a_layer_of_a_programs_own_has_its_registered_name():
    model = tf.keras.Sequential([tf.keras.Input((2,)), Scaled(3.0, name="scaled")])
    entry = model.get_config()["layers"][1]
    assert (entry["module"], entry["class_name"]) == (__name__, "Scaled")
    assert entry["registered_name"] == "told>Scaled"
    assert entry["config"] == {"name": "scaled", "trainable": True, "dtype": POLICY, "factor": 3.0}
    again = tf.keras.models.model_from_json(model.to_json())
    assert np.asarray(again(np.ones((1, 2), "float32"))).tolist() == [[3.0, 3.0]]


class Net(tf.keras.Model):
    """Made of inputs and outputs, as `Model` is."""


def test_a_class_made_of_inputs_and_outputs_comes_back_as_itself():
    x = tf.keras.Input((2,), name="x")
    model = Net(x, layers.Dense(1, name="y")(x))
    assert model.get_config()["input_layers"] == ["x", 0, 0]
    assert type(Net.from_config(model.get_config())) is Net


def test_a_reshape_drops_the_fractions_of_its_sizes():
    assert layers.Reshape((4 / 2, 2))(tf.ones([1, 4])).shape == (1, 2, 2)


@pytest.mark.parametrize(
    ("layer", "names"),
    [
        (lambda: tf.keras.layers.Dense(2), "units activation use_bias kernel_initializer"),
        (lambda: tf.keras.layers.Conv2D(2, 3), "filters kernel_size strides padding data_format"),
        (lambda: tf.keras.layers.BatchNormalization(), "axis momentum epsilon center scale"),
        (lambda: tf.keras.layers.LSTM(2), "return_sequences return_state go_backwards stateful"),
    ],
)
def test_a_configuration_names_arguments_in_their_order(layer, names):
    begin = ["name", "trainable", "dtype", *names.split()]
    assert list(layer().get_config())[: len(begin)] == begin
