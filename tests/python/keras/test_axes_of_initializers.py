"""Initializers that count what a weight connects can be told which axes are inputs and outputs."""

import numpy as np
import pytest
from library import ours, tf

initializers = tf.keras.initializers
SCALED = ["GlorotUniform", "GlorotNormal", "HeUniform", "HeNormal", "LecunUniform", "LecunNormal"]


@pytest.mark.parametrize("name", [*SCALED, "VarianceScaling"])
def test_axes_say_what_is_counted(name):
    cls = getattr(initializers, name)
    flat = np.asarray(cls(seed=1)((3, 20))).ravel()
    deep = np.asarray(cls(seed=1, input_axes=[0], output_axes=[1, 2])((3, 4, 5))).ravel()
    np.testing.assert_allclose(deep, flat, rtol=1e-6)
    half = np.asarray(cls(seed=1, input_axes=[0])((3, 4, 5)))
    np.testing.assert_array_equal(half, np.asarray(cls(seed=1)((3, 4, 5))))


@pytest.mark.parametrize("name", SCALED)
def test_configurations_tell_axes(name):
    cls = getattr(initializers, name)
    assert list(cls().get_config().items()) == [
        ("seed", None),
        ("input_axes", None),
        ("output_axes", None),
    ]
    config = cls(2, [0], [1]).get_config()
    assert config == {"seed": 2, "input_axes": [0], "output_axes": [1]}
    assert cls.from_config(config).get_config() == config


def test_the_seed_comes_first():
    for made in (initializers.RandomNormal(), initializers.Orthogonal()):
        assert next(iter(made.get_config())) == "seed"


@ours("Keras 2 by the environment")
def test_keras_2_has_no_axes(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    assert initializers.GlorotUniform().get_config() == {"seed": None}
    assert list(initializers.RandomNormal().get_config()) == ["mean", "stddev", "seed"]
