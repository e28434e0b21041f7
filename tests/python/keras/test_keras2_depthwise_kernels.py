"""The kernel of depthwise convolutions is `depthwise_kernel` under `TF_USE_LEGACY_KERAS=1`.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

L = tf.keras.layers
LAYERS = [(L.DepthwiseConv2D, [2, 5, 5, 3]), (L.DepthwiseConv1D, [2, 5, 3])]
pytestmark = pytest.mark.keras_2


@pytest.mark.parametrize(("kind", "shape"), LAYERS)
def test_it_is_the_weight_and_there_is_no_kernel(kind, shape):
    layer = kind(2, depth_multiplier=2)
    outputs = layer(tf.ones(shape))
    assert layer.weights[0] is layer.depthwise_kernel
    assert layer.weights[0].name.endswith("/depthwise_kernel:0")
    assert not hasattr(layer, "kernel")
    sums = tf.reduce_sum(layer.depthwise_kernel, list(range(len(shape) - 2)))
    np.testing.assert_allclose(np.ravel(outputs[0])[:6], np.ravel(sums), rtol=1e-5)


@pytest.mark.parametrize(("kind", "shape"), LAYERS)
def test_it_is_trained_and_kept_in_files(kind, shape, tmp_path):
    model = tf.keras.Sequential([L.InputLayer(shape[1:]), kind(2), L.Flatten(), L.Dense(1)])
    model.compile("sgd", "mse")
    before = model.layers[0].depthwise_kernel.numpy()
    model.fit(tf.ones(shape), tf.ones([2, 1]), verbose=0)
    assert not np.array_equal(before, model.layers[0].depthwise_kernel)
    model.save(tmp_path / "model.keras")
    again = tf.keras.models.load_model(tmp_path / "model.keras")
    np.testing.assert_array_equal(
        again.layers[0].depthwise_kernel, model.layers[0].depthwise_kernel
    )
