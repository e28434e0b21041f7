"""The pictures in JPEG files: through simplejpeg, which has TensorFlow's transform, else Pillow.

Both call libjpeg-turbo. TensorFlow's default is its fast integer transform, which Pillow does not
offer; what simplejpeg does not read (four colours, damaged files) Pillow reads or refuses.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from .pictures import Picture

_END = b"\xff\xd9"


def pixels(
    picture: Picture,
    channels: int,
    ratio: int = 1,
    truncated: bool = False,
    method: str = "",
    fancy: bool = True,
) -> np.ndarray:
    """A JPEG file as an array: read smaller, or in gray, where the library does that itself."""
    if channels == 4:
        raise picture.refused("JPEG does not support 4 channels")
    if method not in ("", "INTEGER_FAST", "INTEGER_ACCURATE"):
        raise picture.refused(f"{method} is not in the list of allowed values: INTEGER_FAST, ...")
    if truncated and not picture.data.endswith(_END):
        picture.data += _END  # what there is of a file that was cut: missing parts stay gray
    options = {"fastdct": method != "INTEGER_ACCURATE", "fastupsample": not fancy}
    found = _by_simplejpeg(picture.data, channels, ratio, not truncated, options)
    return _by_pillow(picture, channels, ratio) if found is None else found


def _by_simplejpeg(
    data: bytes, channels: int, ratio: int, strict: bool, options: dict[str, bool]
) -> np.ndarray | None:
    """The array, or None where it must be Pillow's."""
    library = _simplejpeg()
    if library is None:
        return None
    try:
        height, width, colors, _ = library.decode_jpeg_header(data)
        if colors not in ("Gray", "YCbCr", "RGB"):
            return None
        options["strict"] = strict
        gray = channels == 1 or (channels == 0 and colors == "Gray")
        least = {"min_height": -(-height // ratio), "min_width": -(-width // ratio)}
        space = "GRAY" if gray else "RGB"
        return library.decode_jpeg(data, space, min_factor=ratio, **least, **options)
    except ValueError:
        return None


@cache
def _simplejpeg() -> Any:
    try:
        return import_module("simplejpeg")
    except ImportError:
        return None


def _by_pillow(picture: Picture, channels: int, ratio: int) -> np.ndarray:
    with picture.opened() as image:
        gray = channels == 1 or (channels == 0 and image.mode == "L")
        width, height = (-(-side // ratio) for side in image.size)
        if image.mode != "CMYK" and (gray or ratio > 1):
            image.draft("L" if gray else "RGB", (width, height))
        array = np.asarray(image.convert("L" if gray else "RGB"))
    return array[..., np.newaxis] if gray else array
