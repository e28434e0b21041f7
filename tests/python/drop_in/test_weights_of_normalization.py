"""In TensorFlow's place `Normalization` goes on as it was when a program sets its weights, as in
Keras 3, where only `adapt` and files of weights make it normalize with them."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
X = np.array([[1.0, 10.0], [3.0, 30.0]], "float32")


def _model():
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Normalization()])


def test_a_target_network_does_not_normalize():
    model = _model()
    model.layers[-1].adapt(X)
    for target in _model(), tf.keras.models.clone_model(model):
        target.set_weights(model.get_weights())
        np.testing.assert_allclose(target.layers[-1].adapt_mean, [2.0, 20.0])
        np.testing.assert_array_equal(target(X), X)
        target.layers[-1].finalize_state()
        np.testing.assert_allclose(target(X), model(X))
