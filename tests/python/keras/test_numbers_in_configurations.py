"""What `serialize` tells has Python's numbers where a configuration had NumPy's."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


class Scaled(keras.layers.Layer):
    def get_config(self):
        more = {
            "rate": np.float32(0.5),
            "sizes": [np.int64(3), (np.int32(2), 1)],
            "is_on": {"a": np.True_},
        }
        return {**super().get_config(), **more}


@pytest.mark.parametrize(
    "serialize", [keras.layers.serialize, keras.utils.serialize_keras_object], ids=["layer", "any"]
)
def test_of_a_layer(serialize):
    config = serialize(Scaled())["config"]
    assert type(config["rate"]) is float
    assert config["rate"] == 0.5
    assert repr(config["sizes"][0]) == "3"
    assert config["is_on"]["a"] is True


def test_of_an_optimizer():
    rate = keras.optimizers.serialize(keras.optimizers.Adam(0.01))["config"]["learning_rate"]
    assert type(rate) is float
    assert rate == float(np.float32(0.01))
