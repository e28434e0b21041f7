"""The functions that decode pictures, with TensorFlow's arguments and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from . import jpeg
from .arguments import invalid, one_string
from .pictures import ANIMATED, Picture, format_of

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike

_OPS = {"JPEG": "decode_jpeg", "PNG": "decode_png", "GIF": "decode_gif", "BMP": "decode_bmp"}
_OPS["WEBP"] = "decode_webp"


def decode_jpeg(
    contents: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> _core.Tensor:
    """The picture in the bytes of a JPEG (or PNG, or GIF of one frame) file.

    A uint8 tensor `[height, width, channels]`, with 1 or 3 channels, or as many as the file has
    (0). `ratio` 2, 4 or 8 reads it so many times smaller. `dct_method` is "INTEGER_FAST" unless
    given; where simplejpeg of the extra `gradtape[images]` is not installed, it is
    "INTEGER_ACCURATE". `InvalidArgumentError` for what is no picture; `ImportError` without Pillow.

    >>> import gradtape as tf
    >>> data = tf.io.encode_jpeg(tf.zeros([4, 6, 3], tf.uint8))
    >>> tf.io.decode_jpeg(data, channels=1).shape
    TensorShape([4, 6, 1])
    """
    picture = _still(contents, channels, "DecodeJpeg")
    if ratio not in (1, 2, 4, 8):
        raise picture.refused(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    if picture.format != "JPEG":
        return _core.constant(picture.only_frame(channels, _core.uint8))
    how = (try_recover_truncated, dct_method, fancy_upscaling)
    return _core.constant(jpeg.pixels(picture, channels, ratio, *how))


def decode_and_crop_jpeg(
    contents: TensorLike,
    crop_window: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> _core.Tensor:
    """`decode_jpeg`, and of the picture the window `[y, x, height, width]`."""
    picture = _still(contents, channels, "DecodeAndCropJpeg")
    how = (try_recover_truncated, dct_method, fancy_upscaling)
    whole = jpeg.pixels(picture, channels, ratio, *how)
    y, x, height, width = (int(side) for side in _core.convert_to_tensor(crop_window).numpy())
    inside = min(y, x) >= 0 and y + height <= whole.shape[0] and x + width <= whole.shape[1]
    if not inside or height < 1 or width < 1:
        raise picture.refused("Invalid JPEG data or crop window.")
    return _core.constant(np.ascontiguousarray(whole[y : y + height, x : x + width]))


def decode_png(
    contents: TensorLike, channels: int = 0, dtype: DTypeLike = _core.uint8, name: str | None = None
) -> _core.Tensor:
    """The picture in the bytes of a PNG (or JPEG, or GIF of one frame) file.

    A uint8 or uint16 tensor `[height, width, channels]`, with 1, 3 or 4 channels, or as many as
    the file has (0). `UnimplementedError` for 16 bits of more than one channel.

    >>> import gradtape as tf
    >>> data = tf.io.encode_png(tf.constant([[[1], [2]]], tf.uint8))
    >>> tf.io.decode_png(data).numpy().ravel().tolist()
    [1, 2]
    """
    picture = _still(contents, channels, "DecodePng")
    dtype = _core.as_dtype(dtype)
    if dtype not in (_core.uint8, _core.uint16):
        raise picture.refused(f"{dtype.name} is not in the list of allowed values: uint8, uint16")
    if picture.format == "JPEG":
        return _core.constant(_scaled(jpeg.pixels(picture, channels), dtype))
    return _core.constant(picture.only_frame(channels, dtype))


def decode_bmp(contents: TensorLike, channels: int = 0, name: str | None = None) -> _core.Tensor:
    """The picture in the bytes of a BMP file, a uint8 tensor `[height, width, channels]`."""
    picture = Picture(contents, "DecodeBmp")
    if picture.format != "BMP":
        raise picture.refused(
            f"Trying to decode {picture.format} format using DecodeBmp op. Use "
            f"`{_OPS[picture.format]}` or `decode_image` instead."
        )
    return _core.constant(_bmp(picture, channels))


def _bmp(picture: Picture, channels: int) -> np.ndarray:
    if channels not in (0, 3, 4):
        raise picture.refused(f"`channels` must be 0, 3 or 4 for BMP, but got {channels}")
    return picture.only_frame(channels, _core.uint8)


def decode_gif(contents: TensorLike, name: str | None = None) -> _core.Tensor:
    """The frames in the bytes of a GIF file, a uint8 tensor `[frames, height, width, 3]`.

    >>> import gradtape as tf
    >>> tf.io.decode_gif(tf.io.encode_png(tf.zeros([2, 3, 3], tf.uint8))).shape
    TensorShape([1, 2, 3, 3])
    """
    picture = _still(contents, 3, "DecodeGif")
    return _core.constant(np.stack(picture.frames(3, _core.uint8)))


def decode_webp(
    contents: TensorLike, channels: int = 0, dtype: DTypeLike = _core.uint8, name: str | None = None
) -> Any:
    """The frames in the bytes of a WebP file: uint8, `[frames, height, width, channels]`."""
    picture = Picture(contents, "DecodeWebP")
    if picture.format != "WEBP":
        raise picture.refused(f"Trying to decode {picture.format} format using DecodeWebP op.")
    return _core.constant(np.stack(picture.frames(channels, _core.uint8)))


def decode_image(
    contents: TensorLike,
    channels: int | None = None,
    dtype: DTypeLike = _core.uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> _core.Tensor:
    """The picture in the bytes of a JPEG, PNG, GIF, BMP or WebP file.

    A tensor `[height, width, channels]`, and `[frames, height, width, channels]` for GIF and WebP,
    unless `expand_animations` is False, which takes the first frame. A `dtype` other than uint8 and
    uint16 is converted as `tf.image.convert_image_dtype` does.

    >>> import gradtape as tf
    >>> data = tf.io.encode_png(tf.fill([2, 3, 1], tf.cast(255, tf.uint8)))
    >>> float(tf.io.decode_image(data, dtype=tf.float32).numpy().max())
    1.0
    """
    picture = Picture(contents, "DecodeImage")
    channels, dtype = channels or 0, _core.as_dtype(dtype)
    if channels not in (0, 1, 3, 4):
        raise picture.refused(f"`channels` must be 0, 1, 3 or 4 but got {channels}")
    wide = dtype != _core.uint8 and picture.format == "PNG"
    array = _decoded(picture, channels, _core.uint16 if wide else _core.uint8, expand_animations)
    found = _core.constant(array)
    return found if found.dtype == dtype else _core.convert_image_dtype(found, dtype)


def _decoded(picture: Picture, channels: int, dtype: _core.DType, expand: bool) -> np.ndarray:
    if picture.format in ANIMATED:
        if picture.format == "GIF" and channels not in (0, 3):
            raise picture.refused(f"channels must be 0 or 3 for GIF, got {channels}")
        frames = picture.frames(channels or 3, _core.uint8)
        return np.stack(frames) if expand else frames[0]
    if picture.format == "JPEG":
        return jpeg.pixels(picture, channels)
    return (
        _bmp(picture, channels) if picture.format == "BMP" else picture.only_frame(channels, dtype)
    )


def _still(contents: TensorLike, channels: int, op: str) -> Picture:
    """A file that the operations for single pictures read."""
    picture = Picture(contents, op)
    if channels not in (0, 1, 3, 4):
        raise picture.refused(f"`channels` must be 0, 1, 3 or 4 but got {channels}")
    if picture.format in ("BMP", "WEBP"):
        raise picture.refused(
            f"Trying to decode {picture.format} format using a wrong op. Use "
            f"`{_OPS[picture.format]}` or `decode_image` instead. Op used: {op}"
        )
    return picture


def _scaled(array: np.ndarray, dtype: _core.DType) -> np.ndarray:
    return array.astype(np.uint16) * 257 if dtype == _core.uint16 else array


def is_jpeg(contents: TensorLike, name: str | None = None) -> _core.Tensor:
    """Whether bytes begin as a JPEG file does.

    >>> import gradtape as tf
    >>> bool(tf.io.is_jpeg(b"GIF89a"))
    False
    """
    return _core.constant(format_of(one_string(contents, "`contents`")) == "JPEG")


def extract_jpeg_shape(
    contents: TensorLike, output_type: DTypeLike = _core.int32, name: str | None = None
) -> _core.Tensor:
    """Height, width and channels of a JPEG file, without reading its picture."""
    data = one_string(contents, "`contents`")
    if format_of(data) != "JPEG":
        raise invalid(f"Invalid JPEG data, size {len(data)} [Op:ExtractJpegShape]")
    with Picture(contents, "ExtractJpegShape").opened() as image:
        shape = [image.height, image.width, len(image.getbands())]
    return _core.constant(shape, dtype=output_type)
