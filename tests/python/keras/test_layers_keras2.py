"""Layers as programs of Keras 2 make, build and save them, where Keras 3 has another manner."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="Keras 3 has another manner")
keras, layers = tf.keras, tf.keras.layers
X = np.array([[1.0, 2.0]], np.float32)


def test_a_lambda_comes_back_from_an_h5_file_of_the_same_process(tmp_path):
    factor = 2.0
    model = keras.Sequential([keras.Input([2]), layers.Lambda(lambda x: np.float32(factor) * x)])
    model.save(tmp_path / "m.h5")
    np.testing.assert_array_equal(keras.models.load_model(tmp_path / "m.h5")(X), 2 * X)


def test_attention_is_built_by_its_older_name():
    layer = tf.keras.layers.MultiHeadAttention(2, 3)
    layer._build_from_signature(tf.TensorShape([None, 4, 5]), tf.zeros([1, 2, 6]))
    assert [tuple(w.shape) for w in layer.weights[:4:2]] == [(5, 2, 3), (6, 2, 3)]


def test_batches_are_normalized_in_parts():
    x = np.array([[1.0], [3.0], [10.0], [30.0]], np.float32)
    layer = tf.keras.layers.BatchNormalization(virtual_batch_size=2, epsilon=0.0, momentum=0.0)
    np.testing.assert_allclose(layer(x, training=True), [[-1.0], [-1.0], [1.0], [1.0]], rtol=1e-6)
    np.testing.assert_allclose(layer.moving_mean, [[[11.0]]])
    np.testing.assert_allclose(layer.moving_variance, [[[101.25]]])
    with pytest.raises(tf.errors.InvalidArgumentError):
        layer(x[:3], training=True)
    assert tf.keras.layers.BatchNormalization(fused=True).get_config()["axis"] == -1
