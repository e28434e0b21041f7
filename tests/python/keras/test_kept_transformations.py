"""Random changes of images that are drawn once and made to several images, as Keras 3 lets them."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_3
IMAGES = (np.random.RandomState(0).rand(2, 6, 6, 3) * 255).astype("float32")
# The means of what TensorFlow makes of the images with the seed 3.
MEANS = {
    "RandomTranslation": ((0.2, 0.2), 130.04294),
    "RandomZoom": ((0.2,), 123.80254),
    "RandomBrightness": ((0.2,), 132.48338),
    "RandomContrast": ((0.2,), 126.76838),
    "RandomCrop": ((3, 3), 141.65544),
    "RandomHue": ((0.2,), 125.70591),
    "RandomErasing": ((), 124.67422),
    "RandomSharpness": ((0.5,), 118.08944),
}


@pytest.mark.parametrize("name", MEANS)
def test_the_same_is_done_again(name):
    arguments, mean = MEANS[name]
    layer = getattr(layers, name)(*arguments, seed=3)
    drawn = layer.get_random_transformation(IMAGES, training=True)
    first = np.array(layer.transform_images(IMAGES, drawn, training=True))
    np.testing.assert_array_equal(first, layer.transform_images(IMAGES, drawn, training=True))
    assert np.abs(first).mean() == pytest.approx(mean, rel=1e-4)
    same = getattr(layers, name)(*arguments, seed=3)(IMAGES, training=True)
    np.testing.assert_allclose(first, same, rtol=1e-6)


def test_nothing_is_drawn_outside_training():
    layer = layers.RandomFlip(seed=1)
    assert layer.get_random_transformation(IMAGES, training=False) is None
    same = layer.transform_images(IMAGES, None, training=False)
    np.testing.assert_array_equal(same, IMAGES)
    assert layer.generator.state.numpy().tolist() == [1, 0]


def test_a_picture_and_its_mask_are_turned_alike():
    layer = layers.RandomFlip("horizontal", seed=1)
    drawn = layer.get_random_transformation(IMAGES)
    mask = np.float32(IMAGES[..., :1] > 100.0)
    turned = np.array(layer.transform_images(IMAGES, drawn))
    alike = np.array(layer.transform_images(mask, drawn))
    np.testing.assert_array_equal(alike, np.float32(turned[..., :1] > 100.0))


@pytest.mark.parametrize("name", ["RandomFlip", "RandomRotation", "RandomBrightness"])
def test_labels_stay(name):
    layer = getattr(layers, name)(*(() if name == "RandomFlip" else (0.2,)), seed=3)
    labels = np.eye(2, dtype="float32")
    drawn = layer.get_random_transformation(IMAGES)
    np.testing.assert_array_equal(layer.transform_labels(labels, drawn), labels)


@pytest.mark.parametrize("name", ["MixUp", "CutMix"])
def test_labels_are_mixed_as_images_are(name):
    layer = getattr(layers, name)(seed=3)
    labels = np.array([[1.0, 0.0], [0.0, 1.0]], "float32")
    drawn = layer.get_random_transformation(IMAGES)
    mixed = np.array(layer.transform_labels(labels, drawn))
    np.testing.assert_allclose(mixed.sum(1), [1.0, 1.0], rtol=1e-6)
    np.testing.assert_array_equal(mixed, layer.transform_labels(labels, drawn))


@pytest.mark.parametrize(
    "layer",
    [
        layers.Resizing(3, 3),
        layers.CenterCrop(4, 4),
        layers.AutoContrast((0, 255)),
        layers.Equalization((0, 255)),
    ],
)
def test_layers_that_draw_nothing_have_the_same_methods(layer):
    drawn = layer.get_random_transformation(IMAGES)
    changed = layer.transform_images(IMAGES, drawn, training=True)
    np.testing.assert_allclose(changed, layer(IMAGES), rtol=1e-6)
    assert layer.transform_labels([1, 2], drawn) == [1, 2]
