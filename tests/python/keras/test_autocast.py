"""Layers and models of a program's own under a mixed policy: they compute in the narrow dtype."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf


@pytest.fixture(autouse=True, params=["mixed_bfloat16", "mixed_float16"])
def narrow(request):
    precision = tf.keras.mixed_precision
    precision.set_global_policy(request.param)
    yield tf.as_dtype(request.param.removeprefix("mixed_"))
    precision.set_global_policy("float32" if AGAINST_TENSORFLOW else None)


class Scaled(tf.keras.layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.add_weight(shape=(2,), initializer="ones")

    def call(self, inputs):
        self.seen = inputs.dtype
        return tf.tensordot(inputs, self.scale, 1), tf.cast(self.scale, tf.float32)


class Summed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)
        self.weight = self.add_weight(shape=(3, 2), initializer="ones")

    def call(self, inputs):
        return self.dense(inputs) + tf.matmul(inputs, self.weight)


def test_inputs_and_weights_are_narrow_in_a_call(narrow):
    layer = Scaled()
    y, wide = layer(tf.ones([1, 2]))
    assert layer.seen == y.dtype == narrow
    assert wide.dtype == tf.float32  # what a layer casts stays so
    assert tf.as_dtype(layer.scale.dtype) == tf.float32


def test_a_model_computes_with_its_layers(narrow):
    model = Summed()
    with tf.GradientTape() as tape:
        y = model(tf.ones([1, 3]))
        loss = tf.reduce_sum(tf.cast(y, tf.float32))
    assert y.dtype == narrow
    gradient = tape.gradient(loss, model.trainable_variables)[-1]
    assert gradient.dtype == tf.float32
    assert np.asarray(gradient).tolist() == np.ones(np.shape(gradient)).tolist()


def test_a_layer_of_full_precision_stays_so(narrow):
    layer = Scaled(dtype="float32")
    y, _ = layer(tf.ones([1, 2], narrow))
    assert layer.seen == y.dtype == tf.float32


def test_a_layer_may_ask_for_its_inputs_as_they_are(narrow):
    class Looking(tf.keras.layers.Layer):
        def call(self, inputs):
            self.seen = inputs.dtype
            return inputs

    layer = Looking(autocast=False)
    layer(tf.ones([1, 2]))
    assert layer.seen == tf.float32


def test_weights_are_wide_outside_of_calls():
    layer = Scaled()
    layer(tf.ones([1, 2]))
    assert (layer.scale * 1.0).dtype == tf.float32
    assert tf.convert_to_tensor(layer.scale).dtype == tf.float32
