"""Operations on images and the sizes of grids, over the functions of `tf.image` and `tf.nn`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .. import _core
from .._images import boxes as _boxes, sizes as _sizes
from .._legacy import images as _older, older
from .._networks import windows


class NonMaxSuppressionV4(NamedTuple):
    """The boxes that are kept, and how many of them count."""

    selected_indices: _core.Tensor
    valid_outputs: _core.Tensor


class NonMaxSuppressionV5(NamedTuple):
    """The boxes that are kept, their scores, and how many of them count."""

    selected_indices: _core.Tensor
    selected_scores: _core.Tensor
    valid_outputs: _core.Tensor


def _kept_and_padded(
    boxes: Any, scores: Any, max_output_size: Any, iou_threshold: Any, score_threshold: Any,
    pad_to_max_output_size: bool = False, name: str | None = None,
) -> NonMaxSuppressionV4:  # fmt: skip
    found = _boxes.non_max_suppression_padded(
        boxes, scores, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size
    )
    return NonMaxSuppressionV4(*found)


def _kept_with_scores(
    boxes: Any, scores: Any, max_output_size: Any, iou_threshold: Any, score_threshold: Any,
    soft_nms_sigma: Any, pad_to_max_output_size: bool = False, name: str | None = None,
) -> NonMaxSuppressionV5:  # fmt: skip
    limits = max_output_size, iou_threshold, score_threshold, soft_nms_sigma
    kept, of_kept = _boxes.non_max_suppression_with_scores(boxes, scores, *limits)
    count = _core.shape(kept)[0]
    if pad_to_max_output_size:
        missing = [[0, int(max_output_size) - int(count)]]
        kept, of_kept = _core.pad(kept, missing), _core.pad(of_kept, missing)
    return NonMaxSuppressionV5(kept, of_kept, count)


def _dilated(
    input: Any, filter: Any, strides: Any, rates: Any, padding: str, name: str | None = None
) -> _core.Tensor:
    return windows.dilation2d(input, filter, strides, padding, "NHWC", rates)


OF_IMAGES: Mapping[str, Callable[..., Any]] = {
    "AdjustHue": lambda images, delta, name=None: _core.adjust_hue(images, delta),
    "AdjustSaturation": lambda images, scale, name=None: _core.adjust_saturation(images, scale),
    "BatchToSpace": lambda input, crops, block_size, name=None: windows.batch_to_space(
        input, [block_size] * 2, crops
    ),
    "BatchToSpaceND": lambda input, block_shape, crops, name=None: windows.batch_to_space(
        input, block_shape, crops
    ),
    "CombinedNonMaxSuppression": lambda boxes, scores, max_output_size_per_class, max_total_size,
    iou_threshold, score_threshold, pad_per_class=False, clip_boxes=True, name=None:
    _boxes.combined_non_max_suppression(
        boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold,
        pad_per_class, clip_boxes,
    ),
    "CropAndResize": lambda image, boxes, box_ind, crop_size, method="bilinear",
    extrapolation_value=0.0, name=None: _sizes.crop_and_resize(
        image, boxes, box_ind, crop_size, method, extrapolation_value
    ),
    "DepthToSpace": lambda input, block_size, data_format="NHWC", name=None: _core.depth_to_space(
        input, block_size, data_format
    ),
    "Dilation2D": _dilated,
    "DrawBoundingBoxesV2": lambda images, boxes, colors, name=None: _boxes.draw_bounding_boxes(
        images, boxes, colors
    ),
    "ExtractImagePatches": lambda images, ksizes, strides, rates, padding, name=None:
    _core.extract_patches(images, ksizes, strides, rates, padding),
    "HSVToRGB": lambda images, name=None: _core.hsv_to_rgb(images),
    "NonMaxSuppression": lambda boxes, scores, max_output_size, iou_threshold=0.5, name=None:
    _boxes.non_max_suppression(boxes, scores, max_output_size, iou_threshold),
    "NonMaxSuppressionV2": lambda boxes, scores, max_output_size, iou_threshold, name=None:
    _boxes.non_max_suppression(boxes, scores, max_output_size, iou_threshold),
    "NonMaxSuppressionV3": lambda boxes, scores, max_output_size, iou_threshold, score_threshold,
    name=None: _boxes.non_max_suppression(
        boxes, scores, max_output_size, iou_threshold, score_threshold
    ),
    "NonMaxSuppressionV4": _kept_and_padded,
    "NonMaxSuppressionV5": _kept_with_scores,
    "RGBToHSV": lambda images, name=None: _core.rgb_to_hsv(images),
    "ResizeArea": lambda images, size, align_corners=False, name=None: older.resize_area(
        images, size, align_corners
    ),
    "ResizeBicubic": lambda images, size, align_corners=False, half_pixel_centers=False, name=None:
    _older.resize_bicubic(images, size, align_corners, None, half_pixel_centers),
    "ResizeBilinear": lambda images, size, align_corners=False, half_pixel_centers=False, name=None:
    _older.resize_bilinear(images, size, align_corners, None, half_pixel_centers),
    "ResizeNearestNeighbor": lambda images, size, align_corners=False, half_pixel_centers=False,
    name=None: _older.resize_nearest_neighbor(
        images, size, align_corners, None, half_pixel_centers
    ),
    "SpaceToBatch": lambda input, paddings, block_size, name=None: windows.space_to_batch(
        input, [block_size] * 2, paddings
    ),
    "SpaceToBatchND": lambda input, block_shape, paddings, name=None: windows.space_to_batch(
        input, block_shape, paddings
    ),
    "SpaceToDepth": lambda input, block_size, data_format="NHWC", name=None: _core.space_to_depth(
        input, block_size, data_format
    ),
}  # fmt: skip
