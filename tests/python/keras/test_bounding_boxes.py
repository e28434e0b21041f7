"""Boxes in pictures: formats, edges, deltas from anchors, overlaps."""

import itertools

import numpy as np
import pytest
from library import tf

boxes = tf.keras.utils.bounding_boxes
FORMATS = [
    "xyxy", "yxyx", "xywh", "center_xywh", "center_yxhw",
    "rel_xyxy", "rel_yxyx", "rel_xywh", "rel_center_xywh",
]  # fmt: skip
rng = np.random.default_rng(0)
CORNERS = np.sort(rng.uniform(0, 8, size=(2, 5, 2, 2)), axis=2).reshape(2, 5, 4).astype("float32")
OTHERS = np.sort(rng.uniform(0, 8, size=(2, 3, 2, 2)), axis=2).reshape(2, 3, 4).astype("float32")


@pytest.mark.parametrize("source", FORMATS)
def test_formats(source, recorded):
    given = boxes.convert_format(CORNERS[0, :2], "xyxy", source, height=8, width=10)
    recorded([boxes.convert_format(given, source, target, 8, 10) for target in FORMATS], rtol=1e-4)


def test_formats_that_cannot_be():
    with pytest.raises(ValueError, match="last dimension of 4"):
        boxes.convert_format(np.ones((2, 3)), "xyxy", "xywh")
    with pytest.raises(ValueError, match="Invalid source or target format"):
        boxes.convert_format(CORNERS, "xyxy", "wh")
    with pytest.raises(ValueError, match="must receive `height` and `width`"):
        boxes.convert_format(CORNERS, "xyxy", "rel_xywh")


def test_a_dict_has_boxes():
    given = {"boxes": CORNERS, "labels": np.arange(5)}
    found = boxes.convert_format(given, "xyxy", "yxyx")
    np.testing.assert_array_equal(found["boxes"], CORNERS[..., [1, 0, 3, 2]])
    assert found["labels"] is given["labels"]


def test_what_is_outside_has_no_label():
    given = {"boxes": tf.constant([[-1.0, 2, 9, 4], [7, 1, 8, 2]]), "labels": tf.constant([3, 4])}
    found = boxes.clip_to_image_size(given, height=8, width=6)
    np.testing.assert_array_equal(found["boxes"], [[0, 2, 6, 4], [6, 1, 6, 2]])
    np.testing.assert_array_equal(found["labels"], [3, -1])
    shares = boxes.clip_to_image_size({"boxes": CORNERS / 4}, bounding_box_format="rel_xyxy")
    np.testing.assert_allclose(shares["boxes"], np.clip(CORNERS / 4, 0, 1))
    with pytest.raises(ValueError, match="`height` and `width` must be set"):
        boxes.clip_to_image_size(given)


def test_parts_of_pictures():
    given = tf.constant([[10.0, 20, 50, 60]])
    np.testing.assert_array_equal(boxes.crop(given, 10, 20, 40, 30), [[0, 10, 30, 40]])
    np.testing.assert_array_equal(boxes.pad(given, 1, 2), [[12, 21, 52, 61]])
    with pytest.raises(NotImplementedError):
        boxes.pad(given, 1, 2, bounding_box_format="xywh")


@pytest.mark.parametrize("encoding", ["center_yxhw", "center_xywh"])
@pytest.mark.parametrize("variance", [None, [0.1, 0.1, 0.2, 0.2]])
def test_deltas_lead_back(encoding, variance, recorded):
    anchors = np.roll(CORNERS[0], 1, axis=0)
    deltas = boxes.encode_box_to_deltas(anchors, CORNERS, "xyxy", "xyxy", encoding, variance)
    found = boxes.decode_deltas_to_boxes(anchors, deltas, "xyxy", "xyxy", encoding, variance)
    np.testing.assert_allclose(found, CORNERS, atol=1e-4)
    levels = boxes.decode_deltas_to_boxes(
        {1: anchors}, {1: deltas}, "xyxy", "xyxy", encoding, variance
    )
    np.testing.assert_allclose(levels[1], found)
    recorded(deltas, rtol=1e-4)


@pytest.mark.parametrize(
    ("one", "other"), list(itertools.product([CORNERS, CORNERS[0]], [OTHERS, OTHERS[1]]))
)
def test_overlaps_of_all_with_all(one, other, recorded):
    recorded(boxes.compute_iou(one, other, "xyxy"), rtol=1e-4, atol=1e-6)


def test_overlaps_may_be_masked(recorded):
    hidden = np.concatenate([CORNERS, -np.ones((2, 1, 4), "float32")], axis=1)
    recorded(boxes.compute_iou(hidden, hidden, "xyxy", use_masking=True), rtol=1e-4, atol=1e-6)


def test_complete_overlaps(recorded):
    found = boxes.compute_ciou(CORNERS, np.roll(CORNERS, 1, axis=1), "xyxy")
    recorded(found, rtol=1e-4, atol=1e-5)
    with pytest.raises(ValueError, match="`image_shape` argument must be provided"):
        boxes.compute_ciou(CORNERS, CORNERS, "rel_xyxy")
