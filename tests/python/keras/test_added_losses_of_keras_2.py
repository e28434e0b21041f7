"""Losses that layers add, where they are all that there is, under `TF_USE_LEGACY_KERAS=1`."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = np.linspace(-1.0, 1.0, 24).reshape(8, 3).astype("float32")
SQUARES = {
    "one": lambda x: tf.reduce_mean(x**2),
    "rows": lambda x: tf.reduce_mean(x**2, axis=1),
    "column": lambda x: tf.reduce_mean(x**2, axis=1, keepdims=True),
}


def fitted(square):
    class Adds(keras.layers.Layer):
        def call(self, inputs):
            self.add_loss(square(inputs))
            return inputs

    inputs = keras.Input([3])
    outputs = Adds()(keras.layers.Dense(2, kernel_initializer="ones", use_bias=False)(inputs))
    model = keras.Model(inputs, outputs)
    model.compile("sgd")
    history = model.fit(X, None, batch_size=3, verbose=0, shuffle=False).history
    return history["loss"][0], model.get_weights()[0].sum()


@pytest.mark.parametrize("kind", ["rows", "column"])
def test_the_mean_is_reported_and_the_sum_is_trained(kind):
    loss, weights = fitted(SQUARES[kind])
    np.testing.assert_allclose(loss, 3.067079, rtol=1e-5)
    np.testing.assert_allclose(weights, 5.497678, rtol=1e-5)


def test_each_batch_counts_once():
    loss, weights = fitted(SQUARES["one"])
    np.testing.assert_allclose(loss, 3.423084, rtol=1e-5)
    np.testing.assert_allclose(weights, 5.792692, rtol=1e-5)
