"""The count of a normalization layer is a weight that Keras 3 leaves at 0; Keras 2 counts in it."""

import numpy as np
from library import AGAINST_TENSORFLOW, tf


def test_the_count_is_left_at_zero():
    layer = tf.keras.layers.Normalization()
    layer.adapt(np.ones((6, 2), "float32"))
    assert [np.sum(weight) for weight in layer.get_weights()] == [2, 0, 0]


def test_keras_2_counts(monkeypatch):
    if AGAINST_TENSORFLOW:
        return
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    layer = tf.keras.layers.Normalization()
    layer.adapt(np.ones((6, 2), "float32"))
    assert [np.sum(weight) for weight in layer.get_weights()] == [2, 0, 6]
