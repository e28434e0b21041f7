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


class Reads(tf.keras.layers.Layer):
    """Reads its weight in every way there is, and remembers the dtypes."""

    def __init__(self):
        super().__init__()
        self.table = self.add_weight(name="table", shape=(4, 2), initializer="ones")

    def call(self, inputs):
        read = [self.table[:2], self.table[0], self.table[..., tf.newaxis]]
        if not AGAINST_TENSORFLOW:  # a Keras 3 variable has no such method
            read.append(self.table.read_value())
        if hasattr(self.table.value, "dtype"):
            read.append(self.table.value)
        self.seen = {tf.as_dtype(one.dtype) for one in read}
        return inputs + read[0]


@pytest.mark.parametrize("is_symbolic", [False, True])
def test_parts_of_weights_are_narrow_too(narrow, is_symbolic):
    layer = Reads()
    y = layer(tf.keras.Input((2,), batch_size=2) if is_symbolic else tf.ones([2, 2]))
    assert tf.as_dtype(y.dtype) == narrow
    assert layer.seen == {narrow}
    assert tf.as_dtype(layer.table[0].dtype) == tf.float32
    layer.table.assign(layer.table * 2.0)
    np.testing.assert_array_equal(layer.get_weights()[0], np.full([4, 2], 2.0, "float32"))


def test_a_weight_tells_the_dtype_in_which_it_is_read():
    class Own(tf.keras.layers.Layer):
        def build(self, shape):
            self.w = self.add_weight(name="w", shape=(3, 2), initializer="ones")
            self.built = True

        def call(self, x):
            self.told = tf.as_dtype(self.w.dtype)
            self.w.assign(self.w * 2.0)
            return tf.matmul(tf.cast(x, self.w.dtype), self.w)

    layer = Own()
    y = layer(np.ones([1, 3], "float32"))
    assert layer.told == y.dtype == tf.as_dtype(layer.compute_dtype)
    assert tf.as_dtype(layer.w.dtype) == tf.float32
    assert np.all(tf.cast(y, tf.float32) == 6.0)
