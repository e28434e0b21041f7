"""Images in other sizes: Lanczos filters, sizes kept in proportion, parts of an image.

Invariant: a filter is a matrix for each axis, so gradients of any order flow through products.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.taken_over import taken_over
from ..errors import InvalidArgumentError, OutOfRangeError

if TYPE_CHECKING:
    from .._typing import Array, IntsLike, TensorLike

_RADIUS = {"lanczos3": 3.0, "lanczos5": 5.0, "gaussian": 1.5, "mitchellcubic": 2.0}


def resize(
    images: TensorLike,
    size: IntsLike,
    method: str = "bilinear",
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> _core.Tensor:
    """Images `[..., height, width, channels]` in another `size`, two integers.

    `method` is `"bilinear"`, `"nearest"`, `"bicubic"`, `"area"`, `"lanczos3"`, `"lanczos5"`,
    `"gaussian"` or `"mitchellcubic"`. With `preserve_aspect_ratio` the size is the largest that
    fits; `antialias` widens the filter where an image shrinks. The result is `float32`, but for
    `"nearest"`. Differentiable.

    >>> tf.image.resize(tf.ones([1, 4, 4, 1]), [2, 2], method="lanczos3").numpy().ravel().tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    kind = getattr(method, "value", method)
    if kind not in _RADIUS:
        return _core.resize(images, size, kind, preserve_aspect_ratio, antialias)
    pixels = _core.convert_to_tensor(images)
    if pixels.shape.rank not in (3, 4):
        raise ValueError("'images' must have either 3 or 4 dimensions.")
    shape = pixels.shape.as_list()
    height, width = _wanted(size, shape[-3], shape[-2], preserve_aspect_ratio)
    rows = _weights(shape[-3], height, kind, antialias)
    columns = _weights(shape[-2], width, kind, antialias)
    lines = _core.reshape(_core.cast(pixels, _core.float32), [*shape[:-2], shape[-2] * shape[-1]])
    made = _core.reshape(_core.matmul(rows, lines), [*shape[:-3], height, *shape[-2:]])
    return _core.matmul(columns, made)


def _wanted(size: TensorLike, height: int, width: int, keep: bool) -> tuple[int, int]:
    wanted = np.asarray(_core.convert_to_tensor(size).numpy())
    if wanted.shape != (2,):
        raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    rows, columns = int(wanted[0]), int(wanted[1])
    if not keep:
        return rows, columns
    scale = min(rows / height, columns / width)
    return round(height * scale), round(width * scale)


def _filter(kind: str, x: Array) -> Array:
    x = np.abs(x)
    if kind == "gaussian":
        return np.where(x < 1.5, np.exp(-(x**2) / (2 * 0.5**2)), 0.0)
    if kind == "mitchellcubic":
        near = ((7.0 * x - 12.0) * x) * x + 16.0 / 3.0
        far = ((-7.0 / 3.0 * x + 12.0) * x - 20.0) * x + 32.0 / 3.0
        return np.where(x >= 2.0, 0.0, np.where(x >= 1.0, far, near)) / 6.0
    radius = _RADIUS[kind]
    safe = np.where(x <= 1e-3, 1.0, x)
    wave = radius * np.sin(np.pi * safe) * np.sin(np.pi * safe / radius) / (np.pi**2 * safe**2)
    return np.where(x > radius, 0.0, np.where(x <= 1e-3, 1.0, wave))


def _weights(size: int, wanted: int, kind: str, antialias: bool) -> _core.Tensor:
    """Which share each new pixel has of each old one, with pixels at their centres.

    Places are `float32`, as TensorFlow's: they decide which pixels a filter reaches.
    """
    one, half = np.float32(1.0), np.float32(0.5)
    step = one / (np.float32(wanted) / np.float32(size))
    wide = max(step, one) if antialias else one
    centre = (np.arange(wanted, dtype=np.float32) + half) * step
    reach = np.float32(_RADIUS[kind]) * wide
    first = np.clip(np.ceil(centre - reach - half), 0, size - 1)
    last = np.clip(np.floor(centre + reach - half), 0, size - 1)
    at = np.arange(size, dtype=np.float32)
    weights = _filter(kind, (at + half - centre[:, None]) / wide).astype(np.float32)
    weights = np.where((at >= first[:, None]) & (at <= last[:, None]), weights, np.float32(0.0))
    total = weights.sum(1, keepdims=True)
    outside = (centre < 0) | (centre > size)
    weights = np.where(np.abs(total) >= 1000 * np.finfo(np.float32).tiny, weights / total, 0.0)
    return _core.constant(np.where(outside[:, None], 0.0, weights), _core.float32)


@taken_over
def resize_with_pad(
    image: TensorLike,
    target_height: Any,
    target_width: Any,
    method: str = "bilinear",
    antialias: bool = False,
) -> _core.Tensor:
    """Resized in proportion until it fits, and filled up with zeros around it.

    >>> tf.image.resize_with_pad(tf.ones([2, 4, 1]), 4, 4).numpy()[:, 0, 0].tolist()
    [0.0, 1.0, 1.0, 0.0]
    """
    return padded(
        image, target_height, target_width, partial(resize, method=method, antialias=antialias)
    )


