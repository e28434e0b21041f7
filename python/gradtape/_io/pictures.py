"""Pictures from their files' bytes: tensors of shape `[height, width, channels]`, through Pillow.

Invariant: what cannot be read is an `InvalidArgumentError` with the name of the operation, whatever
Pillow made of it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core, errors
from .._extras import needed
from .arguments import invalid, one_string

if TYPE_CHECKING:
    from .._typing import TensorLike

# How a file begins, by the format that it then is.
_BEGINNINGS = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n": "PNG", b"GIF8": "GIF", b"BM": "BMP"}
ANIMATED = ("GIF", "WEBP")
ONE_WIDE_CHANNEL = (
    "Pillow reads and writes 16 bits for each channel of gray pictures alone: use uint8, or one "
    "channel"
)


class Picture:
    """A file's bytes, what format they are, and for which operation they are read."""

    def __init__(self, contents: TensorLike, op: str) -> None:
        self.op = op
        self.data = one_string(contents, "`contents`")
        if not self.data:
            raise self.refused("Input is empty.")
        self.format = format_of(self.data)
        if not self.format:
            raise self.refused(
                "Unknown image file format. One of JPEG, PNG, GIF, BMP, WebP required."
            )

    def refused(self, text: str) -> errors.InvalidArgumentError:
        """The error that says why."""
        return invalid(f"{text} [Op:{self.op}]")

    @contextmanager
    def opened(self) -> Iterator[Any]:
        """Pillow's image; whatever fails in the block is an error about the file."""
        pillow = needed("PIL.Image", "images", f"tf.io ({self.op})")
        try:
            with pillow.open(io.BytesIO(self.data), formats=[self.format]) as image:
                yield image
        except (errors.OpError, MemoryError):
            raise
        except Exception as error:  # a damaged file can end in nearly any
            raise self.refused(f"Invalid {self.format} data: {error}") from error

    def frames(self, channels: int, dtype: _core.DType) -> list[np.ndarray]:
        """Every frame as an array of three axes."""
        with self.opened() as image:
            found = []
            for number in range(getattr(image, "n_frames", 1)):
                image.seek(number)
                found.append(_pixels(image, channels, dtype, self))
            return found

    def only_frame(self, channels: int, dtype: _core.DType) -> np.ndarray:
        """The picture; `InvalidArgumentError` for several frames."""
        found = self.frames(channels, dtype)
        if len(found) > 1:
            raise self.refused(
                f"Got {len(found)} frames, but animated gifs can only be decoded by "
                "tf.io.decode_gif or tf.io.decode_image"
            )
        return found[0]


def format_of(data: bytes) -> str:
    """The format of a file, in Pillow's words; empty for one that is not known."""
    for beginning, name in _BEGINNINGS.items():
        if data.startswith(beginning):
            return name
    return "WEBP" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""


# --- Pixels ---------------------------------------------------------------------------------------

_MODES = {1: "L", 3: "RGB", 4: "RGBA"}
_CHANNELS = {"1": 1, "L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 3, "YCbCr": 3, "I;16": 1, "I": 1}


def _pixels(image: Any, channels: int, dtype: _core.DType, picture: Picture) -> np.ndarray:
    """One frame, as bytes or 16-bit numbers."""
    if image.mode in ("I;16", "I", "I;16B"):
        return _wide_pixels(image, channels, dtype)
    if dtype == _core.uint16 and _bits(picture) == 16:
        raise errors.UnimplementedError(None, None, f"{picture.op}: {ONE_WIDE_CHANNEL}")
    if image.mode == "P" or (image.mode in ("L", "RGB") and "transparency" in image.info):
        transparent = "transparency" in image.info and picture.format == "PNG"
        image = image.convert("RGBA" if transparent else "RGB")
    wanted = channels or _CHANNELS.get(image.mode, 3)
    array = _converted(image, wanted, picture.format)
    return array.astype(np.uint16) * 257 if dtype == _core.uint16 else array


def _converted(image: Any, channels: int, format: str) -> np.ndarray:
    if channels == 1 and image.mode in ("RGB", "RGBA") and format == "PNG":
        return _gray(np.asarray(image))
    mode = _MODES.get(channels, "LA")
    array = np.asarray(image if image.mode == mode else image.convert(mode))
    return array[..., np.newaxis] if array.ndim == 2 else array


def _gray(array: np.ndarray) -> np.ndarray:
    """Colours as gray, by the weights 0.299, 0.587 and 0.114 in 15 bits, as PNG's library has."""
    weights = np.array([9797, 19234, 3737], np.int64)
    return ((array[..., :3] @ weights) >> 15).astype(np.uint8)[..., np.newaxis]


def _wide_pixels(image: Any, channels: int, dtype: _core.DType) -> np.ndarray:
    """A gray picture of 16 bits."""
    array = np.asarray(image).astype(np.uint16)[..., np.newaxis]
    if dtype != _core.uint16:
        array = (array >> 8).astype(np.uint8)
    if channels in (3, 4):
        array = np.repeat(array, 3, axis=-1)
    if channels == 4:
        full = np.full((*array.shape[:2], 1), np.iinfo(array.dtype).max, array.dtype)
        array = np.concatenate([array, full], axis=-1)
    return array


def _bits(picture: Picture) -> int:
    """How many bits a channel of a PNG has."""
    return picture.data[24] if picture.format == "PNG" and len(picture.data) > 24 else 8
