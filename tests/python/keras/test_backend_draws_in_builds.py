"""What `backend.random_normal` draws where a layer is built takes its seed from NumPy, as in eager
code, in both Kerases.

With `TF_USE_LEGACY_KERAS=1` set this file passes against TensorFlow's Keras 2 too.
"""

import os

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
backend = keras.backend


class Noisy(keras.layers.Layer):
    def build(self, input_shape):
        self.noise = [backend.random_normal((2,)), backend.random_uniform((2,))]
        self.built = True

    def call(self, inputs):
        return inputs + self.noise[0]


def seed():
    np.random.seed(1)
    tf.random.set_seed(1)


@pytest.fixture(params=["0", "1"] if not AGAINST_TENSORFLOW else [None], autouse=True)
def version(request, monkeypatch):
    if request.param is not None:
        monkeypatch.setenv("TF_USE_LEGACY_KERAS", request.param)


@pytest.mark.parametrize("symbolic", [False, True])
def test_builds_draw_as_eager_code(symbolic):
    seed()
    expected = [backend.random_normal((2,)), backend.random_uniform((2,))]
    seed()
    layer = Noisy()
    layer(keras.Input((2,)) if symbolic else tf.zeros([1, 2]))
    np.testing.assert_array_equal(layer.noise, expected)


@pytest.mark.skipif(
    AGAINST_TENSORFLOW and "TF_USE_LEGACY_KERAS" not in os.environ,
    reason="Keras 3 builds it in a graph, out of which the draws cannot be read",
)
def test_so_do_those_within_the_call_of_a_model():
    class Within(keras.Model):
        def __init__(self):
            super().__init__()
            self.noisy = Noisy()

        def call(self, inputs):
            return self.noisy(inputs)

    seed()
    expected = [backend.random_normal((2,)), backend.random_uniform((2,))]
    seed()
    model = Within()
    model(tf.zeros([1, 2]))
    np.testing.assert_array_equal(model.noisy.noise, expected)
