"""Separable convolutions of sequences with Keras 2's causal padding."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2


def test_separable_convolutions_may_look_back_only():
    layer = tf.keras.layers.SeparableConv1D(3, 3, padding="causal", dilation_rate=2)
    x = np.random.RandomState(0).rand(1, 7, 4).astype("float32")
    y = layer(x).numpy()
    assert y.shape == (1, 7, 3)
    x[0, 5:] = 0.0
    np.testing.assert_allclose(layer(x).numpy()[0, :5], y[0, :5], rtol=1e-5)
