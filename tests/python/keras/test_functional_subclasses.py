"""Classes of models that are given inputs and outputs: their configurations say the network."""

import sys

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
pytestmark = pytest.mark.keras_3
X = np.linspace(-1, 1, 12).reshape(4, 3).astype("float32")


@keras.utils.register_keras_serializable("functional_subclasses")
class Any_(keras.Model):
    def __init__(self, *args, extra=-1.0, **kwargs):
        super().__init__(*args, **kwargs)
        self.extra = extra
        self.own = self.add_weight(name="own", shape=(), initializer="ones")

    def get_config(self):
        return {**super().get_config(), "extra": self.extra}


@keras.utils.register_keras_serializable("functional_subclasses")
class Popped(Any_):
    @classmethod
    def from_config(cls, config, custom_objects=None):
        extra = config.pop("extra")
        model = super().from_config(config, custom_objects)
        model.extra = extra
        return model


@keras.utils.register_keras_serializable("functional_subclasses")
class Named(keras.Model):
    def __init__(self, inputs, outputs, name=None, **kwargs):
        super().__init__(inputs, outputs, name=name, **kwargs)


class Other(keras.Model):
    def __init__(self, inputs, outputs, scale=1.0, **kwargs):
        super().__init__(inputs, outputs, **kwargs)


def made(kind, **options):
    entry = keras.Input((3,))
    ends = [keras.layers.Dense(2, name="p")(entry), keras.layers.Dense(1, name="q")(entry)]
    return kind(inputs=entry, outputs=ends, **options)


@pytest.mark.parametrize("kind", [Any_, Popped, Named])
def test_a_configuration_has_layers_and_calls(kind):
    model = made(kind)
    config = model.get_config()
    assert {"layers", "input_layers", "output_layers", "name", "trainable"} <= config.keys()
    again = kind.from_config(config)
    assert type(again) is kind
    assert len(again.weights) == len(model.weights)
    assert type(keras.models.clone_model(model)) is kind


@pytest.mark.parametrize("kind", [Any_, Popped])
def test_what_else_a_configuration_says_is_given(kind):
    model = made(kind, extra=3.5)
    assert kind.from_config(model.get_config()).extra == 3.5


@pytest.mark.parametrize("kind", [Any_, Popped, Named])
def test_files_have_the_network(kind, tmp_path):
    model = made(kind)
    model.compile("sgd", ["mse", "mse"])
    path = str(tmp_path / "model.keras")
    model.save(path)
    again = keras.models.load_model(path)
    assert type(again) is kind
    for first, second in zip(model.predict(X), again.predict(X), strict=True):
        np.testing.assert_allclose(first, second)


def test_so_have_those_of_models_around_it(tmp_path):
    entry = keras.Input((3,))
    model = keras.Model(entry, made(Any_, extra=2.0)(entry))
    path = str(tmp_path / "model.keras")
    model.save(path)
    again = keras.models.load_model(path)
    assert again.layers[1].extra == 2.0
    np.testing.assert_allclose(model.predict(X)[0], again.predict(X)[0])


@ours("Keras needs h5py")
def test_without_h5py_too(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", None)
    test_so_have_those_of_models_around_it(tmp_path)
    test_files_have_the_network(Popped, tmp_path)


def test_with_other_arguments_it_says_those():
    model = made(Other)
    assert "layers" not in model.get_config()
    with pytest.raises(TypeError, match="outputs"):
        Other.from_config(model.get_config())
