"""Objects as plain data and back, optimizers that go on, networks in Keras's own form."""

import json

import numpy as np
import pytest
from library import ours, tf

pytestmark = ours("tf.keras of Keras 3 has no saving; files are this package's own")
keras = tf.keras
saving = keras.saving
X, Y = np.ones([4, 2], "float32"), np.zeros([4, 1], "float32")


def compiled(optimizer):
    model = keras.Sequential([keras.Input([2]), keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile(optimizer, "mse")
    return model


@pytest.mark.parametrize(
    "make",
    [
        lambda: keras.layers.Dense(3, "relu", kernel_regularizer="l2"),
        lambda: keras.layers.Bidirectional(keras.layers.LSTM(2)),
        lambda: keras.layers.BatchNormalization(),
        lambda: keras.initializers.GlorotUniform(seed=3),
        lambda: keras.regularizers.L2(0.5),
        lambda: keras.constraints.MaxNorm(2.0),
        lambda: keras.losses.Huber(2.0),
        lambda: keras.metrics.Precision(0.4),
        lambda: keras.optimizers.Adam(0.25),
        lambda: keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5),
        lambda: keras.mixed_precision.Policy("mixed_bfloat16"),
    ],
)
def test_objects_come_back(make):
    thing = make()
    config = json.loads(json.dumps(saving.serialize_keras_object(thing)))
    assert config["module"].startswith("keras")
    again = saving.deserialize_keras_object(config)
    assert type(again) is type(thing)
    assert again.get_config() == thing.get_config()


def test_structures_and_functions_come_back():
    given = [(1, 2), {"a": slice(1, None)}, np.arange(3), ..., None, "word"]
    found = saving.deserialize_keras_object(saving.serialize_keras_object(given))
    assert found[:2] == given[:2]
    assert found[2].tolist() == [0, 1, 2]
    assert found[3:] == given[3:]
    config = saving.serialize_keras_object(keras.activations.relu)
    assert config["config"] == "relu"
    assert saving.deserialize_keras_object(config) is keras.activations.relu
    config = saving.serialize_keras_object(lambda x: x + 1)
    with pytest.raises(ValueError, match="safe_mode"):
        saving.deserialize_keras_object(config)
    assert saving.deserialize_keras_object(config, safe_mode=False)(1) == 2


def test_classes_of_the_program():
    class Mine(keras.layers.Layer):
        pass

    config = saving.serialize_keras_object(Mine(name="it"))
    assert config["registered_name"] == "Mine"
    with pytest.raises(ValueError, match="Mine"):
        saving.deserialize_keras_object(config)
    again = saving.deserialize_keras_object(config, custom_objects={"Mine": Mine})
    assert isinstance(again, Mine)
    with pytest.raises(TypeError, match="Cannot serialize"):
        saving.serialize_keras_object(object())


@pytest.mark.parametrize("optimizer", ["adam", "rmsprop", "sgd", "ftrl"])
def test_an_optimizer_goes_on_where_it_was(optimizer, tmp_path):
    model = compiled(optimizer)
    model.fit(X, Y, verbose=0)
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    bare = keras.models.load_model(tmp_path / "m.keras", compile=False)
    assert int(again.optimizer.iterations) == 1
    assert bare.optimizer is None
    histories = [each.fit(X, Y, epochs=3, verbose=0).history for each in (model, again)]
    assert histories[0] == histories[1]
    model.save(tmp_path / "n.keras", include_optimizer=False)
    assert int(keras.models.load_model(tmp_path / "n.keras").optimizer.iterations) == 0


def tensor(*history):
    return {"class_name": "__keras_tensor__", "config": {"keras_history": list(history)}}


def entry(class_name, config, *nodes, module="keras.layers"):
    return {
        "module": module,
        "class_name": class_name,
        "config": config,
        "registered_name": None,
        "name": config["name"],
        "inbound_nodes": [{"args": list(args), "kwargs": {"mask": None}} for args in nodes],
    }


POLICY = {"module": "keras", "class_name": "DTypePolicy", "config": {"name": "float32"}}


def test_a_network_in_keras_3s_form():
    shared = tensor("shared", 0, 0), tensor("shared", 1, 0)
    config = {
        "name": "net",
        "trainable": True,
        "layers": [
            entry("Add", {"name": "sum"}, shared, module="keras.src.ops.numpy"),
            entry("InputLayer", {"name": "a", "batch_shape": [None, 2], "sparse": False}),
            entry(
                "Dense",
                {"name": "shared", "units": 2, "dtype": POLICY, "quantization_config": None},
                [tensor("a", 0, 0)],
                [tensor("shared", 0, 0)],
            ),
        ],
        "input_layers": ["a", 0, 0],
        "output_layers": [["sum", 0, 0]],
    }
    model = keras.models.model_from_json(json.dumps({"class_name": "Functional", "config": config}))
    model.set_weights([np.eye(2) * 2.0, np.zeros(2)])
    assert model(X).numpy().tolist() == [[6.0, 6.0]] * 4
    config["layers"][0]["class_name"] = "Unheard"
    with pytest.raises(ValueError, match="Unheard"):
        saving.deserialize_keras_object({"class_name": "Functional", "config": config})


def test_a_network_in_keras_2s_form():
    layers = [
        {"class_name": "InputLayer", "config": {"name": "a", "batch_input_shape": [None, 2]}},
        {
            "class_name": "LSTM",
            "config": {"name": "b", "units": 1, "implementation": 2, "time_major": False},
        },
        {
            "class_name": "Sequential",
            "config": {
                "name": "s",
                "layers": [
                    {
                        "class_name": "Dense",
                        "config": {"name": "d", "units": 1, "activation": "linear"},
                    },
                ],
            },
        },
        {"class_name": "Concatenate", "config": {"name": "c", "axis": -1}},
        {"class_name": "TFOpLambda", "config": {"name": "m", "function": "math.multiply"}},
    ]
    layers[0]["config"]["batch_input_shape"] = [None, 3, 2]
    for layer, nodes in zip(
        layers,
        [
            [],
            [[["a", 0, 0, {}]]],
            [[["b", 0, 0, {}]]],
            [[["b", 0, 0, {}], ["s", 0, 0, {}]]],
            [["c", 0, 0, {"y": 2.0}]],
        ],
        strict=True,
    ):
        layer["inbound_nodes"] = nodes
    config = {"layers": layers, "input_layers": [["a", 0, 0]], "output_layers": [["m", 0, 0]]}
    model = keras.models.model_from_json(json.dumps({"class_name": "Functional", "config": config}))
    assert model(np.ones([4, 3, 2], "float32")).shape == [4, 2]
    layers[1]["inbound_nodes"] = [[["c", 0, 0, {}]]]
    with pytest.raises(ValueError, match="no layer makes"):
        saving.deserialize_keras_object({"class_name": "Functional", "config": config})


def test_files_of_weights_hold_the_optimizer(tmp_path):
    model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(0.01), "mse")
    x = np.ones((4, 1))
    model.fit(x, x, verbose=0)
    model.save_weights(tmp_path / "w.weights.h5")
    model.optimizer.learning_rate = 0.5
    model.fit(x, x, verbose=0)
    model.load_weights(tmp_path / "w.weights.h5")
    assert float(model.optimizer.learning_rate) == np.float32(0.01)
    assert int(model.optimizer.iterations) == 1


