"""Parts of images, boxes drawn at random, projections, similarity over scales: TensorFlow's
answers."""

import numpy as np
import pytest
from library import ours, tf

image = tf.image
SQUARE = np.arange(25, dtype=np.float32).reshape(1, 5, 5, 1)
BOXES = [[0.0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 2, 1, 3.0], [0, 0, 0.9, 1], [5, 5, 6, 6]]
SCORES = [0.9, 0.8, 0.7, 0.6, 0.95]


@pytest.mark.parametrize(
    ("centered", "normalized", "offset", "first", "last"),
    [
        (True, True, [0.0, 0.0], 6, 18),
        (True, True, [0.5, -0.5], 10, 22),
        (True, True, [1.0, 1.0], 18, 0),
        (True, True, [-1.0, -1.0], 0, 6),
        (True, False, [0.5, -0.5], 17, 0),
        (True, False, [-1.0, -1.0], 6, 18),
        (False, True, [0.5, -0.5], 0, 20),
        (False, False, [1.0, 1.0], 6, 18),
    ],
)
def test_a_glimpse(centered, normalized, offset, first, last):
    found = image.extract_glimpse(SQUARE, [3, 3], [offset], centered, normalized, noise="zero")
    assert found.shape == (1, 3, 3, 1)
    assert (found[0, 0, 0, 0], found[0, 2, 2, 0]) == (first, last)


@pytest.mark.parametrize("noise", ["uniform", "gaussian"])
def test_a_glimpse_of_noise(noise):
    found = image.extract_glimpse(SQUARE + 100, [9, 9], [[0.0, 0.0]], noise=noise)
    assert float(tf.reduce_max(found[0, 0])) < 50 < float(found[0, 4, 4, 0])


