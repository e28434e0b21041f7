"""Layers of images called with a dict: what belongs to the images goes with them (Keras 3)."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_3

rng = np.random.default_rng(3)
CLASSES = rng.integers(0, 4, (2, 8, 8, 1)).astype("float32")
LABELS = np.array([1.0, 0.0], "float32")

MOVING = {
    "flip": lambda **more: layers.RandomFlip(seed=2),
    "rotation": lambda **more: layers.RandomRotation(0.3, seed=2, **more),
    "zoom": lambda **more: layers.RandomZoom(0.4, seed=2, **more),
    "translation": lambda **more: layers.RandomTranslation(0.4, 0.4, seed=2, **more),
    "shear": lambda **more: layers.RandomShear(0.4, 0.4, seed=2, **more),
    "crop": lambda **more: layers.RandomCrop(5, 3, seed=2),
    "resizing": lambda **more: layers.Resizing(4, 6, **more),
    "middle": lambda **more: layers.CenterCrop(4, 6),
}


def call(layer, examples):
    drawing = hasattr(layer, "generator") or type(layer).__name__.startswith("Random")
    return layer(examples, training=True) if drawing else layer(examples)


@pytest.mark.parametrize("name", MOVING)
def test_masks_move_as_images_that_are_read_at_the_nearest_pixel(name):
    alone = call(MOVING[name](interpolation="nearest"), CLASSES)
    examples = {"images": CLASSES, "segmentation_masks": CLASSES, "labels": LABELS}
    found = call(MOVING[name](), dict(examples))
    np.testing.assert_array_equal(found["segmentation_masks"], alone)
    np.testing.assert_array_equal(found["labels"], LABELS)
    assert found["images"].shape == alone.shape


@pytest.mark.parametrize("name", MOVING)
def test_images_move_as_they_do_alone(name):
    alone = call(MOVING[name](), CLASSES * 0.7)
    examples = {"images": CLASSES * 0.7, "segmentation_masks": CLASSES}
    np.testing.assert_array_equal(call(MOVING[name](), examples)["images"], alone)


@pytest.mark.parametrize(
    "layer",
    [
        lambda: layers.RandomContrast(0.6, value_range=(0, 3), seed=2),
        lambda: layers.RandomBrightness(0.6, value_range=(0, 3), seed=2),
    ],
)
def test_masks_stay_where_pixels_only_change_their_tone(layer):
    examples = {"images": CLASSES, "segmentation_masks": CLASSES}
    found = layer()(examples, training=True)
    np.testing.assert_array_equal(found["segmentation_masks"], CLASSES)
    assert not np.array_equal(found["images"], CLASSES)


def test_one_image_outside_of_training():
    layer = layers.RandomRotation(0.3, seed=2)
    found = layer({"images": CLASSES[0], "segmentation_masks": CLASSES[1]}, training=False)
    np.testing.assert_array_equal(found["images"], CLASSES[0])
    np.testing.assert_array_equal(found["segmentation_masks"], CLASSES[1])


def test_a_chain_of_layers_in_a_dataset():
    chain = [layers.RandomFlip(seed=4), layers.Resizing(4, 4)]
    data = tf.data.Dataset.from_tensor_slices({"images": CLASSES, "segmentation_masks": CLASSES})

    def change(examples):
        for layer in chain:
            examples = layer(examples)
        return examples

    found = next(iter(data.batch(2).map(change)))
    assert found["images"].shape == found["segmentation_masks"].shape == (2, 4, 4, 1)
    assert set(np.unique(found["segmentation_masks"])) <= {0.0, 1.0, 2.0, 3.0}
