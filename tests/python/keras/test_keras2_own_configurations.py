"""A `get_config` of a model's own begins with nothing under `TF_USE_LEGACY_KERAS=1`, so that
`from_config` makes the model of its own arguments alone.

With that variable set this file passes against TensorFlow too.
"""

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2


class Own(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.dense = keras.layers.Dense(units)

    def call(self, x):
        return self.dense(x)

    def get_config(self):
        config = super().get_config()
        config.update(units=self.units)
        return config


class Plain(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def call(self, x):
        return x


@pytest.mark.parametrize("kind", [Own, Plain])
def test_a_model_is_made_again_of_its_own_arguments(kind):
    config = kind(3).get_config()
    assert config == {"units": 3}
    assert kind.from_config(config).units == 3


def test_layers_begin_with_what_all_layers_have():
    class Layer(keras.layers.Layer):
        def get_config(self):
            return {**super().get_config(), "units": 1}

    assert sorted(Layer().get_config()) == ["dtype", "name", "trainable", "units"]