@ours("TensorFlow has no gradient")
def test_a_glimpse_is_differentiable():
    x = tf.constant(SQUARE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(image.extract_glimpse(x, [3, 3], [[0.0, 0.0]], noise="zero"))
    assert float(tf.reduce_sum(tape.gradient(y, x))) == 9.0


def test_similarity_over_scales():
    a = np.random.default_rng(0).uniform(size=[2, 200, 190, 3]).astype("float32")
    noise = np.random.default_rng(1).normal(size=a.shape)
    b = np.clip(a + 0.1 * noise, 0, 1).astype("float32")
    np.testing.assert_allclose(image.ssim_multiscale(a, b, 1.0), [0.955237, 0.951980], atol=2e-5)
    two = image.ssim_multiscale(a, b, 1.0, power_factors=(0.3, 0.7), filter_size=7)
    np.testing.assert_allclose(two, [0.945820, 0.945243], atol=2e-5)
    c, d = (255 * a).astype(np.uint8), (255 * b).astype(np.uint8)
    np.testing.assert_allclose(image.ssim_multiscale(c, d, 255), [0.955247, 0.951944], atol=2e-5)
    with pytest.raises(tf.errors.InvalidArgumentError):
        image.ssim_multiscale(a[:, :50, :50], b[:, :50, :50], 1.0)


def test_contrasts_of_several_scales_see_the_rounded_window():
    random = np.random.RandomState(0)
    a = random.rand(2, 180, 180, 2).astype("float32")
    flat = (0.5 + 0.01 * random.randn(2, 180, 180, 2)).astype("float32")
    found = image.ssim_multiscale(a, flat, 1.0)
    np.testing.assert_allclose(found, [0.15330774, 0.15148780], rtol=7e-6)


def test_boxes_are_chosen_and_padded():
    def chosen(*args, **kwargs):
        found = image.non_max_suppression_padded(*args, **kwargs, pad_to_max_output_size=True)
        return [value.numpy().tolist() for value in found]

    boxes, scores = tf.constant(BOXES), tf.constant(SCORES)
    assert chosen(boxes, scores, 4) == [[4, 0, 2, 0], 3]
    assert chosen(boxes[None], scores[None], 4) == [[[4, 0, 2, 0]], [3]]
    both = tf.stack([boxes, boxes]), tf.stack([scores, scores[::-1]])
    assert chosen(*both, 3, 0.3, 0.65) == [[[4, 0, 2], [0, 4, 2]], [3, 3]]


def test_boxes_are_drawn_as_tensorflow_draws_them():
    def drawn(seed, **options):
        return image.stateless_sample_distorted_bounding_box(
            [100, 80, 3], [[[0.1, 0.2, 0.5, 0.9]]], seed=seed, **options
        )

    begin, size, box = drawn([1, 2], min_object_covered=0.5)
    assert (begin.numpy().tolist(), size.numpy().tolist()) == ([12, 3, 0], [58, 72, -1])
    np.testing.assert_allclose(box[0, 0], [0.12, 0.0375, 0.7, 0.9375], rtol=1e-6)
    begin, size, _ = drawn([3, 2], aspect_ratio_range=[0.5, 2.0], area_range=[0.2, 0.6])
    assert (begin.numpy().tolist(), size.numpy().tolist()) == ([30, 2, 0], [42, 76, -1])


def test_a_box_for_an_image_without_objects():
    none = np.zeros([1, 0, 4], np.float32)
    with pytest.raises(tf.errors.InvalidArgumentError):
        image.sample_distorted_bounding_box([100, 80, 3], none)
    found = image.sample_distorted_bounding_box(
        [100, 80, 3], none, use_image_if_no_bounding_boxes=True, min_object_covered=0.999
    )
    assert found.begin.shape == (3,)
    assert (found.size.numpy()[:2] > 0).all()


TURN, FAR = [1.0, 0.0, 1.5, 0.1, 1.0, -2.3, 0.01, 0.0], [0.5, 0.2, -9.0, -0.1, 2.0, 7.3, 0.0, 0.0]
ROWS = [
    ("CONSTANT", "NEAREST", TURN, [2, 2, 3, 4, 9]),
    ("CONSTANT", "BILINEAR", TURN, [3.75, 3.7672782, 3.977316, 5.8446612, 9.0]),
    ("REFLECT", "BILINEAR", TURN, [1.5, 2.4752476, 3.4313726, 4.0, 4.1923084]),
    ("WRAP", "BILINEAR", TURN, [21.5, 22.475246, 23.431374, 0.0, 0.7692317]),
    ("WRAP", "NEAREST", TURN, [22, 22, 23, 0, 0]),
    ("NEAREST", "BILINEAR", TURN, [1.5, 2.4752476, 3.4313726, 4.0, 4.48077]),
    ("REFLECT", "NEAREST", FAR, [6, 7, 7]),
    ("WRAP", "BILINEAR", FAR, [10.500001, 10.000004, 7.900002]),
]


@pytest.mark.parametrize(("fill", "between", "transform", "row"), ROWS)
def test_a_projection(fill, between, transform, row):
    found = tf.raw_ops.ImageProjectiveTransformV3(
        images=SQUARE, transforms=[transform], output_shape=[4 if len(row) == 3 else 3, len(row)],
        interpolation=between, fill_mode=fill, fill_value=9.0,
    )  # fmt: skip
    np.testing.assert_allclose(found[0, 2, :, 0], row, rtol=1e-5, atol=1e-5)


def test_a_projection_that_makes_no_sense():
    for wrong in ({"transforms": [[1.0]]}, {"fill_mode": "NONE"}, {"interpolation": "CUBIC"}):
        given = {"transforms": [TURN], "interpolation": "NEAREST", "fill_mode": "WRAP"} | wrong
        with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
            tf.raw_ops.ImageProjectiveTransformV3(
                images=SQUARE, output_shape=[3, 3], fill_value=0.0, **given
            )


def test_a_quality_drawn_at_random():
    pixels = np.random.default_rng(0).integers(0, 255, [8, 8, 3]).astype(np.uint8)
    assert image.random_jpeg_quality(pixels, 50, 60).shape == (8, 8, 3)
    one, other = (image.stateless_random_jpeg_quality(pixels, 50, 60, (1, 2)) for _ in range(2))
    np.testing.assert_array_equal(one, other)
    with pytest.raises(ValueError):
        image.random_jpeg_quality(pixels, 60, 50)


def test_a_filter_reaches_pixels_by_places_in_float32():
    squares = tf.reshape(tf.range(24.0) ** 2, [1, 24, 1])
    found = image.resize(squares, [1, 70], "gaussian").numpy()
    assert abs(float(found.sum(dtype="float64")) - 12610.146) < 0.01  # 12610.736 by exact places


def test_similarity_sees_how_the_window_is_rounded():
    """Contrasts of nearly flat images are small differences: TensorFlow's answers, to the bit."""
    draws = np.random.RandomState(0)
    a = draws.rand(4, 30, 30, 3).astype(np.float32)
    b = (0.5 + 0.01 * draws.randn(4, 30, 30, 3)).astype(np.float32)
    lost = 1 - image.ssim(a, b, max_val=1.0)
    expected = [0.9901440739631653, 0.9874781966209412, 0.9889945983886719, 0.9887446761131287]
    np.testing.assert_allclose(lost, np.float32(expected), atol=6e-8, rtol=0)
