"""Losses of Keras 2 have no dtype: they answer in that of the outputs, and add up in the widest."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
TARGETS = np.eye(3)[[2, 0]]
OUTPUTS = np.array([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])


@pytest.mark.parametrize(
    "name", ["MeanSquaredError", "CategoricalCrossentropy", "Hinge", "Poisson"]
)
@pytest.mark.parametrize("reduction", ["auto", "sum", "none"])
def test_a_loss_has_the_dtype_of_the_outputs(name, reduction):
    loss = getattr(keras.losses, name)(reduction=reduction)
    assert loss(TARGETS, OUTPUTS).dtype == tf.float64
    assert loss(TARGETS, tf.constant(OUTPUTS)).dtype == tf.float64
    assert loss(TARGETS, tf.constant(OUTPUTS, tf.float16)).dtype == tf.float16
    assert loss(tf.constant(TARGETS, tf.float32), tf.constant(OUTPUTS)).dtype == tf.float64
    weights = tf.constant([1.0, 2.0])
    assert loss(TARGETS, tf.constant(OUTPUTS), sample_weight=weights).dtype == tf.float64


def test_digits_of_float64_are_kept():
    error = 1e-10
    loss = keras.losses.MeanAbsoluteError()(
        [[1.0, 2.0]], tf.constant([[1.0 + error, 2.0]], tf.float64)
    )
    np.testing.assert_allclose(loss, error / 2, rtol=1e-5)


def test_huber_is_computed_in_floatx():
    loss = keras.losses.Huber()
    assert loss(TARGETS, OUTPUTS).dtype == tf.float32
    assert loss(TARGETS, tf.constant(OUTPUTS, tf.float16)).dtype == tf.float32
    value = loss(np.array([[0.1, 0.2]]), tf.constant([[0.0, 0.0]], tf.float16))
    np.testing.assert_allclose(value, (0.1**2 + 0.2**2) / 4, rtol=1e-3)


def test_a_loss_of_ones_own_gets_the_outputs_as_they_are():
    class Own(keras.losses.Loss):
        def call(self, y_true, y_pred):
            return tf.reduce_mean(y_true - y_pred, -1)

    assert Own()(tf.constant(TARGETS), tf.constant(OUTPUTS)).dtype == tf.float64


@pytest.mark.parametrize("loss", ["mse", "huber"])
def test_losses_of_several_precisions_are_added_in_the_widest(loss):
    inputs = keras.Input([3], dtype="float64")
    wide = keras.layers.Dense(
        2, dtype="float64", kernel_initializer="ones", kernel_regularizer=keras.regularizers.L2(0.5)
    )(inputs)
    narrow = keras.layers.Dense(1, kernel_initializer="ones")(inputs)
    model = keras.Model(inputs, [wide, narrow])
    model.compile(keras.optimizers.SGD(0.0), loss)
    total, first, second = model.evaluate(OUTPUTS, [TARGETS[:, :2], TARGETS[:, 2:]], verbose=0)
    np.testing.assert_allclose(total, first + second + 0.5 * 6, rtol=1e-6)
    history = model.fit(OUTPUTS, [TARGETS[:, :2], TARGETS[:, 2:]], verbose=0).history
    np.testing.assert_allclose(history["loss"], total, rtol=1e-6)
