"""Blocks of images as rows, and back: windows, and pixels moved into channels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ... import _core
from ..promotion import tensor
from .calling import operation
from .formats import is_first, lengths, turned, turned_back

if TYPE_CHECKING:
    from ..._typing import Array, TensorLike

Sizes = int | Sequence[int]


def _places(
    size: list[int], kernel: list[int], rates: list[int], steps: list[int]
) -> tuple[Array, Array, list[int]]:
    """Which rows and columns each place of a window has at each of its positions."""
    counts = [
        (n - rate * (k - 1) - 1) // step + 1
        for n, k, rate, step in zip(size, kernel, rates, steps, strict=True)
    ]
    if min(counts) < 1:
        raise ValueError(f"Windows of {kernel} do not fit into images of {size}.")
    rows, columns = (
        np.arange(k)[:, None] * rate + np.arange(count) * step
        for k, rate, count, step in zip(kernel, rates, counts, steps, strict=True)
    )
    return rows, columns, counts


@operation
def unfold(
    x: TensorLike, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1
) -> _core.Tensor:
    """The windows of images `[batch, channels, height, width]`.

    The result is `[batch, channels * window, count]`.

    >>> tf.keras.ops.unfold(tf.ones([1, 3, 4, 4]), 2, stride=2).shape
    TensorShape([1, 12, 4])
    """
    images = tensor(x)
    if images.shape.rank != 4:
        raise ValueError(f"Input must be a 4D tensor. Received: input.shape={images.shape}")
    kernel, rates = lengths(kernel_size, 2, "kernel_size"), lengths(dilation, 2, "dilation")
    around, steps = lengths(padding, 2, "padding", 0), lengths(stride, 2, "stride")
    if max(around):
        images = _core.pad(images, [[0, 0], [0, 0], *([n, n] for n in around)])
    batch, channels, *size = images.shape.as_list()
    rows, columns, counts = _places(size, kernel, rates, steps)
    found = _core.gather(_core.gather(images, rows, axis=2), columns, axis=4)
    found = _core.transpose(found, [0, 1, 2, 4, 3, 5])  # [batch, channels, kh, kw, rows, columns]
    return _core.reshape(found, [batch, channels * kernel[0] * kernel[1], counts[0] * counts[1]])


@operation
def fold(
    x: TensorLike, output_size: Sizes, kernel_size: Sizes, dilation: Sizes = 1,
    padding: Sizes = 0, stride: Sizes = 1,
) -> _core.Tensor:  # fmt: skip
    """Images of `output_size` from their windows, as `unfold` has them, which add up.

    >>> tf.keras.ops.fold(tf.ones([1, 4, 1]), 2, 2)[0, 0].numpy().tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    windows = tensor(x)
    if windows.shape.rank != 3:
        raise ValueError(f"Input must be a 3D tensor. Received: input.shape={windows.shape}")
    kernel, rates = lengths(kernel_size, 2, "kernel_size"), lengths(dilation, 2, "dilation")
    around, steps = lengths(padding, 2, "padding", 0), lengths(stride, 2, "stride")
    wanted = lengths(output_size, 2, "output_size")
    size = [n + 2 * more for n, more in zip(wanted, around, strict=True)]
    rows, columns, counts = _places(size, kernel, rates, steps)
    batch, deep, count = windows.shape.as_list()
    if count != counts[0] * counts[1] or deep % (kernel[0] * kernel[1]):
        raise ValueError(f"Shape {windows.shape} is not that of windows of {kernel} of {wanted}.")
    at = rows[:, None, :, None] * size[1] + columns[None, :, None, :]
    channels = deep // (kernel[0] * kernel[1])
    flat = _core.reshape(windows, [batch * channels, -1])
    sums = _core.unsorted_segment_sum(_core.transpose(flat), at.reshape(-1), size[0] * size[1])
    found = _core.reshape(_core.transpose(sums), [batch, channels, *size])
    top, left = around
    return found[:, :, top : top + wanted[0], left : left + wanted[1]]


def _blocks(x: TensorLike, block_size: int, data_format: str) -> tuple[_core.Tensor, bool]:
    if block_size < 2:
        raise ValueError(f"`block_size` must be at least 2. Received: block_size={block_size}")
    first, images = is_first(data_format), tensor(x)
    if images.shape.rank != 4:
        raise ValueError(f"Images have 4 axes. Received: shape={images.shape}")
    return turned(images, first), first


@operation
def depth_to_space(
    x: TensorLike, block_size: int, data_format: str = "channels_last"
) -> _core.Tensor:
    """Channels as blocks of pixels: images larger by `block_size`.

    >>> tf.keras.ops.depth_to_space(tf.ones([1, 2, 2, 4]), 2).shape
    TensorShape([1, 4, 4, 1])
    """
    images, first = _blocks(x, block_size, data_format)
    return turned_back(_core.depth_to_space(images, block_size), first)


@operation
def space_to_depth(
    x: TensorLike, block_size: int, data_format: str = "channels_last"
) -> _core.Tensor:
    """Blocks of pixels as channels: images smaller by `block_size`.

    >>> tf.keras.ops.space_to_depth(tf.ones([1, 4, 4, 1]), 2).shape
    TensorShape([1, 2, 2, 4])
    """
    images, first = _blocks(x, block_size, data_format)
    return turned_back(_core.space_to_depth(images, block_size), first)
