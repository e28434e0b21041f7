"""What cannot be made again from its configuration is a `TypeError`, as in Keras."""

import json

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def twice(x):
    return 2 * x


class Own(keras.layers.Layer):
    def call(self, inputs):
        return inputs


class Picky(keras.layers.Layer):
    def __init__(self, size, **kwargs):
        super().__init__(**kwargs)
        if size != 3:
            raise RuntimeError("three, please")
        self.size = size

    def get_config(self):
        return {**super().get_config(), "size": self.size + 1}


def chain(**options):
    return keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, **options)])


@pytest.mark.parametrize("suffix", [".h5", ".keras"])
def test_a_function_that_files_name(tmp_path, suffix):
    path = str(tmp_path / f"m{suffix}")
    chain(activation=twice).save(path)
    with pytest.raises(TypeError, match="twice"):
        keras.models.load_model(path)


def test_a_regularizer_in_an_older_file(tmp_path):
    path = str(tmp_path / "m.h5")
    chain(kernel_regularizer=tf.nn.l2_loss).save(path)
    with pytest.raises(TypeError, match="l2_loss"):
        keras.models.load_model(path)


def test_a_class_in_a_file(tmp_path):
    path = str(tmp_path / "m.keras")
    keras.Sequential([keras.Input((3,)), Own()]).save(path)
    with pytest.raises(TypeError, match="Own"):
        keras.models.load_model(path)


def test_a_class_in_an_older_file(tmp_path):
    path = str(tmp_path / "m.h5")
    keras.Sequential([keras.Input((3,)), Own()]).save(path)
    with pytest.raises(ValueError, match="Own"):
        keras.models.load_model(path)


@pytest.mark.keras_3
@pytest.mark.parametrize("suffix", [".h5", ".keras"])
def test_a_loss_in_a_file(tmp_path, suffix):
    path = str(tmp_path / f"m{suffix}")
    model = chain()
    model.compile("sgd", twice)
    model.save(path)
    with pytest.raises(TypeError):
        keras.models.load_model(path)
    keras.models.load_model(path, compile=False)


def test_json():
    told = chain(activation=twice).to_json()
    with pytest.raises(TypeError, match="twice"):
        keras.models.model_from_json(told)
    assert json.loads(told)["class_name"] == "Sequential"


@pytest.mark.parametrize(
    "config", [{"units": -1}, {"units": 2, "unitz": 1}, {"units": 2, "activation": "no"}]
)
def test_arguments_that_a_layer_refuses(config):
    with pytest.raises(TypeError, match="Dense"):
        keras.layers.deserialize({"class_name": "Dense", "config": config})
    with pytest.raises(TypeError, match="Dense"):
        keras.layers.Dense.from_config(config)


def test_what_a_layer_of_ones_own_raises():
    with pytest.raises(TypeError, match="three, please"):
        Picky.from_config(Picky(3).get_config())


@pytest.mark.keras_3
def test_a_class_that_a_configuration_tells():
    with pytest.raises(TypeError, match="Nothing"):
        keras.layers.deserialize({"class_name": "Nothing", "config": {}})
