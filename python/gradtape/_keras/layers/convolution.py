"""Convolutions: filters that are weights, moved over sequences, images or volumes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Flag, argument
from ..assignable import also_called
from ..base_layer.input_spec import InputSpec
from ..base_layer.layer import Layer
from ..base_layer.options import (
    WITHOUT_ADAPTERS,
    Activation,
    Constraint,
    Count,
    Filters,
    Initializer,
    KernelAndBias,
    LayerOptions,
    Regularizer,
    one_is_added,
    weight_of,
)
from ..kinship import Kinship, counts_as
from .inside_convolutions import InsideConvolutions
from .spatial import (
    FORMATS,
    DataFormat,
    Padding,
    Sizes,
    channel_axis,
    check_size,
    sizes,
    spatial_axes,
)


class Filtering(InsideConvolutions, Layer):
    """What all convolutions have: a window, weights with their options, a bias, an activation."""

    _computes_narrow = _takes_any_batch = True
    _without_effect_if_none = WITHOUT_ADAPTERS[:2]
    _axes = 2
    _paddings: tuple[str, ...] = ("valid", "same")
    # What those take too that have kernels of other names, or no groups.
    _without_effect_in_keras_2 = (
        *(f"kernel_{part}" for part in ("initializer", "regularizer", "constraint")),
        "groups",
    )

    kernel_size: Sizes
    strides: Sizes
    padding: Padding
    data_format: DataFormat
    dilation_rate: Sizes
    activation: Activation
    use_bias: Flag

    def _initialize(self) -> None:
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                "`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: "
                f"strides={self.strides} and dilation_rate={self.dilation_rate}"
            )
        self.input_spec = InputSpec(min_ndim=self._axes + 2)

    def _channels(self, input_shape: _core.TensorShape) -> int:
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
        self.bias = weight_of(self, "bias", [size]) if self.use_bias else None
        self._adds = one_is_added(size)
        self.built = True

    def _cast(self, inputs: _core.Tensor) -> _core.Tensor:
        return (
            inputs if inputs.dtype == self._input_dtype else _core.cast(inputs, self._input_dtype)
        )

    def _finished(self, outputs: Any) -> _core.Tensor:
        if self.bias is not None:
            if self._adds:
                outputs = outputs + self.bias
            else:
                outputs = _core.bias_add(outputs, self.bias, self._format)
        return self.activation(outputs)


class _Convolution(Filtering, KernelAndBias):
    """A convolution in any number of dimensions, and its arguments."""

    _kernel = also_called("kernel")
    filters: Filters = argument()
    kernel_size: Sizes = argument()
    strides: Sizes = argument(default=1)
    padding: Padding = argument(default="valid")
    data_format: DataFormat = argument(default=None)
    dilation_rate: Sizes = argument(default=1)
    groups: Count = argument(default=1)
    activation: Activation = argument(default=None)
    use_bias: Flag = argument(default=True)

    def _initialize(self) -> None:
        super()._initialize()
        if self.filters is not None and self.filters % self.groups:
            raise ValueError(
                "The number of filters must be evenly divisible by the number of groups. "
                f"Received: groups={self.groups}, filters={self.filters}."
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
        check_size(self, input_shape, shape)
        self.kernel = weight_of(self, "kernel", shape)
        self._add_bias(self.filters)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        return self._finished(self.convolution_op(self._cast(inputs), self.kernel))

    def convolution_op(self, inputs: Any, kernel: Any) -> Any:
        """Move a kernel over inputs, without bias and activation; a subclass may do it otherwise.

        >>> import gradtape as tf
        >>> layer = tf.keras.layers.Conv2D(1, 2, strides=2)
        >>> layer.convolution_op(tf.ones([1, 4, 4, 3]), tf.ones([2, 2, 3, 5])).shape
        TensorShape([1, 2, 2, 5])
        """
        return _core.convolution(
            inputs, kernel, self.strides, self._side_padding(), self._format, self.dilation_rate
        )

    def _jit_compiled_convolution_op(self, inputs: Any, kernel: Any) -> Any:
        """The same, which Keras 2 compiles for grouped channels."""
        return self.convolution_op(inputs, kernel)

    def _side_padding(self) -> Any:
        return self.padding.upper()


class Conv1D(_Convolution, metaclass=Kinship):
    """`filters` filters of `kernel_size` places moved over `[batch, length, channels]`.

    With `padding="causal"` no output sees an input that comes after it. Everything else as in
    `Conv2D`.

    >>> import gradtape as tf
    >>> tf.keras.layers.Conv1D(8, 3, padding="causal")(tf.ones([2, 10, 4])).shape
    TensorShape([2, 10, 8])
    """

    _axes = 1
    _paddings = ("valid", "same", "causal")

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        if self.padding == "causal":
            inputs = _core.pad(inputs, self._compute_causal_padding(inputs))
        return super().call(inputs)

    def _side_padding(self) -> Any:
        return "VALID" if self.padding == "causal" else super()._side_padding()


class Conv2D(_Convolution, metaclass=Kinship):
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


class Conv3D(_Convolution, metaclass=Kinship):
    """`filters` filters moved over volumes `[batch, depth, height, width, channels]`."""

    _axes = 3


class _DepthwiseAndBias(LayerOptions, kw_only=True):
    """The options of a kernel for each channel, and of a bias."""

    depthwise_initializer: Initializer = argument(default="glorot_uniform")
    bias_initializer: Initializer = argument(default="zeros")
    depthwise_regularizer: Regularizer = argument(default=None)
    bias_regularizer: Regularizer = argument(default=None)
    activity_regularizer: Regularizer = argument(default=None)
    depthwise_constraint: Constraint = argument(default=None)
    bias_constraint: Constraint = argument(default=None)


class _Depthwise(Filtering, _DepthwiseAndBias):
    """A convolution of each channel on its own. Its kernel is `depthwise_kernel` in Keras 2."""

    _kernel_name = "kernel"
    kernel_size: Sizes = argument()
    strides: Sizes = argument(default=1)
    padding: Padding = argument(default="valid")
    depth_multiplier: Count = argument(default=1)
    data_format: DataFormat = argument(default=None)
    dilation_rate: Sizes = argument(default=1)
    activation: Activation = argument(default=None)
    use_bias: Flag = argument(default=True)

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        shape = [*self.kernel_size, channels, self.depth_multiplier]
        if is_keras_2_asked_for():
            self._kernel_name = "depthwise_kernel"
        else:
            check_size(self, input_shape, shape)
        kernel = weight_of(self, "depthwise", shape, self._kernel_name)
        setattr(self, self._kernel_name, kernel)
        self._add_bias(channels * self.depth_multiplier)

    @property
    def _kernel(self) -> Any:
        return getattr(self, self._kernel_name)


class DepthwiseConv2D(_Depthwise):
    """Each channel of images with `depth_multiplier` filters of its own.

    The kernel is `[height, width, channels, depth_multiplier]`. Everything else as in `Conv2D`.

    >>> import gradtape as tf
    >>> tf.keras.layers.DepthwiseConv2D(3, depth_multiplier=2)(tf.ones([2, 8, 8, 3])).shape
    TensorShape([2, 6, 6, 6])
    """

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        inputs, padding = self._cast(inputs), self.padding.upper()
        outputs = _core.depthwise_conv2d(
            inputs, self._kernel, self.strides, padding, self._format, self.dilation_rate
        )
        return self._finished(outputs)


class DepthwiseConv1D(_Depthwise):
    """Each channel of sequences with `depth_multiplier` filters of its own.

    The kernel is `[length, channels, depth_multiplier]`.

    >>> import gradtape as tf
    >>> tf.keras.layers.DepthwiseConv1D(3, depth_multiplier=2)(tf.ones([2, 8, 3])).shape
    TensorShape([2, 6, 6])
    """

    _axes = 1

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        kernel = self._kernel[None]
        return self._finished(as_images(self, inputs, _core.depthwise_conv2d, kernel))


def as_images(
    layer: Filtering, inputs: _core.Tensor, function: Callable[..., Any], *kernels: Any
) -> _core.Tensor:
    """What a function of images makes of sequences: they are images of the height 1."""
    inputs = layer._cast(inputs)
    height = spatial_axes(layer.data_format, 1)[0]
    strides = layer.strides * 2  # those along both axes have to be equal
    outputs = function(
        _core.expand_dims(inputs, height),
        *kernels,
        strides,
        "VALID" if layer.padding == "causal" else layer.padding.upper(),
        FORMATS[layer.data_format][1],
        (1, *layer.dilation_rate),
    )
    return _core.squeeze(outputs, height)


class OutputPadding(Argument[int | Sequence[int] | None, tuple[int, ...] | None]):
    """How much longer the output is than it must be, along each spatial axis; None leaves it."""

    def convert(self, owner: Any, value: int | Sequence[int] | None) -> tuple[int, ...] | None:
        return None if value is None else sizes(self.name, value, owner._axes, least=0)


class _Transposed(Filtering, KernelAndBias):
    """A transposed convolution in any number of dimensions, and its arguments."""

    filters: Filters = argument()
    kernel_size: Sizes = argument()
    strides: Sizes = argument(default=1)
    padding: Padding = argument(default="valid")
    output_padding: OutputPadding = argument(default=None)
    data_format: DataFormat = argument(default=None)
    dilation_rate: Sizes = argument(default=1)
    activation: Activation = argument(default=None)
    use_bias: Flag = argument(default=True)

    def build(self, input_shape: Any) -> None:
        shape = [*self.kernel_size, self.filters, self._channels(input_shape)]
        self.kernel = weight_of(self, "kernel", shape)
        self._add_bias(self.filters)

    def _initialize(self) -> None:
        super()._initialize()
        more = zip(self.output_padding or (), self.strides, strict=False)
        if any(padding >= stride for padding, stride in more):
            raise ValueError(
                "`output_padding` must be strictly less than `strides`. Received: "
                f"output_padding={self.output_padding}, strides={self.strides}"
            )

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
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


@counts_as(Conv1D, only_in_2=True)
class Conv1DTranspose(_Transposed):
    """The transpose of `Conv1D`: from short sequences to long ones."""

    _axes = 1


@counts_as(Conv2D, only_in_2=True)
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


@counts_as(Conv3D, only_in_2=True)
class Conv3DTranspose(_Transposed):
    """The transpose of `Conv3D`."""

    _axes = 3


Convolution1D, Convolution2D, Convolution3D = Conv1D, Conv2D, Conv3D
Convolution1DTranspose, Convolution2DTranspose = Conv1DTranspose, Conv2DTranspose
Convolution3DTranspose = Conv3DTranspose
