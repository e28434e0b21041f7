"""Ranges of random layers: their larger number given first, and what one number may be."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
IMAGES = np.random.RandomState(0).rand(2, 6, 6, 3).astype("float32")

LAYERS = {
    "turned": lambda low, high: layers.RandomRotation((low, high), seed=1),
    "moved": lambda low, high: layers.RandomTranslation((low, high), (low, high), seed=1),
    "zoomed": lambda low, high: layers.RandomZoom((low, high), (low, high), seed=1),
    "lighter": lambda low, high: layers.RandomBrightness((low, high), (0, 1), seed=1),
}


@pytest.mark.keras_3
@pytest.mark.parametrize("name", LAYERS)
def test_keras_3_sorts_them(name):
    found = LAYERS[name](-0.2, -0.4)(IMAGES, training=True)
    np.testing.assert_array_equal(found, LAYERS[name](-0.4, -0.2)(IMAGES, training=True))


@pytest.mark.keras_2
@pytest.mark.parametrize("name", ["turned", "moved"])
def test_keras_2_refuses_most(name):
    with pytest.raises(ValueError):
        LAYERS[name](0.4, 0.2)


@pytest.mark.keras_2
def test_keras_2_sorts_a_share_of_light_and_zooms_from_the_first_to_the_second():
    light = LAYERS["lighter"](0.4, 0.2)(IMAGES, training=True)
    np.testing.assert_array_equal(light, LAYERS["lighter"](0.2, 0.4)(IMAGES, training=True))
    zoomed = LAYERS["zoomed"](-0.2, -0.4)(IMAGES, training=True)
    assert not np.array_equal(zoomed, LAYERS["zoomed"](-0.4, -0.2)(IMAGES, training=True))


def test_numbers_too_large_are_refused_in_either_place():
    for low, high in ((-0.2, -1.5), (-1.5, -0.2), (1.5, 0.2)):
        with pytest.raises(ValueError):
            LAYERS["zoomed"](low, high)


@pytest.mark.keras_2
def test_keras_2_turns_by_more_than_a_circle_and_zooms_widths_beyond_the_double():
    image = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    whole = layers.RandomRotation((2.0, 2.0))(image, training=True)
    np.testing.assert_allclose(whole, image, atol=1e-4)
    assert layers.RandomZoom(0.1, (1.5, 1.5))(image, training=True).shape == image.shape
    with pytest.raises(ValueError):
        layers.RandomZoom(1.5)
    with pytest.raises(ValueError):
        layers.RandomTranslation(1.5, 0.1)


@pytest.mark.keras_2
def test_keras_2_takes_a_negative_number_for_a_range_whose_larger_number_is_first():
    with pytest.raises(ValueError):
        layers.RandomRotation(-0.2)
    image = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    drawn = [layers.RandomZoom(factor, seed=3)(image, True) for factor in (-0.2, (0.2, -0.2))]
    np.testing.assert_array_equal(*drawn)


@pytest.mark.keras_2
@pytest.mark.parametrize("number", [np.float32(0.25), np.int64(0), np.array(0.25)])
def test_keras_2_takes_every_scalar_for_a_number(number):
    found = layers.RandomTranslation(number, number, seed=1)(IMAGES, training=True)
    plain = float(number)
    expected = layers.RandomTranslation(plain, plain, seed=1)(IMAGES, training=True)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.keras_2
def test_so_does_contrast():
    found = layers.RandomContrast(np.float32(0.25), seed=1)(IMAGES, training=True)
    expected = layers.RandomContrast(0.25, seed=1)(IMAGES, training=True)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.keras_3
@pytest.mark.parametrize("kind", ["RandomTranslation", "RandomContrast"])
def test_keras_3_takes_numbers_of_python(kind):
    make = getattr(layers, kind)
    given = {"RandomTranslation": ("height_factor", "width_factor"), "RandomContrast": ("factor",)}
    make(**dict.fromkeys(given[kind], np.float64(0.25)))
    with pytest.raises(ValueError, match="should be a number"):
        make(**dict.fromkeys(given[kind], np.float32(0.25)))
