"""`keras.utils.bounding_boxes`: boxes in pictures, their formats and overlaps."""

from ..._keras.preprocessing.box_deltas import (
    compute_ciou as compute_ciou,
    compute_iou as compute_iou,
    decode_deltas_to_boxes as decode_deltas_to_boxes,
    encode_box_to_deltas as encode_box_to_deltas,
)
from ..._keras.preprocessing.boxes import (
    clip_to_image_size as clip_to_image_size,
    convert_format as convert_format,
    crop as crop,
    pad as pad,
)
