"""What models say of themselves in Keras 2: `get_config`, `to_json`, and models made of them."""

import json

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
LAYERS = tf.keras.layers
X = np.ones((2, 4), "f")


def network():
    entry = tf.keras.Input((4,), name="in")
    dense = LAYERS.Dense(3, name="dense")
    drop = LAYERS.Dropout(0.5, name="drop")(dense(entry), training=False)
    end = LAYERS.Concatenate(name="join")([dense(entry), drop])
    return tf.keras.Model(entry, end, name="net")


def test_calls_of_a_network_are_lists():
    config = network().get_config()
    nodes = {layer["name"]: layer["inbound_nodes"] for layer in config["layers"]}
    assert nodes == {
        "in": [],
        "dense": [[["in", 0, 0, {}]], [["in", 0, 0, {}]]],
        "drop": [[["dense", 0, 0, {"training": False}]]],
        "join": [[["dense", 1, 0, {}], ["drop", 0, 0, {}]]],
    }
    assert config["input_layers"] == [["in", 0, 0]]
    assert config["output_layers"] == [["join", 0, 0]]
    assert list(config) == ["name", "trainable", "layers", "input_layers", "output_layers"]


def test_an_entry_says_where_its_class_is_and_how_it_was_built():
    entry = network().get_config()["layers"][1]
    assert [entry["module"], entry["registered_name"]] == ["keras.layers", None]
    assert entry["build_config"] == {"input_shape": (None, 4)}
    begin = network().get_config()["layers"][0]["config"]
    assert begin == {
        "batch_input_shape": (None, 4),
        "dtype": "float32",
        "sparse": False,
        "ragged": False,
        "name": "in",
        "optional": False,
    }


def test_a_chain_has_a_name_and_layers_alone():
    chain = tf.keras.Sequential([LAYERS.Dense(3, input_shape=(4,), name="d")], name="c")
    config = chain.get_config()
    assert list(config) == ["name", "layers"]
    assert [layer["class_name"] for layer in config["layers"]] == ["InputLayer", "Dense"]
    assert json.loads(chain.to_json())["config"]["layers"][1]["module"] == "keras.layers"


def test_json_has_the_version_and_not_what_was_compiled():
    model = network()
    model.compile("sgd", "mse")
    told = json.loads(model.to_json())
    assert list(told) == ["class_name", "config", "keras_version", "backend"]
    assert told["class_name"] == "Functional"

    class Own(tf.keras.Model):
        def get_config(self):
            return {"a": {}}

    told = json.loads(Own().to_json())
    assert [told["class_name"], told["config"]] == ["Own", {"a": {}}]


def test_models_are_made_of_them_again():
    model = network()
    for again in (
        tf.keras.Model.from_config(model.get_config()),
        tf.keras.models.model_from_json(model.to_json()),
    ):
        again.set_weights(model.get_weights())
        np.testing.assert_allclose(again(X), model(X), rtol=1e-6)
        assert again.get_config() == model.get_config()


def test_functions_of_tensors_and_further_tensors_come_back():
    class Both(LAYERS.Layer):
        def call(self, first, second, factor=1.0):
            return first + factor * second

    a, b = tf.keras.Input((4,), name="a"), tf.keras.Input((4,), name="b")
    model = tf.keras.Model([a, b], Both(name="both")(a, b * 2.0, factor=3.0))
    again = tf.keras.Model.from_config(model.get_config(), {"Both": Both})
    with tf.keras.utils.custom_object_scope({"Both": Both}):
        read = tf.keras.models.model_from_json(model.to_json())
    for made in (again, read):
        np.testing.assert_allclose(made([X, X]), 7.0 * X)


def test_a_model_within_a_model_comes_back():
    inner = network()
    entry = tf.keras.Input((4,))
    model = tf.keras.Model(entry, tf.keras.Sequential([LAYERS.Dense(2)])(inner(entry)))
    again = tf.keras.Model.from_config(model.get_config())
    again.set_weights(model.get_weights())
    np.testing.assert_allclose(again(X), model(X), rtol=1e-6)
    kinds = [entry["module"] for entry in model.get_config()["layers"][1:]]
    assert kinds == ["tf_keras.src.engine.functional", "keras"]
