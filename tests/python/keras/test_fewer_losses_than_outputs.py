"""A list with fewer losses than outputs is for the first of them."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_3


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_other_outputs_have_no_loss():
    entry = keras.Input([2])
    ones = [keras.layers.Dense(1, kernel_initializer="ones")(entry) for _ in range(2)]
    model = keras.Model(entry, ones)
    model.compile(keras.optimizers.SGD(0.25), loss=["mse"])
    x, y = np.ones([2, 2], "float32"), np.ones([2, 1], "float32")
    assert model.fit(x, [y, y], verbose=0).history == {"loss": [1.0]}
    kernels = [np.array(layer.kernel).ravel().tolist() for layer in model.layers[1:]]
    assert kernels == [[0.5, 0.5], [1.0, 1.0]]
