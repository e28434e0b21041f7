"""Keras 2: what is open is filled up to a length, by a number that is computed from its size."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
X = np.random.default_rng(0).normal(size=(6, 5, 3)).astype("float32")


def _check(outputs_of, length):
    inputs = keras.Input((None, 3))
    outputs = outputs_of(inputs)
    assert outputs.shape[1] in (None, length)  # Keras leaves it open, though there is but one
    model = keras.Model(inputs, outputs)
    found = model.predict(X, verbose=0)
    assert found.shape == (6, length, 3)
    np.testing.assert_allclose(np.abs(found).sum(), np.abs(X).sum(), rtol=1e-5)


def test_pad_up_to_a_length():
    def filled(inputs):
        return tf.pad(inputs, [[0, 0], [0, 8 - tf.shape(inputs)[1]], [0, 0]])

    _check(filled, 8)


def test_zeros_up_to_a_length():
    def filled(inputs):
        count, size = tf.shape(inputs)[0], tf.shape(inputs)[1]
        return tf.concat([inputs, tf.zeros([count, 9 - size, 3])], 1)

    _check(filled, 9)
