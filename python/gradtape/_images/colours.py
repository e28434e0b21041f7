"""Colours as luminance and two differences: YIQ and YUV.

The matrices are those of the NTSC and PAL standards, as TensorFlow rounds them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _core

if TYPE_CHECKING:
    from .._typing import TensorLike

_TO_YIQ = [
    [0.299, 0.59590059, 0.2115],
    [0.587, -0.27455667, -0.52273617],
    [0.114, -0.32134392, 0.31119955],
]
_FROM_YIQ = [
    [1.0, 1.0, 1.0],
    [0.95598634, -0.27201283, -1.10674021],
    [0.6208248, -0.64720424, 1.70423049],
]
_TO_YUV = [
    [0.299, -0.14714119, 0.61497538],
    [0.587, -0.28886916, -0.51496512],
    [0.114, 0.43601035, -0.10001026],
]
_FROM_YUV = [
    [1.0, 1.0, 1.0],
    [0.0, -0.394642334, 2.03206185],
    [1.13988303, -0.58062185, 0.0],
]


def _turned(images: TensorLike, matrix: list[list[float]]) -> _core.Tensor:
    pixels = _core.convert_to_tensor(images)
    rank = pixels.shape.rank
    return _core.tensordot(pixels, _core.constant(matrix, pixels.dtype), [[rank - 1], [0]])


def rgb_to_yiq(images: TensorLike) -> _core.Tensor:
    """Red, green and blue in `[0, 1]`, on the last axis, as luminance and two differences.

    >>> tf.image.rgb_to_yiq(tf.constant([[[1.0, 1.0, 1.0]]])).numpy().round(3).tolist()
    [[[1.0, 0.0, -0.0]]]
    """
    return _turned(images, _TO_YIQ)


def yiq_to_rgb(images: TensorLike) -> _core.Tensor:
    """The inverse of `rgb_to_yiq`.

    >>> tf.image.yiq_to_rgb(tf.constant([[[0.5, 0.0, 0.0]]])).numpy().tolist()
    [[[0.5, 0.5, 0.5]]]
    """
    return _turned(images, _FROM_YIQ)


def rgb_to_yuv(images: TensorLike) -> _core.Tensor:
    """Red, green and blue in `[0, 1]`, on the last axis, as luminance and two differences.

    >>> tf.image.rgb_to_yuv(tf.constant([[[1.0, 1.0, 1.0]]])).numpy().round(3).tolist()
    [[[1.0, 0.0, 0.0]]]
    """
    return _turned(images, _TO_YUV)


def yuv_to_rgb(images: TensorLike) -> _core.Tensor:
    """The inverse of `rgb_to_yuv`.

    >>> tf.image.yuv_to_rgb(tf.constant([[[0.5, 0.0, 0.0]]])).numpy().tolist()
    [[[0.5, 0.5, 0.5]]]
    """
    return _turned(images, _FROM_YUV)
