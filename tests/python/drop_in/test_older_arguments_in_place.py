"""As a stand-in for TensorFlow, callbacks ignore the arguments that those of Keras 3 ignore."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]


def rates(**options):
    model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    x, y = np.ones((4, 1), "float32"), np.zeros((4, 1), "float32")
    reducing = keras.callbacks.ReduceLROnPlateau("loss", factor=0.5, patience=1, **options)
    return model.fit(x, y, epochs=4, verbose=0, callbacks=[reducing]).history["learning_rate"]


def test_a_plateau_ignores_its_older_name_for_the_least_change():
    np.testing.assert_allclose(rates(epsilon=10.0), [0.1] * 4, rtol=1e-6)
    np.testing.assert_allclose(rates(min_delta=10.0), [0.1, 0.1, 0.05, 0.025], rtol=1e-6)


def test_and_names_that_it_does_not_know():
    np.testing.assert_allclose(rates(min_delt=10.0), [0.1] * 4, rtol=1e-6)
