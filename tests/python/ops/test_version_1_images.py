"""`tf.compat.v1.image.resize` and its kin: the numbers of TensorFlow 2.21."""

import numpy as np
import pytest
from library import tf

image = tf.compat.v1.image
LINE = np.array([0.0, 1.0, 4.0, 9.0, 16.0], "float32").reshape(1, 5, 1, 1)
pytestmark = pytest.mark.filterwarnings("ignore")

RECORDED = {
    "bilinear": (image.resize_bilinear, {}, [0, 0.5, 1, 2.5, 4, 6.5, 9, 12.5, 16, 16]),
    "nearest": (image.resize_nearest_neighbor, {}, [0, 0, 1, 1, 4, 4, 9, 9, 16, 16]),
    "bicubic": (
        image.resize_bicubic,
        {},
        [0, 0.2188, 1, 2.125, 4, 6.125, 9, 12.9688, 16, 16.6562],
    ),
    "corners": (
        image.resize,
        {"align_corners": True},
        [0, 0.4444, 0.8889, 2, 3.3333, 5.1111, 7.3333, 9.7778, 12.8889, 16],
    ),
    "centers": (
        image.resize_bilinear,
        {"half_pixel_centers": True},
        [0, 0.25, 0.75, 1.75, 3.25, 5.25, 7.75, 10.75, 14.25, 16],
    ),
}


@pytest.mark.parametrize("name", RECORDED)
def test_a_line_of_pixels(name):
    function, options, expected = RECORDED[name]
    found = function(LINE, [10, 1], **options)
    np.testing.assert_allclose(np.ravel(found), expected, atol=1e-4)


def test_whole_numbers_and_one_image():
    pixels = tf.reshape(tf.range(4), [1, 2, 2, 1])
    assert image.resize_nearest_neighbor(pixels, [4, 4]).dtype == tf.int32
    assert image.resize(pixels, [4, 4]).dtype == tf.float32
    assert image.resize(pixels[0], [4, 4], method=1).shape == [4, 4, 1]


def test_it_has_a_gradient():
    x = tf.constant(LINE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(image.resize(x, [10, 1]))
    np.testing.assert_allclose(np.ravel(tape.gradient(y, x)), [1.5, 2, 2, 2, 2.5])


def test_padded_images_are_resized_in_this_way_too():
    padded = np.asarray(image.resize_image_with_pad(LINE, 10, 4))[0, :, :, 0]
    np.testing.assert_allclose(padded[:, 1], RECORDED["bilinear"][2])
    assert not padded[:, [0, 3]].any()
    nearest = image.resize_image_with_pad(LINE[0].astype("int32"), 10, 4, method=1)
    np.testing.assert_array_equal(nearest[:, 1, 0], RECORDED["nearest"][2])


def test_variables_change_by_rows():
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    tf.compat.v1.scatter_update(v, [1], [[9.0, 9.0]])
    tf.compat.v1.scatter_add(v, [0], [[1.0, 1.0]])
    np.testing.assert_array_equal(v.numpy(), [[2.0, 3.0], [9.0, 9.0]])


@pytest.mark.parametrize("size", [[0, 4], [4], [4, 4, 4]])
def test_what_is_no_size(size):
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        image.resize_bilinear(LINE, size)
