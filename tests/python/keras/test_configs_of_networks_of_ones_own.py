"""Models that a class of a program makes of its arguments as networks: in Keras 3 configurations
say nothing of the arguments, so that such a model is saved whatever it was made of."""

import zipfile

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_3


class Distilled(keras.Model):
    def __init__(self, student, teacher, weight=1.0):
        super().__init__(inputs=student.inputs, outputs=student.outputs, name="student")
        self.teacher = teacher
        self.weight = weight


class Around(keras.Model):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def call(self, inputs):
        return self.model(inputs)


def network():
    inputs = keras.Input((3,))
    return keras.Model(inputs, keras.layers.Dense(2)(inputs))


def test_what_a_network_was_made_of_is_not_told(tmp_path):
    model = Distilled(network(), network(), weight=2.0)
    config = model.get_config()
    assert sorted(config) == ["dtype", "name", "trainable"]
    assert config["name"] == "student"
    model.save(tmp_path / "model.keras")
    assert "model.weights.h5" in zipfile.ZipFile(tmp_path / "model.keras").namelist()


def test_a_model_without_a_network_must_tell():
    with pytest.raises(NotImplementedError, match="non-serializable"):
        Around(network()).get_config()
