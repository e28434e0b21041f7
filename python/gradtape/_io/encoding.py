"""Pictures as the bytes of a JPEG or PNG file, through Pillow."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core, errors
from .._extras import needed
from .arguments import invalid, one_string
from .decoding import decode_jpeg
from .pictures import ONE_WIDE_CHANNEL

if TYPE_CHECKING:
    from .._typing import IntsLike, TensorLike


def encode_jpeg(
    image: TensorLike,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: Any = "",
    name: str | None = None,
) -> _core.Tensor:
    """A JPEG file of a uint8 picture `[height, width, channels]` with 1 or 3 channels.

    A scalar string. `InvalidArgumentError` for another shape, quality or format; `ImportError`
    without the extra `gradtape[images]`.

    >>> import gradtape as tf
    >>> tf.io.encode_jpeg(tf.zeros([4, 4, 3], tf.uint8)).numpy()[:2]
    b'\\xff\\xd8'
    """
    pixels = _core.convert_to_tensor(image)
    pixels = pixels if pixels.dtype == _core.uint8 else _core.cast(pixels, _core.uint8)
    _check_jpeg(pixels.shape, format, quality, density_unit)
    scale = 1.0 if density_unit == "in" else 2.54
    options: dict[str, Any] = {"dpi": (round(x_density * scale), round(y_density * scale))}
    xmp = one_string(xmp_metadata, "xmp_metadata")
    if xmp:
        options["xmp"] = xmp
    return _saved(
        pixels.numpy(),
        "JPEG",
        quality=quality,
        progressive=progressive,
        optimize=optimize_size,
        subsampling=2 if chroma_downsampling else 0,
        **options,
    )


def _check_jpeg(shape: Any, format: str, quality: int, density_unit: str) -> None:
    shape = shape.as_list()
    if len(shape) != 3:
        raise _refused(f"image must be 3-dimensional{shape}", "EncodeJpeg")
    if format not in ("", "grayscale", "rgb"):
        raise _refused(f'format must be "", "grayscale" or "rgb", got {format!r}', "EncodeJpeg")
    if density_unit not in ("in", "cm"):
        raise _refused(f'density_unit must be "in" or "cm", got {density_unit!r}', "EncodeJpeg")
    wanted = {"grayscale": 1, "rgb": 3}.get(format)
    if wanted is not None and shape[2] != wanted:
        raise _refused(f"format {format} expects {wanted} channels, got {shape}", "EncodeJpeg")
    if shape[2] not in (1, 3):
        raise _refused(f"image must have 1 or 3 channels, got {shape}", "EncodeJpeg")
    if not 0 <= quality <= 100:
        raise _refused(f"quality must be in [0,100], got {quality}", "EncodeJpeg")


def encode_png(image: TensorLike, compression: int = -1, name: str | None = None) -> _core.Tensor:
    """A PNG file of a uint8 picture `[height, width, channels]`; a string vector of a batch.

    1 to 4 channels (gray, gray with alpha, RGB, RGBA), or one of uint16. `compression` is 0 to 9,
    -1 for the usual. `InvalidArgumentError` for anything else.

    >>> import gradtape as tf
    >>> tf.io.encode_png(tf.zeros([4, 4, 1], tf.uint8)).numpy()[1:4]
    b'PNG'
    """
    pixels = _core.convert_to_tensor(image)
    shape = pixels.shape.as_list()
    if pixels.dtype not in (_core.uint8, _core.uint16):
        raise _refused(
            f"{pixels.dtype.name} is not in the list of allowed values: uint8, uint16", "EncodePng"
        )
    if len(shape) < 3:
        raise _refused(f"images must be at least rank 3{shape}", "EncodePng")
    if not -1 <= compression <= 9:
        raise _refused(f"compression should be in [-1,9], got {compression}", "EncodePng")
    if shape[-1] not in (1, 2, 3, 4):
        raise _refused(f"image must have 1, 2, 3, or 4 channels, got {shape[-1]}", "EncodePng")
    if pixels.dtype == _core.uint16 and shape[-1] > 1:
        raise errors.UnimplementedError(None, None, f"EncodePng: {ONE_WIDE_CHANNEL}")
    level = {} if compression < 0 else {"compress_level": compression}
    if len(shape) == 3:
        return _saved(pixels.numpy(), "PNG", **level)
    flat = _core.reshape(pixels, [-1, *shape[-3:]]).numpy()
    files = [_saved(one, "PNG", **level).numpy() for one in flat]
    return _core.constant(files, dtype=_core.string, shape=shape[:-3])


def _saved(pixels: np.ndarray, format: str, **options: Any) -> _core.Tensor:
    op = f"Encode{format.capitalize()}"
    if pixels.size == 0:
        raise _refused(f"there are no pixels in an image of shape {list(pixels.shape)}", op)
    pillow = needed("PIL.Image", "images", f"tf.io.encode_{format.lower()}")
    file = io.BytesIO()
    image = pillow.fromarray(pixels[..., 0] if pixels.shape[-1] == 1 else pixels)
    try:
        image.save(file, format, **options)
    except (OSError, ValueError, KeyError, OverflowError) as error:
        raise _refused(f"the picture cannot be encoded: {error}", op) from error
    return _core.constant(file.getvalue(), dtype=_core.string)


def _refused(text: str, op: str) -> errors.InvalidArgumentError:
    return invalid(f"{text} [Op:{op}]")


def adjust_jpeg_quality(
    image: TensorLike, jpeg_quality: Any, dct_method: str = "", name: str | None = None
) -> _core.Tensor:
    """The picture as it is after it was a JPEG file of this quality; its dtype stays.

    >>> import gradtape as tf
    >>> tf.image.adjust_jpeg_quality(tf.zeros([4, 4, 3]), 50).dtype
    tf.float32
    """
    tensor = _core.convert_to_tensor(image)
    dtype = tensor.dtype
    if dtype != _core.uint8:
        tensor = _core.convert_image_dtype(tensor, _core.uint8, saturate=True)
    channels = tensor.shape.as_list()[-1]
    found = decode_jpeg(encode_jpeg(tensor, quality=int(jpeg_quality)), channels=channels)
    return found if dtype == _core.uint8 else _core.convert_image_dtype(found, dtype)


def random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: Any, max_jpeg_quality: Any, seed: IntsLike | None = None
) -> _core.Tensor:
    """`adjust_jpeg_quality` with a quality drawn between two; `max_jpeg_quality` is not among them.

    >>> import gradtape as tf
    >>> tf.image.random_jpeg_quality(tf.zeros([4, 4, 3]), 75, 95).dtype
    tf.float32
    """
    _check_range(min_jpeg_quality, max_jpeg_quality)
    drawn = _core.random_uniform([], min_jpeg_quality, max_jpeg_quality, _core.int32, seed=seed)
    return adjust_jpeg_quality(image, drawn)


def stateless_random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: Any, max_jpeg_quality: Any, seed: IntsLike
) -> _core.Tensor:
    """As `random_jpeg_quality`, by `seed`, two integers, alone.

    >>> import gradtape as tf
    >>> tf.image.stateless_random_jpeg_quality(tf.zeros([4, 4, 3]), 75, 95, (1, 2)).dtype
    tf.float32
    """
    _check_range(min_jpeg_quality, max_jpeg_quality)
    bounds = min_jpeg_quality, max_jpeg_quality
    drawn = _core.stateless_uniform([], seed, *bounds, dtype=_core.int32)
    return adjust_jpeg_quality(image, drawn)


def _check_range(least: Any, most: Any) -> None:
    if not (0 <= least < most <= 100):
        raise ValueError(f"qualities are between 0 and 100, and rise; got {least} and {most}")
