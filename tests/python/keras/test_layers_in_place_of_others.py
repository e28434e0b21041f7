"""A layer that takes the attribute of another comes last, as in both Kerases."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


class _First(keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = keras.layers.Dense(2, name="inner")
        self.outer = keras.layers.Dense(3, name="outer")

    def call(self, x):
        return self.outer(self.inner(x))


class _Second(_First):
    def __init__(self):
        super().__init__()
        self.inner = keras.layers.Dense(5, name="wider")


@pytest.mark.filterwarnings("ignore:.*unbuilt state")  # the layer that was replaced, in Keras 3
@pytest.mark.parametrize(("made", "shapes"), [(_First, [2, 3]), (_Second, [3, 5])])
def test_a_layer_in_place_of_another_comes_last(made, shapes):
    model = made()
    model(np.ones((1, 4), "float32"))
    assert [weight.shape[-1] for weight in model.weights[::2]] == shapes
    assert [weight.shape[-1] for weight in model.get_weights()[::2]] == shapes
