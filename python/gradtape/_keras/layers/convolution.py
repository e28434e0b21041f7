"""Convolutions: filters that are weights, moved over sequences, images or volumes."""

from __future__ import annotations

from typing import Any

from ... import _core
from .. import activations, constraints, initializers, regularizers
from ..base_layer.input_spec import InputSpec
from ..base_layer.layer import Layer
from .spatial import FORMATS, channel_axis, format_name, padding_name, positive, sizes, spatial_axes


class _Filtering(Layer):
    """What all of these have: a window, weights with their options, a bias and an activation."""

    _axes = 2
    _paddings: tuple[str, ...] = ("valid", "same")
    # The weights' names in options, and what `get_config` adds to them.
    _kinds: tuple[str, ...] = ("kernel", "bias")
    _keys: tuple[str, ...] = ()

    def __init__(
        self,
        kernel_size: Any,
        strides: Any,
        padding: str,
        data_format: str | None,
        dilation_rate: Any,
        activation: Any,
        use_bias: bool,
        options: dict[str, Any],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.kernel_size = sizes("kernel_size", kernel_size, self._axes)
        self.strides = sizes("strides", strides, self._axes)
        self.padding = padding_name(padding, self._paddings)
        self.data_format = format_name(data_format)
        self.dilation_rate = sizes("dilation_rate", dilation_rate, self._axes)
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                "`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: "
                f"strides={self.strides} and dilation_rate={self.dilation_rate}"
            )
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        for kind in self._kinds:
            for part, registry in _PARTS.items():
                setattr(self, f"{kind}_{part}", registry.get(options[f"{kind}_{part}"]))
        self.input_spec = InputSpec(min_ndim=self._axes + 2)

    def _add(self, kind: str, name: str, shape: Any) -> Any:
        initializer, regularizer, constraint = (getattr(self, f"{kind}_{p}") for p in _PARTS)
        return self.add_weight(
            name, shape, initializer=initializer, regularizer=regularizer, constraint=constraint
        )

    def _channels(self, input_shape: Any) -> int:
        """The channels of inputs of this shape, to which the layer is held from now on."""
        axis = channel_axis(self.data_format)
        channels = input_shape[axis]
        if channels is None:
            raise ValueError(
                "The channel dimension of the inputs should be defined. The input_shape received "
                f"is {input_shape}, where axis {axis} (0-based) is the channel dimension, which "
                "found to be `None`."
            )
        self.input_spec = InputSpec(min_ndim=self._axes + 2, axes={axis: channels})
        return int(channels)

    def _add_bias(self, size: int) -> None:
        self.bias = self._add("bias", "bias", [size]) if self.use_bias else None
        self.built = True

    def _cast(self, inputs: Any) -> Any:
        return inputs if inputs.dtype == self._dtype else _core.cast(inputs, self._dtype)

    def _finished(self, outputs: Any) -> Any:
        if self.bias is not None:
            outputs = _core.bias_add(outputs, self.bias, self._format)
        return self.activation(outputs)

    @property
    def _format(self) -> str:
        return FORMATS[self.data_format][self._axes - 1]

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        keys = ("kernel_size", "strides", "padding", "data_format", "dilation_rate", "use_bias")
        config.update({key: getattr(self, key) for key in (*keys, *self._keys)})
        config["activation"] = activations.serialize(self.activation)
        names = [f"{kind}_{part}" for kind in self._kinds for part in _PARTS]
        for key in (*names, "activity_regularizer"):
            config[key] = initializers.serialize(getattr(self, key))
        return config


_PARTS = {"initializer": initializers, "regularizer": regularizers, "constraint": constraints}


