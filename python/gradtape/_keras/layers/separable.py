"""SeparableConv2D: a convolution in two steps, along the image and across its channels."""

from __future__ import annotations

from typing import Any

from ... import _core
from .convolution import _Filtering
from .spatial import positive


class SeparableConv2D(_Filtering):
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

    _kinds = ("depthwise", "pointwise", "bias")
    _keys = ("filters", "depth_multiplier")

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = 1,
        depth_multiplier: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = "glorot_uniform",
        pointwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer: Any = None,
        pointwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
        pointwise_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        options = locals()
        super().__init__(
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation,
            use_bias,
            options,
            activity_regularizer=activity_regularizer,
            **kwargs,
        )
        self.filters = positive("filters", filters)
        self.depth_multiplier = positive("depth_multiplier", depth_multiplier)

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        shape = [*self.kernel_size, channels, self.depth_multiplier]
        self.depthwise_kernel = self._add("depthwise", "depthwise_kernel", shape)
        shape = [1, 1, channels * self.depth_multiplier, self.filters]
        self.pointwise_kernel = self._add("pointwise", "pointwise_kernel", shape)
        self._add_bias(self.filters)

    def call(self, inputs: Any) -> Any:
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


SeparableConvolution2D = SeparableConv2D
