"""Layers made with `autocast=False` take their inputs as they come."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


class Seen(layers.Layer):
    def call(self, inputs):
        self.seen = [part.dtype for part in tf.nest.flatten(inputs)]
        return inputs


class NeverCasts(Seen):
    def __init__(self, **options):
        super().__init__(autocast=False, **options)


@pytest.mark.parametrize("dtype", [None, "float16"])
@pytest.mark.parametrize("as_array", [False, True])
def test_a_tensor_keeps_its_dtype(dtype, as_array):
    wide = np.ones([1, 2]) if as_array else tf.ones([1, 2], "float64")
    layer = NeverCasts(dtype=dtype)
    layer(wide)
    assert layer.seen == [tf.float64]


def test_so_does_each_of_several():
    layer = NeverCasts()
    layer([tf.ones([1], "float64"), tf.ones([1], "float16")])
    assert layer.seen == [tf.float64, tf.float16]


def test_others_cast():
    layer = Seen()
    layer(tf.ones([1], "float64"))
    assert layer.seen == [tf.float32]