class _Convolution(_Filtering):
    """A convolution in any number of dimensions, and its arguments."""

    _keys: tuple[str, ...] = ("filters", "groups")

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = 1,
        groups: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
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
        self.filters, self.groups = positive("filters", filters), positive("groups", groups)
        if self.filters % self.groups:
            raise ValueError(
                "The number of filters must be evenly divisible by the number of groups. "
                f"Received: groups={groups}, filters={filters}."
            )

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        if channels % self.groups:
            raise ValueError(
                "The number of input channels must be evenly divisible by the number of groups. "
                f"Received groups={self.groups}, but the input has {channels} channels (full "
                f"input shape is {input_shape})."
            )
        shape = [*self.kernel_size, channels // self.groups, self.filters]
        self._check_output(input_shape, shape)
        self.kernel = self._add("kernel", "kernel", shape)
        self._add_bias(self.filters)

    def _check_output(self, input_shape: Any, kernel_shape: list[int]) -> None:
        if self.padding != "valid":
            return
        axes = spatial_axes(self.data_format, self._axes)
        known = zip(axes, self.kernel_size, self.dilation_rate, strict=True)
        if any(
            input_shape[axis] is not None and input_shape[axis] < (size - 1) * rate + 1
            for axis, size, rate in known
        ):
            raise ValueError(
                "Computed output size would be zero or negative. Received "
                f"`inputs shape={tuple(input_shape.as_list())}`, "
                f"`kernel shape={tuple(kernel_shape)}`, `dilation_rate={self.dilation_rate}`, "
                f"`strides={self.strides}`, `padding={self.padding}`."
            )

    def call(self, inputs: Any) -> Any:
        inputs, padding = self._cast(inputs), self.padding.upper()
        outputs = _core.convolution(
            inputs, self.kernel, self.strides, padding, self._format, self.dilation_rate
        )
        return self._finished(outputs)


class Conv1D(_Convolution):
    """`filters` filters of `kernel_size` places moved over `[batch, length, channels]`.

    With `padding="causal"` no output sees an input that comes after it. Everything else as in
    `Conv2D`.

    >>> import gradtape as tf
    >>> tf.keras.layers.Conv1D(8, 3, padding="causal")(tf.ones([2, 10, 4])).shape
    TensorShape([2, 10, 8])
    """

    _axes = 1
    _paddings = ("valid", "same", "causal")

    def call(self, inputs: Any) -> Any:
        if self.padding != "causal":
            return super().call(inputs)
        before = (self.kernel_size[0] - 1) * self.dilation_rate[0]
        length = spatial_axes(self.data_format, 1)[0]
        padding = [[before if axis == length else 0, 0] for axis in range(3)]
        inputs = self._cast(inputs)
        outputs = _core.convolution(
            inputs, self.kernel, self.strides, padding, self._format, self.dilation_rate
        )
        return self._finished(outputs)


class Conv2D(_Convolution):
    """`filters` filters of `kernel_size` moved over images `[batch, height, width, channels]`.

    `padding` is "valid" or "same"; with `groups`, groups of channels have filters to themselves.
    The variables are `<layer>/kernel:0`, `[height, width, channels / groups, filters]`, and
    `<layer>/bias:0`. Integer inputs are cast to the dtype of the layer. `ValueError` for sizes that
    are not positive, strides together with dilations, numbers that groups do not divide, and
    kernels larger than the image.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Conv2D(4, 3, activation="relu")
    >>> layer(tf.ones([2, 28, 28, 1])).shape
    TensorShape([2, 26, 26, 4])
    """


class Conv3D(_Convolution):
    """`filters` filters moved over volumes `[batch, depth, height, width, channels]`."""

    _axes = 3


class DepthwiseConv2D(_Filtering):
    """Each channel of images with `depth_multiplier` filters of its own.

    The kernel is `[height, width, channels, depth_multiplier]`. Everything else as in `Conv2D`.

    >>> import gradtape as tf
    >>> tf.keras.layers.DepthwiseConv2D(3, depth_multiplier=2)(tf.ones([2, 8, 8, 3])).shape
    TensorShape([2, 6, 6, 6])
    """

    _kinds = ("depthwise", "bias")
    _keys = ("depth_multiplier",)

    def __init__(
        self,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        depth_multiplier: int = 1,
        data_format: str | None = None,
        dilation_rate: Any = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
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
        self.depth_multiplier = positive("depth_multiplier", depth_multiplier)

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        shape = [*self.kernel_size, channels, self.depth_multiplier]
        self.kernel = self._add("depthwise", "kernel", shape)
        self._add_bias(channels * self.depth_multiplier)

    def call(self, inputs: Any) -> Any:
        inputs, padding = self._cast(inputs), self.padding.upper()
        outputs = _core.depthwise_conv2d(
            inputs, self.kernel, self.strides, padding, self._format, self.dilation_rate
        )
        return self._finished(outputs)


class _Transposed(_Filtering):
    """A transposed convolution in any number of dimensions, and its arguments."""

    _keys: tuple[str, ...] = ("filters", "output_padding")

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        output_padding: Any = None,
        data_format: str | None = None,
        dilation_rate: Any = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
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
        self.output_padding = None
        if output_padding is not None:
            self.output_padding = sizes("output_padding", output_padding, self._axes, least=0)

    def build(self, input_shape: Any) -> None:
        shape = [*self.kernel_size, self.filters, self._channels(input_shape)]
        self.kernel = self._add("kernel", "kernel", shape)
        self._add_bias(self.filters)

    def call(self, inputs: Any) -> Any:
        inputs, shape = self._cast(inputs), inputs.shape.as_list()
        for i, axis in enumerate(spatial_axes(self.data_format, self._axes)):
            shape[axis] = self._length(shape[axis], i)
        shape[channel_axis(self.data_format)] = self.filters
        outputs = _core.conv_transpose(
            inputs,
            self.kernel,
            shape,
            self.strides,
            self.padding.upper(),
            self._format,
            self.dilation_rate,
        )
        return self._finished(outputs)

    def _length(self, size: int, i: int) -> int:
        """The length of the output along spatial axis `i`."""
        stride, span = self.strides[i], (self.kernel_size[i] - 1) * self.dilation_rate[i] + 1
        if self.output_padding is None:
            return size * stride + (max(span - stride, 0) if self.padding == "valid" else 0)
        cut = 0 if self.padding == "valid" else 2 * (span // 2)
        return (size - 1) * stride + span - cut + self.output_padding[i]


class Conv1DTranspose(_Transposed):
    """The transpose of `Conv1D`: from short sequences to long ones."""

    _axes = 1


class Conv2DTranspose(_Transposed):
    """The transpose of `Conv2D`: each pixel adds a multiple of a filter to the output.

    The output is `strides` times as large as the input, and larger with "valid" padding;
    `output_padding` settles which of several sizes it has. The kernel is `[height, width, filters,
    channels]`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Conv2DTranspose(4, 3, strides=2, padding="same")
    >>> layer(tf.ones([2, 7, 7, 8])).shape
    TensorShape([2, 14, 14, 4])
    """


class Conv3DTranspose(_Transposed):
    """The transpose of `Conv3D`."""

    _axes = 3


Convolution1D, Convolution2D, Convolution3D = Conv1D, Conv2D, Conv3D
