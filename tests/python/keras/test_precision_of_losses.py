"""Losses answer in their own dtype, whatever that of the outputs is."""

import numpy as np
import pytest
from library import tf

TARGETS = np.eye(3)[[2, 0]]
OUTPUTS = np.array([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])


@pytest.mark.parametrize("name", ["MeanSquaredError", "CategoricalCrossentropy", "Huber", "Hinge"])
@pytest.mark.parametrize("reduction", ["sum", "none"])
def test_arrays_of_doubles_have_losses_of_floatx(name, reduction):
    loss = getattr(tf.keras.losses, name)(reduction=reduction)
    assert loss(TARGETS, OUTPUTS).dtype == tf.float32
    assert loss(TARGETS, tf.constant(OUTPUTS)).dtype == tf.float32
    assert loss(TARGETS, OUTPUTS, sample_weight=np.array([1.0, 2.0])).dtype == tf.float32


def test_half_precision_is_widened():
    loss = tf.keras.losses.MeanAbsoluteError()
    assert loss(TARGETS, tf.constant(OUTPUTS, tf.float16)).dtype == tf.float32


def test_a_loss_has_the_dtype_that_it_is_made_with():
    loss = tf.keras.losses.MeanSquaredError(dtype="float64")
    assert loss(TARGETS, OUTPUTS).dtype == tf.float64
    assert loss(TARGETS, OUTPUTS.astype("float32")).dtype == tf.float64


def test_functions_keep_the_dtype_of_the_outputs():
    assert tf.keras.losses.MSE(TARGETS, OUTPUTS).dtype == tf.float64


def test_a_loss_of_ones_own_gets_outputs_in_its_dtype():
    class Own(tf.keras.losses.Loss):
        def call(self, y_true, y_pred):
            return tf.reduce_mean(tf.cast(y_true, y_pred.dtype) - y_pred, -1)

    assert Own()(TARGETS, OUTPUTS).dtype == tf.float32
    assert Own(dtype="float64")(TARGETS, OUTPUTS).dtype == tf.float64


def test_floatx_is_the_dtype_when_the_loss_is_made():
    tf.keras.backend.set_floatx("float64")
    try:
        assert tf.keras.losses.MeanSquaredError()(TARGETS, OUTPUTS).dtype == tf.float64
    finally:
        tf.keras.backend.set_floatx("float32")
