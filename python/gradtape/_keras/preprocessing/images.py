"""Images as arrays and as Pillow has them: read, written, turned into each other, resized."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core, _extras
from ..._images.sizes import resize
from ..._runtime.versions import is_keras_2_asked_for
from .. import settings

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..._typing import Array, PathLike, TensorLike

_MODES = {"grayscale": "L", "rgb": "RGB", "rgba": "RGBA"}
_FIRST = "channels_first"


def path_in(folder: str, name: str) -> str:
    """The path of a file, which begins as the folder was given: `Path` would drop a `./`."""
    return os.path.join(folder, name)  # noqa: PTH118


def pillow(what: str) -> Any:
    """Pillow's module of images; `ImportError` that says how to get it."""
    return _extras.needed("PIL.Image", "images", what)


def _format_of(data_format: str | None) -> str:
    name = settings.image_data_format() if data_format is None else data_format
    if name not in (_FIRST, "channels_last"):
        raise ValueError(f"Invalid data_format: {data_format}")
    return name


def array_to_img(
    x: TensorLike,
    data_format: str | None = None,
    scale: bool = True,
    dtype: npt.DTypeLike | None = None,
) -> Any:
    """A Pillow image of an array `[height, width, channels]` with 1, 3 or 4 channels.

    `scale` moves the values to 0 ... 255; else they are numbers of that range already.

    >>> import gradtape as tf, numpy as np
    >>> tf.keras.utils.array_to_img(np.zeros((4, 6, 3))).size
    (6, 4)
    """
    name = _format_of(data_format)
    image = pillow("keras.utils.array_to_img")
    pixels = np.asarray(x, dtype=dtype or settings.floatx())
    if pixels.ndim != 3:
        raise ValueError(
            "Expected image array to have rank 3 (single image). Got array with shape: "
            f"{pixels.shape}"
        )
    pixels = pixels.transpose(1, 2, 0) if name == _FIRST else pixels
    if scale:
        pixels = pixels - pixels.min()
        pixels = pixels / pixels.max() * 255 if pixels.max() != 0 else pixels
    if pixels.shape[2] == 4:
        return image.fromarray(pixels.astype("uint8"), "RGBA")
    if pixels.shape[2] == 3:
        return image.fromarray(pixels.astype("uint8"), "RGB")
    if pixels.shape[2] != 1:
        raise ValueError(f"Unsupported channel number: {pixels.shape[2]}")
    return image.fromarray(pixels[:, :, 0].astype("int32" if pixels.max() > 255 else "uint8"))


def img_to_array(
    img: Any, data_format: str | None = None, dtype: npt.DTypeLike | None = None
) -> Array:
    """An array `[height, width, channels]` of a Pillow image, or of an array without channels.

    >>> import gradtape as tf, numpy as np
    >>> tf.keras.utils.img_to_array(np.ones((4, 6))).shape
    (4, 6, 1)
    """
    name = _format_of(data_format)
    x = np.asarray(img, dtype=dtype or settings.floatx())
    if x.ndim == 2:
        x = x[:, :, None]
    elif x.ndim != 3:
        raise ValueError(f"Unsupported image shape: {x.shape}")
    elif name == _FIRST:
        return x.transpose(2, 0, 1)
    return x if name != _FIRST or x.ndim != 3 else x.transpose(2, 0, 1)


def load_img(
    path: PathLike,
    color_mode: str = "rgb",
    target_size: Sequence[int] | None = None,
    interpolation: str = "nearest",
    keep_aspect_ratio: bool = False,
    grayscale: bool = False,
) -> Any:
    """A Pillow image from a file, or from an object with its bytes.

    `color_mode` is "rgb", "rgba" or "grayscale", which `grayscale=True` means as well;
    `target_size` is `(height, width)`. With `keep_aspect_ratio` the middle is cut out first.
    `ValueError` for other words. In Keras 2 `grayscale` is the second argument.
    """
    if isinstance(color_mode, bool) and is_keras_2_asked_for():
        grayscale, color_mode = color_mode, "rgb"
    color_mode = "grayscale" if grayscale else color_mode
    if color_mode not in _MODES:
        raise ValueError('color_mode must be "grayscale", "rgb", or "rgba"')
    image = pillow("keras.utils.load_img")
    img = image.open(path if hasattr(path, "read") else os.fspath(path))
    img.load()
    kept = color_mode == "grayscale" and img.mode in ("L", "I;16", "I")
    if img.mode != _MODES[color_mode] and not kept:
        img = img.convert(_MODES[color_mode])
    if target_size is None:
        return img
    height, width = int(target_size[0]), int(target_size[1])
    if img.size == (width, height):
        return img
    box = _middle(img.size[0], img.size[1], width, height) if keep_aspect_ratio else None
    return img.resize((width, height), _filter(image, interpolation), box=box)


def _filter(image: Any, interpolation: str) -> Any:
    try:
        return image.Resampling[interpolation.upper()]
    except KeyError:
        known = ", ".join(kind.name.lower() for kind in image.Resampling)
        raise ValueError(
            f"Invalid interpolation method {interpolation} specified. Supported methods are {known}"
        ) from None


def _middle(width: int, height: int, new_width: int, new_height: int) -> tuple[int, ...]:
    """The largest part in the middle that has the proportions of the new size."""
    cut_height = max(min(height, (width * new_height) // new_width), 1)
    cut_width = max(min(width, (height * new_width) // new_height), 1)
    top, left = (height - cut_height) // 2, (width - cut_width) // 2
    return left, top, left + cut_width, top + cut_height


def save_img(
    path: PathLike,
    x: TensorLike,
    data_format: str | None = None,
    file_format: str | None = None,
    scale: bool = True,
    **kwargs: Any,
) -> None:
    """Write an array as an image file, in the format of the path's suffix or `file_format`."""
    img = array_to_img(x, data_format, scale)
    named = (file_format or Path(path).suffix.lstrip(".")).lower()
    if img.mode == "RGBA" and named in ("jpg", "jpeg"):
        img = img.convert("RGB")
    is_jpg = file_format is not None and named == "jpg"  # which Pillow knows as a suffix alone
    img.save(path, format="jpeg" if is_jpg else file_format, **kwargs)


def smart_resize(
    x: TensorLike,
    size: Sequence[int],
    interpolation: str = "bilinear",
    data_format: str | None = None,
    **_: Any,
) -> Any:
    """Images of another size without a change of proportions: the middle is cut out first.

    >>> import gradtape as tf, numpy as np
    >>> tf.keras.preprocessing.image.smart_resize(np.zeros((6, 9, 3)), (2, 2)).shape
    (2, 2, 3)
    """
    if len(size) != 2:
        raise ValueError(f"Expected `size` to be a tuple of 2 integers, but got: {size}.")
    images = _core.convert_to_tensor(x)
    if images.shape.rank not in (3, 4):
        raise ValueError(
            "Expected an image array with shape `(height, width, channels)`, or "
            f"`(batch_size, height, width, channels)`, but got input with incorrect rank, of shape "
            f"{images.shape}."
        )
    height, width = images.shape.as_list()[-3:-1]
    left, top, right, bottom = _middle(width, height, int(size[1]), int(size[0]))
    cut = images[..., top:bottom, left:right, :]
    resized = resize(cut, [int(size[0]), int(size[1])], method=interpolation)
    return resized if _core.is_tensor(x) else resized.numpy()
