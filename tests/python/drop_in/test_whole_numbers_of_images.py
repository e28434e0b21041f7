"""Images of whole numbers in Keras 3: some layers compute in their dtype, and wrap around."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]

BRIGHT = np.random.default_rng(5).integers(90, 110, (3, 8, 8, 3)).astype("uint8")


@pytest.mark.parametrize("dtype", ["uint8", "int32"])
def test_brightness_adds_in_whole_numbers(dtype):
    layer = layers.RandomBrightness((0.2, 0.2))
    found = layer(BRIGHT.astype(dtype), training=True)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, BRIGHT.astype("int32") + 51)


def test_sums_of_bytes_wrap_around():
    found = layers.RandomBrightness((0.7, 0.7))(BRIGHT, training=True)
    np.testing.assert_array_equal(found, BRIGHT + np.uint8(178))


def test_integers_are_cut_to_the_range():
    found = layers.RandomBrightness((-0.5, -0.5))(BRIGHT.astype("int32"), training=True)
    assert found.dtype == "int32"
    np.testing.assert_array_equal(found, np.zeros_like(BRIGHT))


def test_outside_of_training_nothing_is_cast():
    assert layers.RandomBrightness(0.3)(BRIGHT, training=False).dtype == "uint8"


@pytest.mark.parametrize("dtype", ["uint8", "int32"])
def test_grey_and_equalized_images_keep_their_dtype(dtype):
    images = tf.constant(BRIGHT.astype(dtype))
    grey = layers.RandomGrayscale(1.0)(images, training=True)
    level = layers.ContrastLimitedAdaptiveHistogramEqualization()(images)
    assert grey.dtype == level.dtype == dtype


def test_floats_are_floats():
    found = layers.RandomBrightness((0.1, 0.1))(BRIGHT.astype("float64"), training=True)
    assert found.dtype == "float32"
    np.testing.assert_allclose(found, BRIGHT + 25.5)