def test_an_optimizer_of_version_1_is_left_out_of_files_of_weights(tmp_path):
    model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
    model.optimizer = tf.compat.v1.train.AdamOptimizer()
    model.save_weights(tmp_path / "w.weights.h5")
    model.load_weights(tmp_path / "w.weights.h5")


def test_functions_of_layers_keep_what_they_refer_to(tmp_path):
    scale, three, powers = np.array([1.0, 2.0], "float32"), np.float32(3.0), (2, 1)

    def moved(x):
        return x + scale

    inputs = keras.Input((2,))
    x = keras.layers.Lambda(lambda x, by=three: moved(x) * scale * by)(inputs)
    model = keras.Model(inputs, keras.layers.Lambda(lambda x: x ** powers[0])(x))
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras", safe_mode=False)
    x = np.ones([3, 2], "float32")
    np.testing.assert_array_equal(again(x), model(x))


def test_configurations_with_arrays_and_tuples(tmp_path):
    @keras.saving.register_keras_serializable(package="tests")
    class Scaled(keras.layers.Layer):
        def __init__(self, factors, shape, **options):
            super().__init__(**options)
            self.factors, self.shape = factors, shape

        def call(self, inputs):
            return tf.reshape(inputs * self.factors, (-1, *self.shape))

        def get_config(self):
            return {**super().get_config(), "factors": self.factors, "shape": self.shape}

    model = keras.Sequential([keras.Input([2]), Scaled(np.float32(2.0), (2, 1))])
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    assert again(np.ones([1, 2], "float32")).numpy().tolist() == [[[2.0], [2.0]]]
