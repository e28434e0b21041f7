"""Bounding boxes in pictures: their formats, and what happens to them when a picture is cut.

Invariant: whatever the format, a box is computed with as its corners, `x1, y1, x2, y2`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core

if TYPE_CHECKING:
    from ..._typing import DTypeLike, TensorLike

Corners = tuple[Any, Any, Any, Any]

_ABSOLUTE = ("xyxy", "yxyx", "xywh", "center_xywh")
_FORMATS = (*_ABSOLUTE, "center_yxhw", *(f"rel_{name}" for name in _ABSOLUTE))

_OTHER_FORMAT = "bounding_box_format={!r}: convert the boxes to {} first (`convert_format`)"


def parts(boxes: Any) -> Corners:
    """The four numbers of each box, in its last axis, each with an axis of length 1.

    >>> import gradtape as tf
    >>> from gradtape._keras.preprocessing.boxes import parts
    >>> [part.numpy().tolist() for part in parts(tf.constant([[1, 2, 3, 4]]))]
    [[[1]], [[2]], [[3]], [[4]]]
    """
    a, b, c, d = (boxes[..., place : place + 1] for place in range(4))
    return a, b, c, d


def convert_format(
    boxes: TensorLike | dict[str, Any],
    source: str,
    target: str,
    height: TensorLike | None = None,
    width: TensorLike | None = None,
    dtype: DTypeLike = "float32",
) -> Any:
    """Boxes `[..., 4]` in another format; of a dict its "boxes".

    Formats are "xyxy", "yxyx" (the corners), "xywh", "center_xywh" and "center_yxhw" (a corner or
    the center, and sizes), and with "rel_" before the first four as shares of `width` and
    `height`. `ValueError` for another format, or where the sizes are missing.

    >>> import gradtape as tf
    >>> boxes = tf.keras.utils.bounding_boxes.convert_format([[1, 2, 5, 4]], "xyxy", "xywh")
    >>> boxes.numpy().tolist()
    [[1.0, 2.0, 4.0, 2.0]]
    """
    if isinstance(boxes, dict):
        boxes["boxes"] = convert_format(boxes["boxes"], source, target, height, width, dtype)
        return boxes
    found = _core.convert_to_tensor(boxes)
    if found.shape[-1] != 4:
        raise ValueError(
            "`boxes` must be a tensor with the last dimension of 4. "
            f"Received: boxes.shape={tuple(found.shape)}"
        )
    source, target = source.lower(), target.lower()
    if source not in _FORMATS or target not in _FORMATS:
        raise ValueError(f"Invalid source or target format. Supported formats: {_FORMATS}")
    if "rel_" in source + target and (width is None or height is None):
        raise ValueError(
            "convert_format() must receive `height` and `width` transforming between relative and "
            f"absolute formats.convert_format() received source=`{source}`, target=`{target}, "
            f"but height={height!r} and width={width!r}."
        )
    found = _core.cast(found, dtype)
    if source == target:
        return found
    across, down = (None if size is None else _core.cast(size, dtype) for size in (width, height))
    if source.startswith("rel_") and target.startswith("rel_"):
        source, target = source.removeprefix("rel_"), target.removeprefix("rel_")
    return _core.concat(
        _from_corners(_corners(found, source, across, down), target, across, down), -1
    )


def _corners(boxes: Any, source: str, across: Any, down: Any) -> Corners:
    a, b, c, d = parts(boxes)
    kind = source.removeprefix("rel_")
    if kind in ("yxyx", "center_yxhw"):
        a, b, c, d = b, a, d, c
    if kind == "xywh":
        c, d = a + c, b + d
    elif kind.startswith("center"):
        half, high = c / 2.0, d / 2.0
        a, b, c, d = a - half, b - high, a + half, b + high
    if source.startswith("rel_"):
        a, b, c, d = a * across, b * down, c * across, d * down
    return a, b, c, d


def _from_corners(corners: Corners, target: str, across: Any, down: Any) -> list[Any]:
    a, b, c, d = corners
    kind = target.removeprefix("rel_")
    if target.startswith("rel_"):
        a, b, c, d = a / across, b / down, c / across, d / down
    if kind == "xywh":
        c, d = c - a, d - b
    elif kind.startswith("center"):
        a, b, c, d = (a + c) / 2.0, (b + d) / 2.0, c - a, d - b
    return [b, a, d, c] if kind in ("yxyx", "center_yxhw") else [a, b, c, d]


def clip_to_image_size(
    bounding_boxes: dict[str, Any],
    height: TensorLike | None = None,
    width: TensorLike | None = None,
    bounding_box_format: str = "xyxy",
) -> dict[str, Any]:
    """Boxes cut at the edges of the picture; the labels of what lies outside become -1.

    >>> import gradtape as tf
    >>> boxes = {"boxes": tf.constant([[-1.0, 2.0, 9.0, 4.0]]), "labels": tf.constant([3])}
    >>> tf.keras.utils.bounding_boxes.clip_to_image_size(boxes, 8, 6)["boxes"].numpy().tolist()
    [[0.0, 2.0, 6.0, 4.0]]
    """
    if bounding_box_format not in ("xyxy", "rel_xyxy"):
        raise NotImplementedError(_OTHER_FORMAT.format(bounding_box_format, "xyxy or rel_xyxy"))
    absolute = bounding_box_format == "xyxy"
    if absolute and (height is None or width is None):
        raise ValueError("`height` and `width` must be set if `format='xyxy'`.")
    boxes = _core.convert_to_tensor(bounding_boxes["boxes"])
    cut = _cut(parts(boxes), *((width, height) if absolute else (1.0, 1.0)))
    found = {**bounding_boxes, "boxes": _core.concat(cut, -1)}
    if bounding_boxes.get("labels") is not None:
        labels = _core.convert_to_tensor(bounding_boxes["labels"])
        area = ((cut[2] - cut[0]) * (cut[3] - cut[1]))[..., 0]
        found["labels"] = _core.where(area > 0, labels, _core.cast(-1, labels.dtype))
    return found


def _cut(corners: Corners, width: Any, height: Any) -> list[Any]:
    kind = corners[0].dtype
    zero, limits = _core.cast(0, kind), [_core.cast(size, kind) for size in (width, height)]
    return [_core.clip_by_value(one, zero, limits[place % 2]) for place, one in enumerate(corners)]


def _moved(boxes: Any, left: Any, top: Any, bounding_box_format: str) -> Corners:
    if bounding_box_format != "xyxy":
        raise NotImplementedError(_OTHER_FORMAT.format(bounding_box_format, "xyxy"))
    a, b, c, d = parts(_core.convert_to_tensor(boxes))
    return a + left, b + top, c + left, d + top


def crop(
    boxes: TensorLike,
    top: Any,
    left: Any,
    height: Any,
    width: Any,
    bounding_box_format: str = "xyxy",
) -> Any:
    """Boxes in a picture of which this part is left, cut at its edges.

    >>> import gradtape as tf
    >>> cropped = tf.keras.utils.bounding_boxes.crop([[10.0, 20.0, 50.0, 60.0]], 10, 20, 40, 30)
    >>> cropped.numpy().tolist()
    [[0.0, 10.0, 30.0, 40.0]]
    """
    return _core.concat(_cut(_moved(boxes, -left, -top, bounding_box_format), width, height), -1)


def pad(
    boxes: TensorLike,
    top: Any,
    left: Any,
    height: Any = None,
    width: Any = None,
    bounding_box_format: str = "xyxy",
) -> Any:
    """Boxes in a picture that has got so much more above and on the left.

    >>> import gradtape as tf
    >>> tf.keras.utils.bounding_boxes.pad([[1.0, 2.0, 3.0, 4.0]], 10, 20).numpy().tolist()
    [[21.0, 12.0, 23.0, 14.0]]
    """
    return _core.concat(list(_moved(boxes, left, top, bounding_box_format)), -1)
