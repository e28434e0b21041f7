"""Names of layers that a `call` makes: those of runs behind a trace do not count."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]
X, Y = np.ones((8, 2), "float32"), np.ones((8, 2), "float32")


class Making(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = keras.layers.Dense(2)

    def call(self, x):
        return keras.layers.ReLU()(self.inner(x))


def following():
    """The number of the next layer's name."""
    return int(keras.layers.ReLU().name.removeprefix("re_lu").removeprefix("_") or 0)


def test_in_a_network():
    keras.utils.clear_session()
    start = keras.Input((2,))
    end = Making()(start)
    assert following() == 2
    model = keras.Model(start, end)
    model(X)
    assert following() == 4
    model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=2, epochs=2, verbose=0)
    assert following() == 6
    model.predict(X, batch_size=2, verbose=0)
    assert following() == 8


def test_in_a_function():
    keras.utils.clear_session()
    function = tf.function(lambda x: keras.layers.ReLU()(x))
    for _ in range(3):
        function(tf.ones((2, 2)))
    assert following() == 1


def test_in_eager_code_all_count():
    keras.utils.clear_session()
    for _ in range(3):
        keras.layers.ReLU()(tf.ones(2))
    assert following() == 3
