"""Keras 2: what `tf.concat` makes of one symbolic tensor alone."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2


def test_one_tensor_is_joined_to_nothing():
    keras.backend.clear_session()
    inputs = keras.Input((3,))
    outputs = tf.concat([tf.concat([inputs], axis=-1), inputs], axis=1)
    model = keras.Model(inputs, [outputs, tf.concat([outputs], -1)])
    names = [layer.name for layer in model.layers[1:]]
    assert names == ["tf.identity", "tf.concat", "tf.identity_1"]
    assert model.get_config()["layers"][1]["inbound_nodes"][0][3] == {"name": "concat"}
    again = keras.Model.from_config(model.get_config())
    x = np.ones((2, 3), "float32")
    for one, other in zip(model(x), again(x), strict=True):
        np.testing.assert_array_equal(one, other)
        assert one.shape == (2, 6)


def test_a_tensor_with_values_joins():
    inputs = keras.Input((3,))
    model = keras.Model(inputs, tf.concat([tf.ones((1, 3)), inputs], 0))
    assert [layer.name.partition("_")[0] for layer in model.layers[1:]] == ["tf.concat"]
