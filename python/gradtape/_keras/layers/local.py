"""Convolutions whose filters differ from place to place, as Keras 2 has them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import _core
from ..arguments import Argument, Flag, argument
from ..base_layer.input_spec import InputSpec
from ..base_layer.inputs import as_floats
from ..base_layer.layer import Layer
from ..base_layer.options import Activation, Count, KernelAndBias, weight_of
from .spatial import DataFormat, Padding, Sizes


class Manner(Argument[int, int]):
    """1, 2 or 3: how the weights are kept.

    By places and windows, for all pairs of numbers of inputs and outputs, or in a row for those
    pairs that are connected.
    """


_ORDER = (
    *("filters", "kernel_size", "strides", "padding", "data_format", "activation", "use_bias"),
    *("kernel_initializer", "bias_initializer", "kernel_regularizer", "bias_regularizer"),
    *("activity_regularizer", "kernel_constraint", "bias_constraint", "implementation"),
)


class _LocallyConnected(Layer, KernelAndBias, first=_ORDER):
    """A filter for each place of the outputs."""

    _computes_narrow = True
    _axes = 2
    _paddings = ("valid", "same")
    filters: Count = argument()
    kernel_size: Sizes = argument()
    strides: Sizes = argument(default=1)
    padding: Padding = argument(default="valid")
    data_format: DataFormat = argument(default=None)
    activation: Activation = argument(default=None)
    use_bias: Flag = argument(default=True)
    implementation: Manner = argument(default=1)

    def _initialize(self) -> None:
        self.input_spec = InputSpec(ndim=self._axes + 2)
        if self.padding != "valid" and self.implementation == 1:
            raise ValueError(
                f"Invalid border mode for {type(self).__name__} (only 'valid' is supported if "
                f"implementation is 1): {self.padding}"
            )

    def build(self, input_shape: Any) -> None:
        sizes = input_shape.as_list()
        if self.data_format == "channels_first":
            sizes = [sizes[0], *sizes[2:], sizes[1]]
        if None in sizes[1:]:
            raise ValueError(f"All axes but the first have to be known. Found shape: {input_shape}")
        along = zip(sizes[1:-1], self.kernel_size, self.strides, strict=True)
        missing = 1 if self.padding == "same" else None
        places = [(n - (missing or window)) // stride + 1 for n, window, stride in along]
        if min(places) <= 0:
            raise ValueError(f"The kernel is larger than the input of shape {input_shape}.")
        width = math.prod(self.kernel_size) * sizes[-1]
        if self.implementation == 1:
            self.kernel = weight_of(self, "kernel", [math.prod(places), width, self.filters])
        else:
            self.kernel = self._connected_kernel(sizes, places)
        self.bias = weight_of(self, "bias", [*places, self.filters]) if self.use_bias else None
        self.built = True

    def _connected_kernel(self, sizes: list[Any], places: list[int]) -> Any:
        """The weights of the other two implementations, and what they connect."""
        kept = (sizes[1:-1], places, self.kernel_size, self.strides, self.padding)
        ends = [[*sizes[1:-1], sizes[-1]], [*places, self.filters]]
        if self.data_format == "channels_first":
            ends = [[channels, *others] for *others, channels in ends]
        mask = connections(*kept, self.data_format == "channels_first")
        self._output_sizes = ends[1]
        if self.implementation == 2:
            self.kernel_mask = _core.constant(mask, self._dtype)
            return weight_of(self, "kernel", ends[0] + ends[1])
        whole = np.broadcast_to(mask, ends[0] + ends[1]).astype(bool)
        self._matrix_sizes = [math.prod(ends[1]), math.prod(ends[0])]
        pairs = np.argwhere(whole.reshape(self._matrix_sizes[::-1]).T)
        self.kernel_idxs = _core.constant(pairs)
        return weight_of(self, "kernel", [len(pairs)])

    def _by_connections(self, inputs: Any) -> Any:
        """The inputs times the matrix of all weights, most of which are zeros."""
        flat = _core.reshape(inputs, [-1, math.prod(inputs.shape[1:])])
        if self.implementation == 2:
            matrix = _core.reshape(self.kernel * self.kernel_mask, [flat.shape[1], -1])
            product = _core.matmul(flat, matrix)
        else:
            kernel = _core.scatter_nd(self.kernel_idxs, self.kernel, self._matrix_sizes)
            product = _core.matmul(flat, kernel, transpose_b=True)
        return _core.reshape(product, [-1, *self._output_sizes])

    def call(self, inputs: Any) -> _core.Tensor:
        inputs = as_floats(inputs, self._input_dtype)
        first = self.data_format == "channels_first"
        bias: Any = self.bias
        if self.implementation == 1:
            outputs = self._by_windows(inputs)
        else:
            outputs = self._by_connections(inputs)
        if first and bias is not None:
            # Its numbers one after the other, wherever its axes are, as Keras takes them.
            bias = _core.reshape(bias, outputs.shape[1:])
        return self.activation(outputs if bias is None else outputs + bias)

    def _by_windows(self, inputs: Any) -> Any:
        """Each window of the inputs times the weights of its place."""
        if self.data_format == "channels_first":
            inputs = _core.transpose(inputs, [0, *range(2, self._axes + 2), 1])
        first = self.data_format == "channels_first"
        outputs = local_convolution(inputs, self.kernel, self.kernel_size, self.strides, first)
        if first:
            outputs = _core.transpose(outputs, [0, self._axes + 1, *range(1, self._axes + 1)])
        return outputs


class LocallyConnected1D(_LocallyConnected):
    """`filters` filters along sequences `[batch, length, channels]`, others at each place.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.LocallyConnected1D(4, 3)
    >>> layer(tf.ones([2, 8, 5])).shape, layer.kernel.shape
    (TensorShape([2, 6, 4]), TensorShape([6, 15, 4]))
    """

    _axes = 1


class LocallyConnected2D(_LocallyConnected):
    """The same over images `[batch, height, width, channels]`."""


def connections(
    sizes: Sequence[int],
    places: Sequence[int],
    kernel_size: Sequence[int],
    strides: Sequence[int],
    padding: str,
    channels_first: bool,
) -> Any:
    """1 where an output sees an input: `[*inputs, 1, *outputs, 1]`, or the ones before each.

    With padding "same" a window lies around its place, more of it before where its size is even.
    """
    axes = len(sizes)
    mask = np.ones([1] * (2 * axes))
    for axis, (size, count) in enumerate(zip(sizes, places, strict=True)):
        before = kernel_size[axis] // 2 if padding == "same" else 0
        start = np.arange(count) * strides[axis] - before
        at = np.arange(size)[:, None]
        along = [1] * (2 * axes)
        along[axis], along[axis + axes] = size, count
        mask = mask * ((at >= start) & (at < start + kernel_size[axis])).reshape(along)
    channel = [0, axes + 1] if channels_first else [axes, 2 * axes + 1]
    return np.expand_dims(mask, tuple(channel))


def local_convolution(
    inputs: Any,
    kernel: Any,
    kernel_size: tuple[int, ...],
    strides: tuple[int, ...],
    channels_first: bool = False,
) -> _core.Tensor:
    """Each window of the inputs times the kernel of its place; channels are last.

    `kernel` is `[places, elements of a window, filters]`; whether channels come first among the
    elements is the only thing that `channels_first` says.
    """
    shape = inputs.shape.as_list()
    parts, sizes = inputs, []
    for axis, (window, stride) in enumerate(zip(kernel_size, strides, strict=True)):
        count = (shape[axis + 1] - window) // stride + 1
        sizes.append(count)
        starts = _core.range(count) * stride
        places = _core.expand_dims(starts, 1) + _core.range(window)
        parts = _core.gather(parts, places, axis=1 + 2 * axis)
    axes = len(sizes)
    # [batch, places, window, places, window, channels] -> places, batch, windows and channels
    windows, channels = [*range(2, 2 * axes + 1, 2)], [2 * axes + 1]
    elements = channels + windows if channels_first else windows + channels
    order = [*range(1, 2 * axes, 2), 0, *elements]
    flat = _core.reshape(_core.transpose(parts, order), [math.prod(sizes), -1, kernel.shape[1]])
    outputs = _core.reshape(_core.matmul(flat, kernel), [*sizes, -1, kernel.shape[-1]])
    return _core.transpose(outputs, [axes, *range(axes), axes + 1])
