"""Convolutions of sequences, images and volumes `[batch, ..., channels]`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..promotion import alike
from .calling import operation
from .formats import is_first, lengths, mode, spatial_rank, turned, turned_back

if TYPE_CHECKING:
    from ..._typing import TensorLike

Sizes = int | Sequence[int]


@operation
def conv(
    inputs: TensorLike, kernel: TensorLike, strides: Sizes = 1, padding: str = "valid",
    data_format: str | None = None, dilation_rate: Sizes = 1,
) -> _core.Tensor:  # fmt: skip
    """The convolution with `kernel`, `[..., channels, filters]`; `padding` is "valid" or "same".

    Kernels of fewer channels are for groups of them. Errors: `ValueError` for an empty result.

    >>> x = tf.constant([[[1.0], [2.0], [4.0]]])
    >>> tf.keras.ops.conv(x, [[[10.0]], [[1.0]]]).numpy().ravel().tolist()
    [12.0, 24.0]
    """
    x, filters = alike(inputs, kernel)
    count, first = spatial_rank(x), is_first(data_format)
    found = _core.convolution(
        turned(x, first),
        filters,
        lengths(strides, count, "strides"),
        mode(padding),
        dilations=lengths(dilation_rate, count, "dilation_rate"),
    )
    if found.shape.num_elements() == 0 and x.shape.num_elements():
        raise ValueError(
            f"The convolution resulted in an empty output of shape {found.shape}: the input is too "
            "small for the kernel, the strides and the dilation rate."
        )
    return turned_back(found, first)


def _as_images(
    function: Any, x: _core.Tensor, kernels: list[Any], strides: Sizes, padding: str,
    data_format: str | None, dilation_rate: Sizes,
) -> _core.Tensor:  # fmt: skip
    """A convolution of each channel by itself, of images; sequences are images of the height 1."""
    count, first = spatial_rank(x), is_first(data_format)
    if count > 2:
        raise ValueError(f"Inputs must have 3 or 4 axes. Received: shape={x.shape}")
    steps, rates = (
        lengths(strides, count, "strides"),
        lengths(dilation_rate, count, "dilation_rate"),
    )
    x = turned(x, first)
    if count == 1:
        x, kernels = x[:, None], [kernel[None] for kernel in kernels]
        steps, rates = steps * 2, [1, *rates]
    if max(steps) > 1 and max(rates) > 1:
        spans = [
            (k - 1) * r + 1 for k, r in zip(kernels[0].shape.as_list()[:2], rates, strict=True)
        ]
        if count == 1:
            steps = [1, steps[1]]
        x = _padded(x, spans, steps) if mode(padding) == "SAME" else x
        found = function(x, *kernels, [1, 1, 1, 1], "VALID", dilations=rates)
        found = found[:, :: steps[0], :: steps[1]]
    else:
        found = function(x, *kernels, [1, *steps, 1], mode(padding), dilations=rates)
    return turned_back(found[:, 0] if count == 1 else found, first)


def _padded(x: _core.Tensor, spans: list[int], steps: list[int]) -> _core.Tensor:
    """Zeros around images, so that windows of these lengths fit as "same" has them."""
    widths = []
    for size, span, step in zip(x.shape.as_list()[1:3], spans, steps, strict=True):
        more = max((-(-size // step) - 1) * step + span - size, 0)
        widths.append([more // 2, more - more // 2])
    return _core.pad(x, [[0, 0], *widths, [0, 0]])


@operation
def depthwise_conv(
    inputs: TensorLike, kernel: TensorLike, strides: Sizes = 1, padding: str = "valid",
    data_format: str | None = None, dilation_rate: Sizes = 1,
) -> _core.Tensor:  # fmt: skip
    """Each channel with filters of its own: `kernel` is `[..., channels, multiplier]`.

    >>> tf.keras.ops.depthwise_conv([[[1.0, 2.0]]], [[[3.0], [4.0]]]).numpy().ravel().tolist()
    [3.0, 8.0]
    """
    x, filters = alike(inputs, kernel)
    return _as_images(
        _core.depthwise_conv2d, x, [filters], strides, padding, data_format, dilation_rate
    )


@operation
def separable_conv(
    inputs: TensorLike, depthwise_kernel: TensorLike, pointwise_kernel: TensorLike,
    strides: Sizes = 1, padding: str = "valid", data_format: str | None = None,
    dilation_rate: Sizes = 1,
) -> _core.Tensor:  # fmt: skip
    """`depthwise_conv`, then a convolution of width 1 that mixes the channels.

    >>> depthwise, pointwise = [[[3.0], [4.0]]], [[[1.0], [10.0]]]
    >>> tf.keras.ops.separable_conv([[[1.0, 2.0]]], depthwise, pointwise).numpy().ravel().tolist()
    [83.0]
    """
    x, *kernels = alike(inputs, depthwise_kernel, pointwise_kernel)
    return _as_images(
        _core.separable_conv2d, x, kernels, strides, padding, data_format, dilation_rate
    )


@operation
def conv_transpose(
    inputs: TensorLike, kernel: TensorLike, strides: Sizes = 1, padding: str = "valid",
    output_padding: Sizes | None = None, data_format: str | None = None, dilation_rate: Sizes = 1,
) -> _core.Tensor:  # fmt: skip
    """The transpose of a convolution; `kernel` is `[..., filters, channels]`.

    >>> x = tf.constant([[[1.0], [2.0]]])
    >>> tf.keras.ops.conv_transpose(x, [[[1.0]], [[10.0]]], 2).numpy().ravel().tolist()
    [1.0, 10.0, 2.0, 20.0]
    """
    x, filters = alike(inputs, kernel)
    count, first, how = spatial_rank(x), is_first(data_format), mode(padding)
    steps, rates = (
        lengths(strides, count, "strides"),
        lengths(dilation_rate, count, "dilation_rate"),
    )
    if filters.shape.rank != x.shape.rank:
        raise ValueError(f"A kernel of shape {filters.shape} is not for inputs of {x.shape}.")
    more = None if output_padding is None else lengths(output_padding, count, "output_padding", 0)
    x = turned(x, first)
    sizes = []
    for i, size in enumerate(x.shape.as_list()[1:-1]):
        span = (filters.shape[i] - 1) * rates[i] + 1
        if more is not None:
            sizes.append((size - 1) * steps[i] + more[i] + (span if how == "VALID" else span % 2))
        else:
            sizes.append(size * steps[i] + (max(span - steps[i], 0) if how == "VALID" else 0))
    shape = [x.shape[0], *sizes, filters.shape[-2]]
    found = _core.conv_transpose(x, filters, shape, steps, how, dilations=rates)
    return turned_back(found, first)
