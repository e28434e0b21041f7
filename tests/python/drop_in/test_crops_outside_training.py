"""`RandomCrop` of Keras 3.15 outside training, which leaves images as they are."""

import numpy as np
import pytest
from library import tf

X = np.arange(96, dtype="f").reshape(2, 4, 4, 3)


@pytest.mark.keras_3
def test_images_stay_as_they_are(in_tensorflows_place):
    layer = tf.keras.layers.RandomCrop(2, 2)
    np.testing.assert_array_equal(layer(X, training=False), X)
    assert layer(X, training=True).shape == (2, 2, 2, 3)


@pytest.mark.keras_2
def test_the_middle_is_cut(in_tensorflows_place):
    assert tf.keras.layers.RandomCrop(2, 2)(X, training=False).shape == (2, 2, 2, 3)
