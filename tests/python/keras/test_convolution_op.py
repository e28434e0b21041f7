"""`convolution_op`, the part of a convolution that programs override or call."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
IMAGES = np.random.RandomState(0).rand(2, 6, 6, 3).astype("float32")


def _standard(kernel):
    mean, variance = tf.nn.moments(kernel, axes=[0, 1, 2], keepdims=True)
    return (kernel - mean) / tf.sqrt(variance + 1e-10)


class Overriding(layers.Conv2D):
    def convolution_op(self, inputs, kernel):
        return super().convolution_op(inputs, _standard(kernel))


class Calling(layers.Conv2D):
    def call(self, inputs):
        outputs = self.convolution_op(inputs, _standard(self.kernel)) + self.bias
        return self.activation(outputs)


@pytest.mark.parametrize("kind", [Overriding, Calling])
def test_kernels_are_standardized(kind):
    layer = kind(4, 3, padding="same", activation="relu", bias_initializer="ones")
    outputs = layer(IMAGES)
    expected = tf.nn.relu(tf.nn.conv2d(IMAGES, _standard(layer.kernel), 1, "SAME") + 1.0)
    np.testing.assert_allclose(outputs, expected, rtol=1e-5, atol=1e-6)


def test_what_a_subclass_defines_is_trained():
    tf.keras.utils.set_random_seed(0)
    model = tf.keras.Sequential([Overriding(2, 3), layers.Flatten(), layers.Dense(1)])
    model.compile("sgd", "mse")
    losses = model.fit(IMAGES, np.ones([2, 1]), epochs=5, verbose=0).history["loss"]
    assert losses[-1] < losses[0]


@pytest.mark.parametrize(
    ("kind", "shape", "options"),
    [
        (layers.Conv1D, (2, 8, 2), {}),
        (layers.Conv1D, (2, 8, 2), {"padding": "same", "strides": 2}),
        (layers.Conv2D, (2, 5, 5, 4), {"groups": 2}),
        (layers.Conv3D, (1, 4, 4, 4, 2), {"strides": 2}),
    ],
)
def test_without_a_bias_the_layer_is_its_operation(kind, shape, options):
    layer = kind(4, 2, use_bias=False, **options)
    inputs = np.random.RandomState(1).rand(*shape).astype("float32")
    outputs = layer(inputs)
    np.testing.assert_allclose(layer.convolution_op(inputs, layer.kernel), outputs, rtol=1e-6)
    assert layer.rank == len(shape) - 2


def _causal():
    layer = layers.Conv1D(4, 2, padding="causal", dilation_rate=2, use_bias=False)
    return layer, layer(np.ones([1, 8, 2], "float32"))


@pytest.mark.keras_2
def test_the_layer_pads_before_a_causal_operation():
    layer, outputs = _causal()
    assert outputs.shape == (1, 8, 4)
    again = layer.convolution_op(np.ones([1, 8, 2], "float32"), layer.kernel)
    np.testing.assert_allclose(again, outputs[:, 2:], rtol=1e-6)


@pytest.mark.keras_2
def test_names_that_copies_of_call_use():
    layer, _ = _causal()
    padding = layer._compute_causal_padding(tf.zeros([1, 8, 2]))
    assert (layer._is_causal, layer._channels_first) == (True, False)
    assert (layer._get_padding_op(), layer._get_channel_axis()) == ("VALID", -1)
    assert padding == [[0, 0], [2, 0], [0, 0]]
    assert layers.Conv2D(1, 1, data_format="channels_first")._tf_data_format == "NCHW"
    assert layers.Conv2D(1, 1, data_format="channels_first")._get_channel_axis() == -3


@pytest.mark.parametrize("kind", ["Conv2DTranspose", "SeparableConv2D", "DepthwiseConv2D"])
@pytest.mark.keras_2
def test_other_convolutions_tell_their_rank_too(kind):
    arguments = (3,) if kind == "DepthwiseConv2D" else (4, 3)
    layer = getattr(layers, kind)(*arguments)
    assert (layer.rank, layer._tf_data_format) == (2, "NHWC")
