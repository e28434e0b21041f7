"""Bounding boxes beside others: as distances from anchors, and how far they overlap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..settings import epsilon
from .boxes import convert_format, parts

if TYPE_CHECKING:
    from ..._typing import TensorLike

_ENCODED = ("center_xywh", "center_yxhw")
_NO_SHAPE = (
    "When using relative bounding box formats (e.g. `rel_yxyx`) the `image_shape` argument must be "
    "provided.Received `image_shape`: {}"
)


def encode_box_to_deltas(
    anchors: TensorLike,
    boxes: TensorLike,
    anchor_format: str,
    box_format: str,
    encoding_format: str = "center_yxhw",
    variance: TensorLike | None = None,
    image_shape: Sequence[Any] | None = None,
) -> Any:
    """Where boxes lie beside anchors, in sizes of these, and the logarithms of the sizes.

    The inverse is `decode_deltas_to_boxes`. `variance` divides the four numbers.

    >>> import gradtape as tf
    >>> boxes = tf.keras.utils.bounding_boxes
    >>> deltas = boxes.encode_box_to_deltas([[0, 0, 2, 2]], [[1, 0, 3, 2]], "xyxy", "xyxy")
    >>> deltas.numpy().tolist()
    [[0.0, 0.5, 0.0, 0.0]]
    """
    scale = _scale(variance)
    if encoding_format not in _ENCODED:
        raise ValueError(
            "`encoding_format` should be one of 'center_xywh' or 'center_yxhw', "
            f"got {encoding_format}"
        )
    height, width = _sizes(image_shape)
    begin = convert_format(anchors, anchor_format, encoding_format, height, width)
    end = convert_format(boxes, box_format, encoding_format, height, width)
    sizes = _core.maximum(begin[..., 2:], epsilon())
    moved = (end[..., :2] - begin[..., :2]) / sizes
    grown = _core.log(_core.maximum(end[..., 2:], epsilon()) / sizes)
    deltas = _core.concat([moved, grown], -1)
    return deltas if scale is None else deltas / scale


def decode_deltas_to_boxes(
    anchors: Any,
    boxes_delta: Any,
    anchor_format: str,
    box_format: str,
    encoded_format: str = "center_yxhw",
    variance: TensorLike | None = None,
    image_shape: Sequence[Any] | None = None,
) -> Any:
    """The boxes that lie so beside anchors; dicts of both have a dict of boxes.

    >>> import gradtape as tf
    >>> boxes = tf.keras.utils.bounding_boxes
    >>> found = boxes.decode_deltas_to_boxes(
    ...     [[0, 0, 2, 2]], tf.constant([[0.0, 0.5, 0.0, 0.0]]), "xyxy", "xyxy"
    ... )
    >>> found.numpy().tolist()
    [[1.0, 0.0, 3.0, 2.0]]
    """
    scale = _scale(variance)
    if encoded_format not in _ENCODED:
        raise ValueError(
            "`encoded_format` should be 'center_xywh' or 'center_yxhw', "
            f"but got '{encoded_format}'."
        )
    height, width = _sizes(image_shape)

    def decoded(anchor: Any, delta: Any) -> Any:
        begin = convert_format(anchor, anchor_format, encoded_format, height, width)
        delta = _core.convert_to_tensor(delta)
        delta = delta if scale is None else delta * scale
        moved = delta[..., :2] * begin[..., 2:] + begin[..., :2]
        grown = _core.exp(delta[..., 2:]) * begin[..., 2:]
        box = _core.concat([moved, grown], -1)
        return convert_format(box, encoded_format, box_format, height, width)

    if isinstance(anchors, dict) and isinstance(boxes_delta, dict):
        return {level: decoded(anchor, boxes_delta[level]) for level, anchor in anchors.items()}
    return decoded(anchors, boxes_delta)


def _scale(variance: TensorLike | None) -> Any:
    if variance is None:
        return None
    scale = _core.convert_to_tensor(variance, "float32")
    if scale.shape[-1] != 4:
        raise ValueError(f"`variance` must be length 4, got {scale}")
    return scale


def _sizes(image_shape: Sequence[Any] | None) -> tuple[Any, Any]:
    return (None, None) if image_shape is None else (image_shape[0], image_shape[1])


def compute_iou(
    boxes1: TensorLike,
    boxes2: TensorLike,
    bounding_box_format: str,
    use_masking: bool = False,
    mask_val: TensorLike = -1,
    image_shape: Sequence[Any] | None = None,
) -> Any:
    """How far each of the first boxes overlaps each of the second, as a share of their union.

    Boxes are `[number, 4]` or `[batch, number, 4]`. With `use_masking`, `mask_val` where a box has
    no number that is 0 or more.

    >>> import gradtape as tf
    >>> boxes = tf.keras.utils.bounding_boxes
    >>> iou = boxes.compute_iou([[0.0, 0.0, 2.0, 2.0]], [[1.0, 0.0, 3.0, 2.0]], "xyxy")
    >>> round(float(iou[0, 0]), 4)
    0.3333
    """
    first, second = _core.convert_to_tensor(boxes1), _core.convert_to_tensor(boxes2)
    ranks = first.shape.rank, second.shape.rank
    for name, rank in zip(("boxes1", "boxes2"), ranks, strict=True):
        if rank not in (2, 3):
            raise ValueError(
                f"compute_iou() expects {name} to be batched, or to be unbatched. "
                f"Received len(boxes1.shape)={ranks[0]}, len(boxes2.shape)={ranks[1]}. Expected "
                f"either len({name}.shape)=2 AND or len({name}.shape)=3."
            )
    if "rel" in bounding_box_format and image_shape is None:
        raise ValueError(_NO_SHAPE.format(image_shape))
    height, width = _sizes(image_shape)
    first, second = (
        convert_format(boxes, bounding_box_format, "yxyx", height, width)
        for boxes in (first, second)
    )
    ones, others = parts(first[..., :, None, :]), parts(second[..., None, :, :])
    high, wide = (
        _core.maximum(
            _core.minimum(ones[end], others[end]) - _core.maximum(ones[end - 2], others[end - 2]),
            0.0,
        )
        for end in (2, 3)
    )
    both = (high * wide)[..., 0]
    areas = [((c - a) * (d - b))[..., 0] for a, b, c, d in (ones, others)]
    shares = both / (areas[0] + areas[1] - both + epsilon())
    if not use_masking:
        return shares
    hidden = [_core.reduce_max(boxes, -1) < 0.0 for boxes in (first, second)]
    nothing = _core.logical_or(hidden[0][..., :, None], hidden[1][..., None, :])
    return _core.where(nothing, _core.cast(mask_val, shares.dtype), shares)


def compute_ciou(
    boxes1: TensorLike,
    boxes2: TensorLike,
    bounding_box_format: str,
    image_shape: Sequence[Any] | None = None,
) -> Any:
    """The overlap of pairs of boxes, less for centers that are apart and for other shapes (Zheng
    and others, 2020).

    >>> import gradtape as tf
    >>> boxes = tf.keras.utils.bounding_boxes
    >>> ciou = boxes.compute_ciou([[0.0, 0.0, 2.0, 2.0]], [[0.0, 0.0, 2.0, 2.0]], "xyxy")
    >>> round(float(ciou[0]), 4)
    1.0
    """
    if "rel" in bounding_box_format:
        raise ValueError(_NO_SHAPE.format(image_shape))
    height, width = _sizes(image_shape)
    ones, others = (
        tuple(
            part[..., 0]
            for part in parts(convert_format(boxes, bounding_box_format, "xyxy", height, width))
        )
        for boxes in (boxes1, boxes2)
    )
    tiny = epsilon()
    wide = [c - a for a, _, c, _ in (ones, others)]
    high = [d - b + tiny for _, b, _, d in (ones, others)]
    shared, around = [], []
    for low, end in ((0, 2), (1, 3)):
        apart = _core.minimum(ones[end], others[end]) - _core.maximum(ones[low], others[low])
        shared.append(_core.maximum(apart, 0.0))
        around.append(_core.maximum(ones[end], others[end]) - _core.minimum(ones[low], others[low]))
    both = shared[0] * shared[1]
    union = wide[0] * high[0] + wide[1] * high[1] - both + tiny
    iou = both / (union + tiny)
    diagonal = around[0] ** 2 + around[1] ** 2 + tiny
    centers = sum(((ones[i] + ones[i + 2] - others[i] - others[i + 2]) / 2.0) ** 2 for i in (0, 1))
    turned = _core.atan(wide[1] / high[1]) - _core.atan(wide[0] / high[0])
    form = 4.0 / math.pi**2 * turned**2
    return iou - (centers / diagonal + form * form / (form - iou + (1.0 + tiny)))
