"""What Keras 2 says of layers and models of a program's classes that do not say it themselves."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2


def between():
    inputs = keras.Input((3,))
    return {"inputs": inputs, "outputs": keras.layers.Dense(2)(inputs)}


class NamedNetwork(keras.Model):
    def __init__(self, size, name="net"):
        self.size = size
        super().__init__(name=name, **between())


class OpenNetwork(keras.Model):
    def __init__(self, size, **kwargs):
        super().__init__(**between(), **kwargs)


class OtherwiseOpenNetwork(keras.Model):
    def __init__(self, size, *, name="net", **others):
        super().__init__(**between(), name=name, **others)


class TellsMore(OpenNetwork):
    def get_config(self):
        return {**super().get_config(), "more": 1}


class Called(keras.Model):
    def __init__(self, size, **others):
        super().__init__(**others)


class OwnLayer(keras.layers.Layer):
    def __init__(self, size, *, name=None, **others):
        super().__init__(name=name, **others)


class OpenLayer(keras.layers.Layer):
    def __init__(self, size, **kwargs):
        super().__init__(**kwargs)


def test_networks_are_told_by_name_and_arguments():
    assert NamedNetwork(3).get_config() == {"name": "net", "size": 3}
    assert OpenNetwork(3, name="n").get_config() == {"name": "n", "trainable": True, "size": 3}
    assert OtherwiseOpenNetwork(3).get_config() == {"size": 3}
    config = TellsMore(3, name="n").get_config()
    assert config == {"name": "n", "trainable": True, "size": 3, "more": 1}


def test_arguments_that_are_not_plain_are_left_out():
    assert NamedNetwork(np.ones(2)).get_config() == {"name": "net"}
    assert OpenNetwork(np.ones(2), name="n").get_config() == {"name": "n", "trainable": True}
    assert Called(np.ones(2)).get_config() == {}


def test_only_kwargs_stand_for_the_arguments_of_all_layers():
    assert Called(3, name="c").get_config() == {"size": 3}
    assert OwnLayer(3, name="o").get_config() == {"size": 3}
    assert sorted(OpenLayer(3).get_config()) == ["dtype", "name", "size", "trainable"]


def test_layers_must_tell_of_what_is_not_plain():
    with pytest.raises(NotImplementedError):
        OpenLayer(np.ones(2)).get_config()
