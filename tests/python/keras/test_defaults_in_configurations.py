"""Keras 3 tells of a layer without `get_config` what it was made with, defaults included, in the
order of its class."""

import pytest
from library import ours, tf

pytestmark = pytest.mark.keras_3


class Splines(tf.keras.layers.Layer):
    def __init__(self, units, size=5, reach=(-1, 1), base="silu", **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def call(self, inputs):
        return inputs


class Options(tf.keras.layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(name="options")
        self.options = kwargs


class Applied(tf.keras.layers.Layer):
    def __init__(self, units, function=tf.nn.relu):
        super().__init__()


def plain(layer):
    config = layer.get_config()
    config.pop("dtype", None)
    return config


def test_defaults_are_told_between_the_name_and_what_every_layer_says():
    told = list(plain(Splines(4, base="gelu", name="s")).items())
    assert told == [
        ("name", "s"),
        ("units", 4),
        ("size", 5),
        ("reach", (-1, 1)),
        ("base", "gelu"),
        ("trainable", True),
    ]
    assert list(Splines(4).get_config())[-1] == "dtype"


def test_what_is_given_by_names_of_its_own_is_told_in_turn():
    assert list(Options(width=3, depth=2).get_config()) == [
        "name",
        "width",
        "depth",
        "trainable",
        "dtype",
    ]


def test_a_layer_is_made_again_of_it():
    again = Splines.from_config(Splines(4, 7, name="s").get_config())
    assert plain(again) == plain(Splines(4, 7, name="s"))


@ours("Keras refuses to tell anything of a class with such a default")
def test_a_default_that_is_no_plain_value_is_left_out():
    assert Applied(3).get_config() == {"units": 3}
