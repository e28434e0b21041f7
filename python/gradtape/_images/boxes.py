"""Boxes in images: which overlap, which to keep, and drawn as frames.

Boxes are `[y1, x1, y2, x2]`. What is chosen are indices, which have no gradient.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._typing import Array, FloatLike, IntLike, TensorLike


def _array(given: TensorLike) -> Array:
    return np.asarray(_core.convert_to_tensor(given, dtype_hint=_core.float32).numpy())


def _overlap(box: Array, others: Array) -> Array:
    """The share of the union that the box and each of the others have in common."""
    low, high = np.minimum(box[:2], box[2:]), np.maximum(box[:2], box[2:])
    lows, highs = np.minimum(others[:, :2], others[:, 2:]), np.maximum(others[:, :2], others[:, 2:])
    area, areas = (high - low).prod(), (highs - lows).prod(1)
    common = np.clip(np.minimum(high, highs) - np.maximum(low, lows), 0, None).prod(1)
    union = area + areas - common
    empty = (area <= 0) | (areas <= 0)
    return np.where(empty, 0.0, common / np.where(empty, 1.0, union))


def _checked(boxes: TensorLike, scores: TensorLike) -> tuple[Any, Any]:
    corners, values = _array(boxes), _array(scores)
    if corners.ndim != 2 or corners.shape[1] != 4:
        raise ValueError(f"boxes must have shape [n, 4], got {list(corners.shape)}")
    if values.shape != corners.shape[:1]:
        text = f"scores has incompatible shape {list(values.shape)}"
        raise InvalidArgumentError(None, None, text)
    return corners, values


def non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: IntLike,
    iou_threshold: FloatLike = 0.5,
    score_threshold: FloatLike = float("-inf"),
    name: str | None = None,
) -> _core.Tensor:
    """The indices of the boxes of highest score of which no two overlap by more than a share.

    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9], [0.0, 5.0, 1.0, 6.0]]
    >>> tf.image.non_max_suppression(boxes, [0.9, 0.8, 0.7], 3).numpy().tolist()
    [0, 2]
    """
    corners, values = _checked(boxes, scores)
    most, share = int(max_output_size), _share(iou_threshold)
    chosen, _ = _suppressed(corners, values, most, share, float(score_threshold), 0.0)
    return _core.constant(np.array(chosen, np.int32))


def _share(threshold: Any) -> float:
    share = float(threshold)
    if not 0 <= share <= 1:
        raise InvalidArgumentError(None, None, "iou_threshold must be in [0, 1]")
    return share


def non_max_suppression_with_scores(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: IntLike,
    iou_threshold: FloatLike = 0.5,
    score_threshold: FloatLike = float("-inf"),
    soft_nms_sigma: Any = 0.0,
    name: str | None = None,
) -> tuple[_core.Tensor, _core.Tensor]:
    """As `non_max_suppression`, and scores, which `soft_nms_sigma` lowers where boxes overlap.

    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 5.0, 1.0, 6.0]]
    >>> tf.image.non_max_suppression_with_scores(boxes, [0.25, 0.5], 3)[1].numpy().tolist()
    [0.5, 0.25]
    """
    corners, values = _checked(boxes, scores)
    least, sigma = float(score_threshold), float(soft_nms_sigma)
    share = _share(iou_threshold)
    chosen, found = _suppressed(corners, values, int(max_output_size), share, least, sigma)
    return _core.constant(np.array(chosen, np.int32)), _core.constant(np.array(found, values.dtype))


def _suppressed(
    boxes: Array, scores: Array, most: int, share: float, least: float, sigma: float
) -> tuple[list[int], list[float]]:
    """Greedy choice; with `sigma`, Bodla et al., 2017."""
    left = scores.astype(np.float64).copy()
    open_ = scores > least
    chosen: list[int] = []
    found: list[float] = []
    while open_.any() and len(chosen) < most:
        best = int(np.where(open_, left, -np.inf).argmax())
        chosen.append(best)
        found.append(left[best])
        open_[best] = False
        common = _overlap(boxes[best], boxes)
        if sigma > 0:
            left = left * np.where(open_, np.exp(-0.5 / sigma * common**2), 1.0)
            open_ &= left > least
        open_ &= common <= share if sigma <= 0 else True
    return chosen, found


def non_max_suppression_overlaps(
    overlaps: Any,
    scores: TensorLike,
    max_output_size: IntLike,
    overlap_threshold: FloatLike = 0.5,
    score_threshold: FloatLike = float("-inf"),
    name: str | None = None,
) -> _core.Tensor:
    """As `non_max_suppression`, from a square matrix of how much boxes overlap.

    >>> tf.image.non_max_suppression_overlaps([[1.0, 0.9], [0.9, 1.0]], [0.5, 0.8], 2).numpy()
    array([1], dtype=int32)
    """
    shares, values = _array(overlaps), _array(scores)
    open_ = values > float(score_threshold)
    chosen: list[int] = []
    while open_.any() and len(chosen) < int(max_output_size):
        best = int(np.where(open_, values, -np.inf).argmax())
        chosen.append(best)
        open_[best] = False
        open_ &= shares[best] <= float(overlap_threshold)
    return _core.constant(np.array(chosen, np.int32))


def non_max_suppression_padded(
    boxes: TensorLike, scores: TensorLike, max_output_size: IntLike, iou_threshold: FloatLike = 0.5,
    score_threshold: FloatLike = float("-inf"), pad_to_max_output_size: bool = False,
    name: str | None = None, sorted_input: bool = False, canonicalized_coordinates: bool = False,
    tile_size: int = 512,
) -> tuple[_core.Tensor, _core.Tensor]:  # fmt: skip
    """As `non_max_suppression`, and how many there are; for a batch too, which is always padded.

    Padding is zeros. The last three arguments change nothing.

    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9], [0.0, 5.0, 1.0, 6.0]]
    >>> chosen, count = tf.image.non_max_suppression_padded(
    ...     boxes, [0.9, 0.8, 0.7], 4, pad_to_max_output_size=True)
    >>> chosen.numpy().tolist(), int(count)
    ([0, 2, 0, 0], 2)
    """
    corners, values = _array(boxes), _array(scores)
    lead, most = corners.shape[:-2], int(max_output_size)
    rows, counts = [], []
    images = corners.reshape(-1, *corners.shape[-2:]), values.reshape(-1, values.shape[-1])
    for box, score in zip(*images):
        chosen = non_max_suppression(box, score, most, iou_threshold, score_threshold).numpy()
        counts.append(len(chosen))
        rows.append(np.pad(chosen, (0, most - len(chosen))))
    if not lead and not pad_to_max_output_size:
        rows = [rows[0][: counts[0]]]
    found = np.array(rows, np.int32).reshape(*lead, -1)
    return _core.constant(found), _core.constant(np.array(counts, np.int32).reshape(lead))


class CombinedNonMaxSuppression(NamedTuple):
    """What `combined_non_max_suppression` returns."""

    nmsed_boxes: Any
    nmsed_scores: Any
    nmsed_classes: Any
    valid_detections: Any


def combined_non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size_per_class: IntLike,
    max_total_size: IntLike,
    iou_threshold: FloatLike = 0.5,
    score_threshold: FloatLike = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> CombinedNonMaxSuppression:
    """`non_max_suppression` for each class of each image, the best of all together.

    `boxes` are `[batch, n, q, 4]` (`q` is 1 or the number of classes), `scores` `[batch, n,
    classes]`. Results are filled up with zeros.

    >>> found = tf.image.combined_non_max_suppression(
    ...     [[[[0.0, 0.0, 1.0, 1.0]]]], [[[0.5, 0.75]]], 2, 2)
    >>> found.nmsed_classes.numpy().tolist()
    [[1.0, 0.0]]
    """
    corners, values = _array(boxes), _array(scores)
    total, each = int(max_total_size), int(max_output_size_per_class)
    if pad_per_class:
        total = min(total, each * values.shape[2])
    rows = []
    for image, points in zip(corners, values, strict=True):
        found = _of_image(image, points, each, _share(iou_threshold), float(score_threshold))
        rows.append(_filled(found[:total], total, clip_boxes))
    columns = [np.array(column, np.float32) for column in zip(*rows, strict=True)]
    made = [_core.constant(column) for column in columns[:3]]
    counts = _core.constant(columns[3].astype(np.int32))
    return CombinedNonMaxSuppression(made[0], made[1], made[2], counts)


def _of_image(boxes: Array, scores: Array, most: int, share: float, least: float) -> list[Any]:
    found = []
    for kind in range(scores.shape[1]):
        of_kind = boxes[:, min(kind, boxes.shape[1] - 1)]
        chosen, points = _suppressed(of_kind, scores[:, kind], most, share, least, 0.0)
        found += [(p, kind, of_kind[c]) for c, p in zip(chosen, points, strict=True)]
    return sorted(found, key=lambda one: -one[0])


def _filled(found: list[Any], total: int, clip: bool) -> tuple[Any, Any, Any, int]:
    boxes, points, kinds = np.zeros((total, 4)), np.zeros(total), np.zeros(total)
    for place, (point, kind, box) in enumerate(found):
        boxes[place] = np.clip(box, 0.0, 1.0) if clip else box
        points[place], kinds[place] = point, kind
    return boxes, points, kinds, len(found)


def draw_bounding_boxes(
    images: TensorLike, boxes: TensorLike, colors: TensorLike | None = None, name: str | None = None
) -> _core.Tensor:
    """Images `[batch, height, width, channels]` with frames one pixel wide around boxes.

    `boxes` are `[batch, n, 4]` in shares of the image; frame `i` has colour `colors[i % count]`.

    >>> boxes = [[[0.0, 0.0, 1.0, 1.0]]]
    >>> tf.image.draw_bounding_boxes(tf.zeros([1, 3, 3, 3]), boxes, [[1.0, 0.0, 0.0]])[0, 1, :, 0]
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 0., 1.], dtype=float32)>
    """
    pixels = np.array(_array(images))
    dtype = _core.convert_to_tensor(images).dtype
    palette = None if colors is None else _array(colors)
    if palette is None or not len(palette):
        grey = pixels.shape[3] == 1
        palette = np.ones((1, 1)) if grey else _PALETTE[:, : pixels.shape[3]]
    for image, frames in zip(pixels, _array(boxes), strict=True):
        for number, box in enumerate(frames):
            _draw(image, box, palette[number % len(palette)][: image.shape[2]])
    return _core.constant(pixels, dtype)


_PALETTE = np.array(
    [
        [1, 1, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1], [0, 1, 0, 1], [0.5, 0, 0.5, 1],
        [0.5, 0.5, 0, 1], [0.5, 0, 0, 1], [0, 0, 0.5, 1], [0, 1, 1, 1], [1, 0, 1, 1],
    ]
)  # fmt: skip


def _draw(image: Array, box: Array, colour: Array) -> None:
    height, width = image.shape[:2]
    top, bottom = (int(box[i] * (height - 1)) for i in (0, 2))
    left, right = (int(box[i] * (width - 1)) for i in (1, 3))
    if top > bottom or left > right or bottom < 0 or right < 0 or top >= height or left >= width:
        return
    rows = slice(max(top, 0), min(bottom, height - 1) + 1)
    columns = slice(max(left, 0), min(right, width - 1) + 1)
    for row in (top, bottom):
        if 0 <= row < height:
            image[row, columns] = colour
    for column in (left, right):
        if 0 <= column < width:
            image[rows, column] = colour