def padded(
    image: TensorLike, target_height: Any, target_width: Any, resized: Callable[..., _core.Tensor]
) -> _core.Tensor:
    """In proportion, as far as it fits, by `resized(pixels, size)`, with zeros around it."""
    pixels = _core.convert_to_tensor(image)
    if pixels.shape.rank not in (3, 4):
        raise ValueError(f"'image' (shape {pixels.shape}) must have either 3 or 4 dimensions.")
    height, width = int(target_height), int(target_width)
    if min(height, width) <= 0:
        raise ValueError("target_height and target_width must be > 0.")
    rows, columns = pixels.shape[-3], pixels.shape[-2]
    ratio = max(columns / width, rows / height)
    top, left = (height - rows / ratio) / 2, (width - columns / ratio) / 2
    size = [math.floor(rows / ratio), math.floor(columns / ratio)]
    made = resized(pixels, size)
    offset = max(0, math.floor(top)), max(0, math.floor(left))
    return _core.pad_to_bounding_box(made, *offset, height, width)


@taken_over
def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_indices: Any,
    crop_size: Any,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
    name: str | None = None,
) -> _core.Tensor:
    """Parts of images, each resized to `crop_size`: `[boxes, height, width, channels]`, `float32`.

    `boxes` are `[y1, x1, y2, x2]` in shares of the image, `box_indices` says of which. What lies
    outside is `extrapolation_value`. Differentiable in `image` and, for `"bilinear"`, `boxes`.

    >>> image = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    >>> tf.image.crop_and_resize(image, [[0.0, 0.0, 1.0, 1.0]], [0], [1, 1]).numpy().ravel()
    array([1.5], dtype=float32)
    """
    pixels = _core.cast(_core.convert_to_tensor(image), _core.float32)
    corners = _core.convert_to_tensor(boxes, _core.float32)
    batch = np.asarray(_core.convert_to_tensor(box_indices).numpy())
    height, width = np.asarray(_core.convert_to_tensor(crop_size).numpy()).tolist()
    if batch.size and not 0 <= batch.min() <= batch.max() < pixels.shape[0]:
        raise OutOfRangeError(
            None, None, f"box_index has values outside [0, {pixels.shape[0]}) [Op:CropAndResize]"
        )
    if method not in ("bilinear", "nearest"):
        raise InvalidArgumentError(
            None, None, f"method must be 'bilinear' or 'nearest', got {method}"
        )
    y = _samples(corners[:, 0], corners[:, 2], pixels.shape[1], int(height))
    x = _samples(corners[:, 1], corners[:, 3], pixels.shape[2], int(width))
    inside = _inside(y, pixels.shape[1])[:, :, None] & _inside(x, pixels.shape[2])[:, None, :]
    found = (_bilinear if method == "bilinear" else _nearest)(pixels, batch, y, x)
    blank = _core.constant(extrapolation_value, _core.float32)
    return _core.where(inside[..., None], found, blank)


def _samples(first: _core.Tensor, last: _core.Tensor, size: int, count: int) -> _core.Tensor:
    """Where `count` pixels between two shares of an axis lie, for each box."""
    first, last = (_core.expand_dims(side, 1) * float(size - 1) for side in (first, last))
    if count == 1:
        return (first + last) * 0.5
    return first + _core.range(float(count)) * ((last - first) / float(count - 1))


def _inside(at: _core.Tensor, size: int) -> Array:
    where = at.numpy()
    return (where >= 0) & (where <= size - 1)


def _corner(pixels: _core.Tensor, batch: Array, y: Array, x: Array) -> _core.Tensor:
    """The pixels at integers `y` (rows of each box) and `x` (columns of each box)."""
    _, height, width, channels = pixels.shape.as_list()
    rows = (batch[:, None] * height + np.clip(y, 0, height - 1))[:, :, None]
    at = (rows * width + np.clip(x, 0, width - 1)[:, None, :]).astype(np.int64)
    return _core.gather(_core.reshape(pixels, [-1, channels]), at)


def _nearest(pixels: Any, batch: Any, y: Any, x: Any) -> Any:
    near = [np.floor(at.numpy() + 0.5) for at in (y, x)]
    return _corner(pixels, batch, *near)


def _bilinear(pixels: _core.Tensor, batch: Array, y: _core.Tensor, x: _core.Tensor) -> _core.Tensor:
    top, left = np.floor(y.numpy()), np.floor(x.numpy())
    bottom, right = np.ceil(y.numpy()), np.ceil(x.numpy())
    down = _core.reshape(y - top, [*y.shape.as_list(), 1, 1])
    over = _core.reshape(x - left, [x.shape[0], 1, x.shape[1], 1])
    upper = _mixed(_corner(pixels, batch, top, left), _corner(pixels, batch, top, right), over)
    lower = _mixed(
        _corner(pixels, batch, bottom, left), _corner(pixels, batch, bottom, right), over
    )
    return _mixed(upper, lower, down)


def _mixed(one: _core.Tensor, other: _core.Tensor, share: _core.Tensor) -> _core.Tensor:
    return one + (other - one) * share
