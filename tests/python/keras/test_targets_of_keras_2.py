"""Targets that are a vector beside outputs of rows, under `TF_USE_LEGACY_KERAS=1`: a column."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = np.array([[1.0], [2.0], [4.0]], np.float32)
Y = np.array([0.0, 1.0, 5.0])
MEAN = 1.0  # of (1, 1, 1)


class Own(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return (y_true - y_pred) ** 2


@pytest.mark.parametrize("loss", [Own, lambda: lambda y_true, y_pred: (y_true - y_pred) ** 2])
def test_losses_of_a_program_see_a_column(loss):
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)])
    model.compile(keras.optimizers.SGD(0.0), loss())
    np.testing.assert_allclose(model.evaluate(X, Y, verbose=0), MEAN)
    np.testing.assert_allclose(model.fit(X, Y, verbose=0).history["loss"], [MEAN])
    np.testing.assert_allclose(model.train_on_batch(X, Y), MEAN)
    batches = tf.data.Dataset.from_tensor_slices((X, Y)).batch(3)
    np.testing.assert_allclose(model.evaluate(batches, verbose=0), MEAN)
