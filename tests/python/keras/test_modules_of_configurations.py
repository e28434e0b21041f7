"""Configurations name the public module of a class."""

import pytest
from library import tf

keras = tf.keras
PARTS = {
    "initializers": [
        "GlorotUniform",
        "HeNormal",
        "LecunUniform",
        "VarianceScaling",
        "RandomNormal",
    ],
    "regularizers": ["L1", "L2", "L1L2"],
    "constraints": ["NonNeg", "MaxNorm", "UnitNorm"],
}


@pytest.mark.parametrize("module", PARTS)
def test_parts_of_layers_have_the_module_that_users_import(module):
    serialize = getattr(keras, module).serialize
    for name in PARTS[module]:
        told = serialize(getattr(getattr(keras, module), name)())
        assert (told["module"], told["class_name"]) == (f"keras.{module}", name)


def test_what_a_layer_tells():
    config = keras.layers.Dense(2, kernel_initializer="he_normal").get_config()
    assert config["kernel_initializer"]["module"] == "keras.initializers"
    schedule = keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
    told = keras.optimizers.SGD(schedule).get_config()["learning_rate"]
    assert told["module"] == "keras.optimizers.schedules"
