"""Images `[height, width, channels]` and batches of them: colours, sizes, borders, patches.

`data_format` says whether channels come last (the default) or before height and width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._images import sizes
from ..promotion import dtype_of, floats, tensor
from .calling import named, operation
from .conversion import saturate_cast
from .convolutions import conv
from .formats import is_first, lengths, mode, turned, turned_back

if TYPE_CHECKING:
    from ..._typing import IntLike, TensorLike

Function = Callable[..., Any]
Sizes = int | Sequence[int]
_METHODS = ("bilinear", "nearest", "lanczos3", "lanczos5", "bicubic", "area")


def ranked(images: TensorLike, name: str = "images") -> _core.Tensor:
    """Images as a tensor. Errors: `ValueError` for another number of axes than 3 and 4."""
    found = tensor(images)
    if found.shape.rank not in (3, 4):
        raise ValueError(
            "Invalid images rank: expected rank 3 (single image) or rank 4 (batch of images). "
            f"Received input with shape: {name}.shape={found.shape}"
        )
    return found


def last(images: TensorLike, data_format: str | None) -> tuple[_core.Tensor, Function]:
    """A batch of images with their channels last, and what undoes both."""
    found, first = ranked(images), is_first(data_format)
    alone = found.shape.rank == 3
    batch = turned(found[None] if alone else found, first)

    def back(result: _core.Tensor) -> _core.Tensor:
        result = turned_back(result, first)
        return result[0] if alone else result

    return batch, back


# --- colours --------------------------------------------------------------------------------------


@operation
def rgb_to_grayscale(images: TensorLike, data_format: str | None = None) -> _core.Tensor:
    """The brightness of red, green and blue as one channel, in the dtype of the images.

    >>> tf.keras.ops.image.rgb_to_grayscale(tf.ones([1, 1, 3])).numpy().round(3).tolist()
    [[[1.0]]]
    """
    batch, back = last(images, data_format)
    if batch.shape[-1] == 1:
        return _core.identity(tensor(images))
    if batch.shape[-1] != 3:
        raise ValueError(f"Images have 1 or 3 channels. Received: images.shape={batch.shape}")
    wide = tensor(batch, dtype_of(batch, float))
    weights = _core.constant([0.2989, 0.5870, 0.1140], wide.dtype)
    return tensor(back(_core.reduce_sum(wide * weights, -1, True)), batch.dtype)


def _colours(name: str, function: Function, says: str) -> Function:
    def call(images: TensorLike, data_format: str | None = None) -> _core.Tensor:
        batch, back = last(images, data_format)
        if not batch.dtype.is_floating:
            raise ValueError(
                f"Invalid images dtype: expected float dtype. Received: {batch.dtype.name}"
            )
        return back(function(batch))

    return named(call, name, says)


rgb_to_hsv = _colours(
    "rgb_to_hsv", _core.rgb_to_hsv, "Red, green and blue as hue, saturation and value, in [0, 1]."
)
hsv_to_rgb = _colours(
    "hsv_to_rgb", _core.hsv_to_rgb, "Hue, saturation and value as red, green and blue, in [0, 1]."
)


@operation
def sobel_edges(images: TensorLike, data_format: str | None = None) -> _core.Tensor:
    """Sobel's differences down and across, as a new last axis of length 2.

    >>> tf.keras.ops.image.sobel_edges(tf.ones([1, 4, 4, 3])).shape
    TensorShape([1, 4, 4, 3, 2])
    """
    found, first = tensor(images), is_first(data_format)
    edges = _core.sobel_edges(turned(found, first))
    return _core.transpose(edges, [0, 3, 1, 2, 4]) if first else edges


# --- sizes ----------------------------------------------------------------------------------------


@operation
def resize(
    images: TensorLike, size: Sequence[int], interpolation: str = "bilinear",
    antialias: bool = False, crop_to_aspect_ratio: bool = False,
    pad_to_aspect_ratio: bool = False, fill_mode: str = "constant", fill_value: float = 0.0,
    data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """Images in another `size`, height and width, in their dtype.

    `interpolation` is "bilinear", "nearest", "lanczos3", "lanczos5", "bicubic" or "area". To keep
    the shape of what is seen, images are cut, or padded with `fill_value`, to the wanted ratio
    first. Errors: `ValueError` for arguments that do not fit.

    >>> tf.keras.ops.image.resize(tf.ones([1, 4, 4, 3]), (2, 2)).shape
    TensorShape([1, 2, 2, 3])
    """
    if interpolation not in _METHODS:
        raise ValueError(
            f"Argument `interpolation` must be one of {_METHODS}. Received: {interpolation}"
        )
    if fill_mode != "constant":
        raise ValueError(f"`fill_mode` can only be 'constant'. Received: fill_mode={fill_mode}")
    if pad_to_aspect_ratio and crop_to_aspect_ratio:
        raise ValueError(
            "Only one of `pad_to_aspect_ratio` & `crop_to_aspect_ratio` can be `True`."
        )
    if len(size) != 2:
        raise ValueError(f"Expected `size` to be a tuple of 2 integers. Received: size={size}")
    wanted = lengths(size, 2, "size")
    batch, back = last(images, data_format)
    if crop_to_aspect_ratio:
        batch = _cut(batch, wanted[0], wanted[1])
    elif pad_to_aspect_ratio:
        batch = _padded(batch, wanted[0], wanted[1], fill_value)
    found = back(sizes.resize(batch, wanted, interpolation, antialias=antialias))
    if found.dtype is batch.dtype:
        return found
    return saturate_cast(found if batch.dtype.is_floating else _core.round(found), batch.dtype.name)


def _cut(batch: _core.Tensor, rows: int, columns: int) -> _core.Tensor:
    height, width = batch.shape.as_list()[1:3]
    high = max(min(height, width * rows // columns), 1)
    wide = max(min(width, height * columns // rows), 1)
    top, left = (height - high) // 2, (width - wide) // 2
    return batch[:, top : top + high, left : left + wide]


def _padded(batch: _core.Tensor, rows: int, columns: int, value: float) -> _core.Tensor:
    height, width = batch.shape.as_list()[1:3]
    down = (max(height, width * rows // columns) - height) // 2
    across = (max(width, height * columns // rows) - width) // 2
    fill = tensor(value, batch.dtype)
    return _core.pad(batch, [[0, 0], [down, down], [across, across], [0, 0]], "CONSTANT", fill)


def _number(value: Any, name: str) -> int | None:
    if value is None:
        return None
    if int(value) < 0:
        raise ValueError(f"`{name}` must not be negative. Received: {name}={value}")
    return int(value)


def _two_of(given: Sequence[Any], names: Sequence[str]) -> Any:
    """Three numbers, of which one is left open."""
    found = [_number(v, name) for v, name in zip(given, names, strict=True)]
    if found.count(None) != 1:
        raise ValueError(f"Must specify exactly two of {', '.join(names)}. Received: {found}")
    return found


@operation
def pad_images(
    images: TensorLike, top_padding: IntLike | None = None, left_padding: IntLike | None = None,
    bottom_padding: IntLike | None = None, right_padding: IntLike | None = None,
    target_height: IntLike | None = None, target_width: IntLike | None = None,
    data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """Images with zeros around them: along each axis two numbers of before, behind and in all.

    >>> x = tf.ones([2, 2, 1])
    >>> tf.keras.ops.image.pad_images(x, 1, 0, target_height=4, target_width=2).shape
    TensorShape([4, 2, 1])
    """
    batch, back = last(images, data_format)
    sides = (
        (top_padding, bottom_padding, target_height, "top_padding bottom_padding target_height"),
        (left_padding, right_padding, target_width, "left_padding right_padding target_width"),
    )
    widths = []
    for (*given, names), size in zip(sides, batch.shape.as_list()[1:3], strict=True):
        before, behind, target = _two_of(given, names.split())
        before = target - behind - size if before is None else before
        behind = target - before - size if behind is None else behind
        if before < 0 or behind < 0:
            raise ValueError(f"{names}: an image of size {size} is larger than {target}.")
        widths.append([before, behind])
    return back(_core.pad(batch, [[0, 0], *widths, [0, 0]]))


@operation
def crop_images(
    images: TensorLike, top_cropping: IntLike | None = None, left_cropping: IntLike | None = None,
    bottom_cropping: IntLike | None = None, right_cropping: IntLike | None = None,
    target_height: IntLike | None = None, target_width: IntLike | None = None,
    data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """The inside of images: along each axis two numbers of before, behind and what is left.

    >>> x = tf.ones([4, 4, 1])
    >>> tf.keras.ops.image.crop_images(x, 1, 0, target_height=2, target_width=3).shape
    TensorShape([2, 3, 1])
    """
    batch, back = last(images, data_format)
    sides = (
        (
            top_cropping,
            bottom_cropping,
            target_height,
            "top_cropping bottom_cropping target_height",
        ),
        (left_cropping, right_cropping, target_width, "left_cropping right_cropping target_width"),
    )
    starts, wanted = [], []
    for (*given, names), size in zip(sides, batch.shape.as_list()[1:3], strict=True):
        before, behind, target = _two_of(given, names.split())
        before = size - target - behind if before is None else before
        target = size - before - behind if target is None else target
        if before < 0 or target < 0 or before + target > size:
            raise ValueError(f"{names}: nothing like {given} is in an image of size {size}.")
        starts.append(before)
        wanted.append(target)
    top, left = starts
    return back(batch[:, top : top + wanted[0], left : left + wanted[1]])


# --- patches --------------------------------------------------------------------------------------


@operation
def extract_patches(
    images: TensorLike, size: Sizes, strides: Sizes | None = None, dilation_rate: Sizes = 1,
    padding: str = "valid", data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """What windows of images see, as channels; three numbers as `size` are for volumes.

    >>> tf.keras.ops.image.extract_patches(tf.ones([1, 4, 4, 3]), 2).shape
    TensorShape([1, 2, 2, 12])
    """
    if not isinstance(size, int | list | tuple):
        raise TypeError(f"`size` must be an int or a tuple. Received: {size!r}")
    if not isinstance(size, int) and len(size) not in (2, 3):
        raise ValueError(f"`size` must have 2 or 3 entries. Received: size={size}")
    if not isinstance(size, int) and len(size) == 3:
        return extract_patches_3d(images, size, strides, dilation_rate, padding, data_format)
    window = [1, *lengths(size, 2, "size"), 1]
    steps = window if not strides else [1, *lengths(strides, 2, "strides"), 1]
    rates = [1, *lengths(dilation_rate, 2, "dilation_rate"), 1]
    batch, back = last(images, data_format)
    return back(_core.extract_patches(batch, window, steps, rates, mode(padding)))


@operation
def extract_patches_3d(
    volumes: TensorLike, size: Sizes, strides: Sizes | None = None, dilation_rate: Sizes = 1,
    padding: str = "valid", data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """What windows of volumes see, as channels.

    >>> tf.keras.ops.image.extract_patches_3d(tf.ones([1, 4, 4, 4, 1]), 2).shape
    TensorShape([1, 2, 2, 2, 8])
    """
    found, first = tensor(volumes), is_first(data_format)
    if found.shape.rank not in (4, 5):
        raise ValueError(f"Volumes have 4 or 5 axes. Received: shape={found.shape}")
    window = lengths(size, 3, "size")
    steps = window if strides is None else lengths(strides, 3, "strides")
    alone = found.shape.rank == 4
    batch = turned(found[None] if alone else found, first)
    (wide,) = floats(batch)
    seen = window[0] * window[1] * window[2] * wide.shape[-1]
    each = _core.reshape(_core.eye(seen, dtype=wide.dtype), [*window, wide.shape[-1], seen])
    patches = tensor(conv(wide, each, steps, padding, None, dilation_rate), found.dtype)
    patches = turned_back(patches, first)
    return patches[0] if alone else patches


# --- likeness -------------------------------------------------------------------------------------


@operation
def ssim(
    image1: TensorLike, image2: TensorLike, max_val: float = 1.0, filter_size: int = 11,
    filter_sigma: float = 1.5, k1: float = 0.01, k2: float = 0.03, data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """The structural similarity (Wang and others, 2004) of images, 1 where they are equal.

    >>> x = tf.reshape(tf.range(144.0), [12, 12, 1])
    >>> round(float(tf.keras.ops.image.ssim(x, x, max_val=255.0)), 4)
    1.0
    """
    first, second = ranked(image1, "image1"), ranked(image2, "image2")
    dtype = dtype_of(first, float)
    one, _ = last(tensor(first, dtype), data_format)
    other, _ = last(tensor(second, dtype), data_format)
    found = _core.ssim(one, other, max_val, filter_size, filter_sigma, k1, k2)
    return tensor(found[0] if first.shape.rank == 3 else found, first.dtype)
