"""Parts of images: windows around places, and boxes drawn at random."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._typing import Array, IntsLike, TensorLike


def extract_glimpse(
    input: TensorLike, size: IntsLike, offsets: Any, centered: bool = True, normalized: bool = True,
    noise: str = "uniform", name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """A window `size` of each image `[batch, height, width, channels]`, at its own place.

    `offsets`, `[batch, 2]`, are a place down and across. `normalized` ones go from -1 to 1 and name
    the window's centre if `centered`, else from 0 to 1 and name its corner; in pixels they count
    from the middle of the image or from its corner. What lies outside of the image is `noise`:
    zero, uniform (0 to 1) or gaussian. The gradient goes to `input` alone. Errors: `ValueError` for
    other noise.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.image.extract_glimpse(x, [1, 1], [[0.0, 0.0]])[0, 0, 0].numpy().tolist()
    [4.0]
    """
    images = _core.convert_to_tensor(input, dtype_hint=_core.float32)
    if noise not in _NOISE:
        raise ValueError(f"noise is one of {', '.join(_NOISE)}, not {noise!r}")
    height, width = (int(n) for n in np.asarray(size))
    corners = _corners(images, np.array([height, width]), offsets, centered, normalized)
    below, across = corners[:, :1] + np.arange(height), corners[:, 1:] + np.arange(width)
    at = np.stack(np.broadcast_arrays(below[:, :, None], across[:, None, :]), -1)
    last = np.array(images.shape[1:3].as_list()) - 1
    inside = ((at >= 0) & (at <= last)).all(-1, keepdims=True)
    found = _core.gather_nd(images, np.clip(at, 0, last).astype(np.int64), batch_dims=1)
    return _core.where(inside, found, _NOISE[noise](found.shape, dtype=found.dtype))


_NOISE: dict[str, Callable[..., Any]] = {
    "uniform": _core.random_uniform,
    "gaussian": _core.random_normal,
    "zero": _core.zeros,
}


def _corners(
    images: _core.Tensor, size: Array, offsets: TensorLike, centered: bool, normalized: bool
) -> Array:
    """The first pixel of each window."""
    whole = np.array(images.shape[1:3].as_list(), np.float32)
    given = np.asarray(_core.cast(offsets, _core.float32).numpy())
    if normalized and centered:
        given = (given + 1) * whole / 2 - size / 2
    elif normalized:
        given = given * whole
    elif centered:
        given = given + whole / 2
    return np.trunc(given).astype(np.int64)


# --- boxes drawn at random ------------------------------------------------------------------------


class DistortedBox(NamedTuple):
    """Where a part of an image begins, how large it is, and its box in shares of the image."""

    begin: Any
    size: Any
    bboxes: Any


def sample_distorted_bounding_box(
    image_size: TensorLike, bounding_boxes: TensorLike, seed: IntsLike = 0,
    min_object_covered: TensorLike = 0.1, aspect_ratio_range: Any = None, area_range: Any = None,
    max_attempts: int | None = None, use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> DistortedBox:  # fmt: skip
    """As `stateless_sample_distorted_bounding_box`, from the global seed and `seed`.

    >>> box = tf.image.sample_distorted_bounding_box([8, 8, 3], [[[0.0, 0.0, 1.0, 1.0]]])
    >>> tf.slice(tf.zeros([8, 8, 3]), box.begin, box.size).shape[2]
    3
    """
    operation_seed = int(np.asarray(seed).reshape(-1)[-1]) or None
    pair = _core.random_uniform([2], 0, 2**31 - 1, _core.int32, seed=operation_seed)
    return stateless_sample_distorted_bounding_box(
        image_size, bounding_boxes, pair, min_object_covered, aspect_ratio_range, area_range,
        max_attempts, use_image_if_no_bounding_boxes,
    )  # fmt: skip


def stateless_sample_distorted_bounding_box(
    image_size: TensorLike, bounding_boxes: TensorLike, seed: IntsLike,
    min_object_covered: Any = 0.1, aspect_ratio_range: Any = None, area_range: Any = None,
    max_attempts: int | None = None, use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> DistortedBox:  # fmt: skip
    """A part of an image that shows at least a share of one of the boxes `[1, n, 4]`.

    Its aspect ratio (width by height) and its share of the image are in their ranges, (0.75, 1.33)
    and (0.05, 1) by default. After `max_attempts` (100) it is the whole image. Errors:
    `InvalidArgumentError` without boxes, unless `use_image_if_no_bounding_boxes`, which takes the
    whole image for one.

    >>> box = tf.image.stateless_sample_distorted_bounding_box(
    ...     [100, 80, 3], [[[0.1, 0.2, 0.5, 0.9]]], seed=[1, 2], min_object_covered=0.5)
    >>> box.begin.numpy().tolist(), box.size.numpy().tolist()
    ([12, 3, 0], [58, 72, -1])
    """
    height, width = (int(n) for n in np.asarray(_core.convert_to_tensor(image_size))[:2])
    boxes = np.asarray(_core.cast(bounding_boxes, _core.float32).numpy()).reshape(-1, 4)
    if not len(boxes) and not use_image_if_no_bounding_boxes:
        raise InvalidArgumentError(
            None, None, "No bounding boxes provided as input. One must enable "
            "use_image_if_no_bounding_boxes if you wish to not provide any bounding boxes.",
        )  # fmt: skip
    if not len(boxes):
        boxes = np.array([[0.0, 0.0, 1.0, 1.0]], np.float32)
    objects = (boxes * np.array([height, width, height, width], np.float32)).astype(np.int64)
    aspects = (0.75, 1.33) if aspect_ratio_range is None else aspect_ratio_range
    areas = (0.05, 1.0) if area_range is None else area_range
    words = _words(seed)
    found = (0, 0, height, width)
    for _ in range(100 if max_attempts is None else max_attempts):
        aspect = _share(words) * (aspects[1] - aspects[0]) + aspects[0]
        part = _part(height, width, areas, aspect, words)
        if part is not None and _shows(part, objects, float(min_object_covered)):
            found = part
            break
    return _box(found, height, width)


_WHOLE: Any = None  # no bounds: every value that the type has
Part = tuple[int, int, int, int]


def _words(seed: IntsLike) -> Iterator[int]:
    """The words of the stream of a seed."""
    count = 256
    while True:
        words = _core.stateless_uniform([count], seed, _WHOLE, _WHOLE, _core.int32).numpy()
        yield from words.view(np.uint32)[0 if count == 256 else count // 4 :].tolist()
        count *= 4


def _share(words: Iterator[int]) -> float:
    """A number from 0 to 1 of single precision, from the low bits of a word."""
    return (next(words) & (2**23 - 1)) / 2**23


def _below(count: int, words: Iterator[int]) -> int:
    """A number below `count`, all equally likely."""
    if count & (count - 1) == 0:
        return next(words) & (count - 1)
    least = (2**32 - 1) % count + 1
    word = next(words)
    while word < least:
        word = next(words)
    return word % count


def _part(height: int, width: int, areas: Any, aspect: float, words: Iterator[int]) -> Part | None:
    """A part of the image of this aspect ratio, or None where its area is not to be had."""
    least, most = (area * height * width for area in areas)
    tall, tallest = (round(math.sqrt(area / aspect)) for area in (least, most))
    if round(tallest * aspect) > width:
        tallest = int((width + 0.5 - 1e-7) / aspect)
    tallest = min(tallest, height)
    tall = min(tall, tallest)
    if tall < tallest:
        tall += _below(tallest - tall + 1, words)
    wide = round(tall * aspect)
    if tall * wide < least:
        tall += 1
        wide = round(tall * aspect)
    if tall * wide > most:
        tall -= 1
        wide = round(tall * aspect)
    fits = 0 < wide <= width and 0 < tall <= height and least <= tall * wide <= most
    if not fits:
        return None
    y = _below(height - tall, words) if tall < height else 0
    x = _below(width - wide, words) if wide < width else 0
    return y, x, tall, wide


def _shows(part: Part, objects: Array, share: float) -> bool:
    """Whether the part has at least a share of the area of one of the objects."""
    y, x, tall, wide = part
    for top, left, bottom, right in objects.tolist():
        down, across = min(y + tall, bottom) - max(y, top), min(x + wide, right) - max(x, left)
        area = (bottom - top) * (right - left)
        if area and max(down, 0) * max(across, 0) / area >= share:
            return True
    return False


def _box(part: Part, height: int, width: int) -> DistortedBox:
    y, x, tall, wide = part
    shares = [y / height, x / width, (y + tall) / height, (x + wide) / width]
    begin, size = _core.constant([y, x, 0]), _core.constant([tall, wide, -1])
    return DistortedBox(begin, size, _core.constant([[shares]]))
