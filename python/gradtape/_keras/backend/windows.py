"""Convolutions, pooling and biases under the names of Keras 2's backend.

`data_format` says where the channels are, by default where `image_data_format` has them; `padding`
is in small letters. Invariant: what is computed has its channels last, and is turned around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..ops.formats import is_first, mode, turned, turned_back

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..._typing import TensorLike

_POOLS = ("max", "avg")


def bias_add(x: TensorLike, bias: TensorLike, data_format: str | None = None) -> _core.Tensor:
    """`bias` added to the channels; it may also have as many axes as `x` has besides the batch.

    Such a bias is read, row by row, in the shape that has its last axis first, as in Keras, where
    the channels come first.

    >>> import gradtape as tf
    >>> bias = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> tf.keras.backend.bias_add(tf.zeros([1, 2, 3]), bias, "channels_first")[0].numpy().tolist()
    [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    """
    first = is_first(data_format)
    value, bias = _core.convert_to_tensor(x), _core.convert_to_tensor(bias)
    rank, whole = bias.shape.rank, value.shape.rank - 1
    if rank == 1:
        return _core.bias_add(value, bias, "NCHW" if first else "NHWC")
    if rank != whole:
        raise ValueError(f"Unexpected bias dimensions {rank}, expect to be 1 or {whole} dimensions")
    sizes = bias.shape.as_list()
    return value + _core.reshape(bias, [1, sizes[-1], *sizes[:-1]] if first else [1, *sizes])


def conv1d(
    x: TensorLike,
    kernel: TensorLike,
    strides: int = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int = 1,
) -> _core.Tensor:
    """A convolution over sequences `[batch, length, channels]`; "causal" looks back only."""

    def run(value: _core.Tensor) -> _core.Tensor:
        how = padding
        if how == "causal":
            reach = dilation_rate * (_core.convert_to_tensor(kernel).shape[0] - 1)
            value, how = _core.pad(value, [[0, 0], [reach, 0], [0, 0]]), "valid"
        return _core.conv1d(value, kernel, strides, mode(how), dilations=dilation_rate)

    return _last(run, x, data_format)


def conv2d(
    x: TensorLike,
    kernel: TensorLike,
    strides: int | Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = (1, 1),
) -> _core.Tensor:
    """A convolution over images `[batch, height, width, channels]`."""
    how = mode(padding)
    return _last(
        lambda value: _core.conv2d(value, kernel, strides, how, dilations=dilation_rate),
        x,
        data_format,
    )


def conv3d(
    x: TensorLike,
    kernel: TensorLike,
    strides: int | Sequence[int] = (1, 1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = (1, 1, 1),
) -> _core.Tensor:
    """A convolution over volumes `[batch, depth, height, width, channels]`."""
    how = mode(padding)
    return _last(
        lambda value: _core.convolution(value, kernel, strides, how, dilations=dilation_rate),
        x,
        data_format,
    )


def conv2d_transpose(
    x: TensorLike,
    kernel: TensorLike,
    output_shape: Any,
    strides: int | Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = (1, 1),
) -> _core.Tensor:
    """The gradient of `conv2d` with respect to its input, as an operation."""
    how, shape = mode(padding), list(output_shape)
    if is_first(data_format):
        shape = [shape[0], *shape[2:], shape[1]]

    def run(value: _core.Tensor) -> _core.Tensor:
        sizes = [value.shape[0] if shape[0] is None else shape[0], *shape[1:]]
        return _core.conv2d_transpose(value, kernel, sizes, strides, how, dilations=dilation_rate)

    return _last(run, x, data_format)


def depthwise_conv2d(
    x: TensorLike,
    depthwise_kernel: TensorLike,
    strides: int | Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = (1, 1),
) -> _core.Tensor:
    """A convolution of each channel by itself."""
    steps, rates, how = _steps(strides), _rates(dilation_rate), mode(padding)
    return _last(
        lambda value: _core.depthwise_conv2d(value, depthwise_kernel, steps, how, dilations=rates),
        x,
        data_format,
    )


def separable_conv2d(
    x: TensorLike,
    depthwise_kernel: TensorLike,
    pointwise_kernel: TensorLike,
    strides: int | Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = (1, 1),
) -> _core.Tensor:
    """A convolution of each channel by itself, then one of 1x1 that mixes them."""
    kernels = depthwise_kernel, pointwise_kernel
    steps, rates, how = _steps(strides), _rates(dilation_rate), mode(padding)
    return _last(
        lambda value: _core.separable_conv2d(value, *kernels, steps, how, dilations=rates),
        x,
        data_format,
    )


def pool2d(
    x: TensorLike,
    pool_size: Any,
    strides: int | Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    pool_mode: str = "max",
) -> _core.Tensor:
    """The largest ("max") or the mean ("avg") of windows of images."""
    if pool_mode not in _POOLS:
        raise ValueError(f"Invalid pooling mode: {pool_mode}; expected one of {_POOLS}")
    how = mode(padding)
    return _last(
        lambda value: _core.pool(value, pool_size, pool_mode.upper(), strides, how), x, data_format
    )


def pool3d(
    x: TensorLike,
    pool_size: Any,
    strides: int | Sequence[int] = (1, 1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    pool_mode: str = "max",
) -> _core.Tensor:
    """`pool2d` of volumes."""
    return pool2d(x, pool_size, strides, padding, data_format, pool_mode)


def _last(
    run: Callable[[_core.Tensor], _core.Tensor], x: TensorLike, data_format: str | None
) -> _core.Tensor:
    """`run` of `x` with its channels last, turned back."""
    first = is_first(data_format)
    return turned_back(run(turned(_core.convert_to_tensor(x), first)), first)


def _steps(strides: int | Sequence[int]) -> list[int]:
    return [1, *_core.entries(strides, "strides"), 1]


def _rates(dilation_rate: int | Sequence[int]) -> list[int]:
    return _core.entries(dilation_rate, "dilation_rate")
