"""Normalizations of `tf_keras`, which libraries use beside Keras 3, tell their axes as a list once
they are built; those of the program's Keras 3 as they were given."""

import importlib

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


@pytest.mark.parametrize("kind", ["BatchNormalization", "LayerNormalization"])
@pytest.mark.parametrize("axis", [-1, 1])
def test_axes_are_a_list(kind, axis):
    layers = pytest.importorskip("tf_keras").layers
    layer = getattr(layers, kind)(axis=axis)
    assert isinstance(layer, getattr(layers, kind))
    assert layer.axis == axis
    layer.build((None, 3, 2))
    assert list(layer.axis) == [axis % 3]


@pytest.mark.keras_3
@pytest.mark.parametrize(
    ("kind", "expected"), [("BatchNormalization", -1), ("LayerNormalization", [-1])]
)
def test_keras_3_keeps_the_axis(kind, expected):
    layer = getattr(tf.keras.layers, kind)()
    layer.build((None, 3, 2))
    assert layer.axis == expected
    assert layer.get_config()["axis"] == expected


def test_it_computes_the_same():
    keras = importlib.import_module("tf_keras")
    x = np.random.default_rng(0).normal(size=(4, 3)).astype("float32")
    one, other = keras.layers.BatchNormalization(), tf.keras.layers.BatchNormalization()
    np.testing.assert_allclose(one(x, training=True), other(x, training=True), rtol=1e-5)
    np.testing.assert_allclose(one.moving_mean, other.moving_mean, rtol=1e-5)
    assert one.get_config()["name"].startswith("batch_normalization")
