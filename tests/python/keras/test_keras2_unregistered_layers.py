"""Files and JSON of models with layers of a program's own, under `TF_USE_LEGACY_KERAS=1`: nothing
need be registered to write them, and calls are told as Keras 2 tells them.

With that variable set this file passes against TensorFlow too.
"""

import json

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = np.ones((2, 4), "float32")


class Own(keras.layers.Layer):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        self.kernel = self.add_weight(name="kernel", shape=(input_shape[-1], self.units))

    def call(self, x, scale=1.0, other=None):
        y = tf.matmul(x, self.kernel) * scale
        return y if other is None else y + other

    def get_config(self):
        return {**super().get_config(), "units": self.units}


def network():
    entry = keras.Input((4,), name="entry")
    first = Own(name="first")(entry)
    second = Own(name="second")(first, 0.5, other=first)
    return keras.Model(entry, keras.layers.Dense(2, name="last")(second))


def nested():
    entry = keras.Input((4,))
    return keras.Model(entry, keras.layers.Dense(1)(network()(entry)))


def chain():
    return keras.Sequential([keras.Input((4,)), Own(2), keras.layers.Dense(1)])


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
@pytest.mark.parametrize("made", [network, nested, chain])
def test_files(tmp_path, made):
    model, path = made(), str(tmp_path / "model.h5")
    model.save(path)
    again = keras.models.load_model(path, custom_objects={"Own": Own}, compile=False)
    np.testing.assert_allclose(again.predict(X, verbose=0), model.predict(X, verbose=0), 1e-5)


def test_json():
    told = json.loads(network().to_json())
    assert (told["class_name"], told["keras_version"]) == ("Functional", "2.21.0")
    calls = {layer["name"]: layer["inbound_nodes"] for layer in told["config"]["layers"]}
    assert calls == {
        "entry": [],
        "first": [[["entry", 0, 0, {}]]],
        "second": [[["first", 0, 0, {"scale": 0.5, "other": ["first", 0, 0]}]]],
        "last": [[["second", 0, 0, {}]]],
    }


@pytest.mark.parametrize("made", [network, nested, chain])
def test_json_is_read_again(made):
    model = made()
    again = keras.models.model_from_json(model.to_json(), custom_objects={"Own": Own})
    again.set_weights(model.get_weights())
    np.testing.assert_allclose(again.predict(X, verbose=0), model.predict(X, verbose=0), 1e-5)
