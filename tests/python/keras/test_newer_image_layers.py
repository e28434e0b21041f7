"""Layers of Keras 3 that bend images, spread tones, or do several things: by Keras's draws."""

import random

import numpy as np
import pytest
from library import ours, tf

layers = tf.keras.layers
IMAGES = (np.arange(3 * 9 * 12 * 3) * 37 % 255).reshape(3, 9, 12, 3).astype("float32")

# What comes out of the second call: the mean and one value. Recorded with Keras 3.15.
LAYERS = {
    "sheared": lambda: layers.RandomShear(0.3, 0.2, seed=1),
    "sheared_between": lambda: layers.RandomShear((0.1, 0.3), 0.0, fill_mode="constant", seed=2),
    "seen": lambda: layers.RandomPerspective(scale=0.3, seed=1),
    "some_seen": lambda: layers.RandomPerspective(0.5, 0.8, "nearest", 3.0, seed=3),
    "contrast": lambda: layers.AutoContrast(),
    "equal": lambda: layers.Equalization((0, 300), 64),
    "tiles": lambda: layers.ContrastLimitedAdaptiveHistogramEqualization(tile_grid_size=(3, 4)),
    "augmented": lambda: layers.RandAugment(num_ops=4, factor=0.9, seed=1),
    "mixed": lambda: layers.AugMix(seed=1),
    "mixed_shapes": lambda: layers.AugMix((0, 255), 2, 4, 0.5, 2.0, False, seed=1),
}
EXPECTED = {
    "sheared": (127.123, 79.352),
    "sheared_between": (116.956, 190.942),
    "seen": (124.781, 51.012),
    "some_seen": (118.796, 58.0),
    "contrast": (127.378, 57.679),
    "equal": (150.006, 68.235),
    "tiles": (128.327, 62.365),
    "augmented": (232.661, 213.308),
    "mixed": (95.935, 62.067),
    "mixed_shapes": (106.016, 89.175),
}


@pytest.mark.parametrize("name", LAYERS)
def test_what_comes_out(name):
    random.seed(1)
    layer = LAYERS[name]()
    layer(IMAGES, training=True)
    found = np.asarray(layer(IMAGES, training=True))
    assert found.shape == IMAGES.shape
    np.testing.assert_allclose([found.mean(), found[1, 4, 5, 1]], EXPECTED[name], atol=2e-2)


@pytest.mark.parametrize("name", LAYERS)
def test_one_image_and_a_dict(name):
    random.seed(1)
    one = LAYERS[name]()(IMAGES[0], training=True)
    assert tuple(one.shape) == IMAGES.shape[1:]
    random.seed(1)
    if name in ("sheared", "sheared_between", "seen", "some_seen", "tiles"):
        return
    found = LAYERS[name]()({"images": IMAGES[:1], "labels": np.ones([1])}, training=True)
    np.testing.assert_allclose(found["images"][0], one, atol=1e-3)
    np.testing.assert_array_equal(found["labels"], [1.0])


@pytest.mark.parametrize("name", LAYERS)
def test_configs_and_rest(name):
    layer = LAYERS[name]()
    if name == "sheared":  # whose range around 0 is none that it takes, in Keras too
        return
    again = type(layer).from_config(layer.get_config())
    assert again.get_config() == layer.get_config()
    if name not in ("contrast", "tiles"):
        np.testing.assert_array_equal(layer(IMAGES, training=False), IMAGES)


def test_elastic_images():
    layer = layers.RandomElasticTransform(0.8, 0.7, seed=1)
    found = np.asarray(layer(IMAGES, training=True))
    assert found.shape == IMAGES.shape
    np.testing.assert_array_equal(layer(IMAGES, training=False), IMAGES)
    still = layers.RandomElasticTransform(scale=0.0)
    np.testing.assert_array_equal(still(IMAGES, training=True), IMAGES)


def test_a_channel_of_one_value_stays():
    flat = np.full([1, 4, 4, 1], 7.0, np.float32)
    for layer in (layers.AutoContrast(), layers.Equalization()):
        np.testing.assert_allclose(layer(flat), flat, rtol=1e-5)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: layers.RandomShear(1.5), r"range \[0, 1.0\]"),
        (lambda: layers.RandomShear(0.1, (-0.1, 0.2)), r"range \[0, 1.0\]"),
        (lambda: layers.RandomPerspective(scale=2.0), r"range \[0,1\]"),
        (lambda: layers.AutoContrast(3), "list of two numbers"),
    ],
)
def test_arguments_are_checked(make, text):
    with pytest.raises(ValueError, match=text):
        make()


@ours("they draw from generators that repeat others")
def test_layers_of_several_draw_from_one_generator():
    layer = layers.RandAugment(seed=1)
    layer(IMAGES)
    drawn = layer.generator.draw()[1]
    assert drawn == 14  # the choice, and what eleven layers drew
