"""In TensorFlow's place layers of a functional model have the mode of its call, as in Keras 3."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
ONES = np.ones((2, 4), "float32")


def _model(mode):
    inputs = tf.keras.Input((4,))
    return tf.keras.Model(inputs, tf.keras.layers.Dropout(0.99, seed=1)(inputs, training=mode))


@pytest.mark.parametrize("mode", [True, False])
def test_a_call_with_a_mode_decides(mode):
    model = _model(mode)
    np.testing.assert_array_equal(model(ONES, training=False), ONES)
    np.testing.assert_array_equal(model.predict(ONES, verbose=0), ONES)
    assert np.sum(model(ONES, training=True) != ONES)


@pytest.mark.parametrize("mode", [True, False])
def test_without_one_the_layer_keeps_its_own(mode):
    assert np.any(_model(mode)(ONES) != ONES) == mode


def test_a_model_within_has_the_mode_of_the_outer_one():
    inner_inputs = tf.keras.Input((4,))
    norm = tf.keras.layers.BatchNormalization(momentum=0.5)
    inner = tf.keras.Model(inner_inputs, norm(inner_inputs))
    inputs = tf.keras.Input((4,))
    model = tf.keras.Model(inputs, inner(inputs, training=False))
    model(ONES, training=True)
    np.testing.assert_allclose(norm.moving_mean, [0.5] * 4)
    model(ONES)
    np.testing.assert_allclose(norm.moving_mean, [0.5] * 4)


def test_a_call_of_a_class_is_what_it_says():
    class Frozen(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.drop = tf.keras.layers.Dropout(0.99, seed=1)

        def call(self, x):
            return self.drop(x, training=True)

    assert np.any(Frozen().predict(ONES, verbose=0) != ONES)
