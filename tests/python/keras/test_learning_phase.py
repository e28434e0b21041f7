"""Keras 2's learning phase is the mode of layers that are called without `training`."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
K, layers = keras.backend, keras.layers
pytestmark = [
    pytest.mark.keras_2,
    pytest.mark.filterwarnings("ignore:.*set_learning_phase.*is deprecated"),
]
ONES = np.ones([1, 4], "float32")


@pytest.fixture(autouse=True)
def afterwards():
    yield
    K.clear_session()


def dropping():
    inputs = keras.Input((4,))
    return keras.Model(inputs, layers.Dropout(0.9999999)(inputs))


def test_layers_and_models_are_in_it():
    layer, model = layers.Dropout(0.9999999), dropping()
    K.set_learning_phase(1)
    assert not np.any(layer(ONES))
    assert not np.any(model(ONES))
    normal = layers.BatchNormalization()(tf.constant([[1.0], [3.0]]))
    np.testing.assert_allclose(np.ravel(normal), [-1, 1], atol=1e-3)
    K.set_learning_phase(0)
    np.testing.assert_array_equal(layer(ONES), ONES)


def test_what_is_told_goes_first():
    layer, model = layers.Dropout(0.9999999), dropping()
    K.set_learning_phase(1)
    np.testing.assert_array_equal(layer(ONES, training=False), ONES)
    np.testing.assert_array_equal(model(ONES, training=False), ONES)
    np.testing.assert_array_equal(model.predict(ONES, verbose=0), ONES)
    model.compile("sgd", "mse")
    assert model.evaluate(ONES, ONES, verbose=0) == 0.0


def test_a_session_ends_it():
    K.set_learning_phase(1)
    K.clear_session()
    np.testing.assert_array_equal(layers.Dropout(0.9999999)(ONES), ONES)
