"""SeparableConv2D: a convolution in two steps, along the image and across its channels."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Flag, argument
from ..base_layer.options import (
    Activation,
    Constraint,
    Count,
    Filters,
    Initializer,
    LayerOptions,
    Regularizer,
    weight_of,
)
from .convolution import Filtering, as_images
from .spatial import DataFormat, Padding, Sizes, check_size


class _TwoKernelsAndBias(LayerOptions, kw_only=True):
    """The options of the kernels of both steps, and of a bias."""

    depthwise_initializer: Initializer = argument(default="glorot_uniform")
    pointwise_initializer: Initializer = argument(default="glorot_uniform")
    bias_initializer: Initializer = argument(default="zeros")
    depthwise_regularizer: Regularizer = argument(default=None)
    pointwise_regularizer: Regularizer = argument(default=None)
    bias_regularizer: Regularizer = argument(default=None)
    activity_regularizer: Regularizer = argument(default=None)
    depthwise_constraint: Constraint = argument(default=None)
    pointwise_constraint: Constraint = argument(default=None)
    bias_constraint: Constraint = argument(default=None)


class _Separable(Filtering, _TwoKernelsAndBias):
    """A convolution of each channel on its own, then a mixture of channels."""

    filters: Filters = argument()
    kernel_size: Sizes = argument()
    strides: Sizes = argument(default=1)
    padding: Padding = argument(default="valid")
    data_format: DataFormat = argument(default=None)
    dilation_rate: Sizes = argument(default=1)
    depth_multiplier: Count = argument(default=1)
    activation: Activation = argument(default=None)
    use_bias: Flag = argument(default=True)

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        shape = [*self.kernel_size, channels, self.depth_multiplier]
        if not is_keras_2_asked_for():
            check_size(self, input_shape, shape)
        self.depthwise_kernel = weight_of(self, "depthwise", shape, "depthwise_kernel")
        shape = [*([1] * self._axes), channels * self.depth_multiplier, self.filters]
        self.pointwise_kernel = weight_of(self, "pointwise", shape, "pointwise_kernel")
        self._add_bias(self.filters)


class SeparableConv2D(_Separable):
    """Each channel of images with `depth_multiplier` filters of its own, then mixed at each place.

    The variables are `depthwise_kernel`, `[height, width, channels, depth_multiplier]`,
    `pointwise_kernel`, `[1, 1, channels * depth_multiplier, filters]`, and `bias`. The activation
    is applied to the sum at the end. Everything else as in `Conv2D`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.SeparableConv2D(4, 3, depth_multiplier=2)
    >>> layer(tf.ones([2, 8, 8, 3])).shape
    TensorShape([2, 6, 6, 4])
    >>> [list(w.shape) for w in layer.weights]
    [[3, 3, 3, 2], [1, 1, 6, 4], [4]]
    """

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        outputs = _core.separable_conv2d(
            self._cast(inputs),
            self.depthwise_kernel,
            self.pointwise_kernel,
            self.strides,
            self.padding.upper(),
            self._format,
            self.dilation_rate,
        )
        return self._finished(outputs)


class SeparableConv1D(_Separable):
    """`SeparableConv2D` for sequences `[batch, length, channels]`.

    With `padding="causal"`, which is Keras 2's, no output sees an input that comes after it.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.SeparableConv1D(4, 3, depth_multiplier=2)
    >>> layer(tf.ones([2, 8, 3])).shape, [list(w.shape) for w in layer.weights]
    (TensorShape([2, 6, 4]), [[3, 3, 2], [1, 6, 4], [4]])
    """

    _axes = 1
    _paddings = ("valid", "same", "causal")

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        if self.padding == "causal":
            inputs = _core.pad(inputs, self._compute_causal_padding(inputs))
        kernels = self.depthwise_kernel[None], self.pointwise_kernel[None]
        return self._finished(as_images(self, inputs, _core.separable_conv2d, *kernels))


SeparableConvolution1D, SeparableConvolution2D = SeparableConv1D, SeparableConv2D
