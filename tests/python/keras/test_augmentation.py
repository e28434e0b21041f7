"""Layers of Keras 3 that change colours, mix examples, or erase boxes: by Keras's draws."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

layers = tf.keras.layers
IMAGES = (np.arange(4 * 6 * 8 * 3) * 37 % 255).reshape(4, 6, 8, 3).astype("float32")
LABELS = np.eye(4, dtype="float32")

# What comes out of the second call: the mean and one value. Recorded with Keras 3.15.
LAYERS = {
    "grey": (lambda: layers.RandomGrayscale(0.5, seed=1), (126.495, 76.378)),
    "hue": (lambda: layers.RandomHue(0.3, seed=1), (125.814, 211.718)),
    "hue_between": (lambda: layers.RandomHue((0.2, 0.4), (0, 255), seed=1), (121.962, 225.0)),
    "saturation": (lambda: layers.RandomSaturation((0.4, 0.8), seed=1), (129.454, 83.183)),
    "inverted": (lambda: layers.RandomInvert((0.5, 1.0), seed=1), (128.281, 211.0)),
    "jitter": (
        lambda: layers.RandomColorJitter((0, 255), 0.3, 0.3, 0.3, 0.1, seed=1),
        (185.314, 215.191),
    ),
    "few_of_jitter": (lambda: layers.RandomColorJitter(hue_factor=0.2, seed=1), (127.87, 56.855)),
    "erased": (lambda: layers.RandomErasing(seed=1), (121.79, 44.0)),
    "filled": (
        lambda: layers.RandomErasing((1, 1), (0.2, 0.3), (1.0, 2.0, 3.0), seed=1),
        (98.875, 3.0),
    ),
    "blurred": (lambda: layers.RandomGaussianBlur(1.0, 5, 0.9, seed=1), (118.82, 99.064)),
    "sharper": (lambda: layers.RandomSharpness(0.8, seed=1), (115.864, 77.062)),
    "paler": (lambda: layers.RandomColorDegeneration(0.7, seed=1), (127.952, 25.791)),
    "solarized": (lambda: layers.Solarization(0.3, (0.4, 0.8), seed=1), (82.655, 143.796)),
    "few_bits": (lambda: layers.RandomPosterization(6, seed=1), (75.444, 0.0)),
    "three_bits": (lambda: layers.RandomPosterization((3, 3), seed=1), (111.333, 32.0)),
    "mixed": (lambda: layers.MixUp(0.7, seed=1), (126.3, 81.725)),
    "cut": (lambda: layers.CutMix((0.3, 0.6), seed=1), (127.094, 44.0)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_images_change_by_the_draws_of_keras(name):
    make, (mean, value) = LAYERS[name]
    layer = make()
    untouched = np.array(layer(IMAGES, training=False))
    np.testing.assert_array_equal(untouched, IMAGES)
    changed = np.array(layer(IMAGES, training=True))
    assert changed.shape == IMAGES.shape
    np.testing.assert_allclose([changed.mean(), changed.ravel()[77]], [mean, value], rtol=1e-4)
    np.testing.assert_array_equal(np.array(layer(IMAGES[0])).shape, IMAGES.shape[1:])


@pytest.mark.parametrize("name", [name for name in LAYERS if name != "grey"])  # without its seed
def test_layers_are_made_again_from_their_configuration(name):
    layer = LAYERS[name][0]()
    again = type(layer).from_config(layer.get_config())
    np.testing.assert_allclose(again(IMAGES, training=True), layer(IMAGES, training=True))


@pytest.mark.parametrize("name", ["hue", "erased", "cut"])
def test_channels_may_come_first(name):
    kind, (first, *_) = type(LAYERS[name][0]()), (0.3,)
    last, turned = kind(first, seed=1), kind(first, seed=1, data_format="channels_first")
    expected = np.array(last(IMAGES, training=True)) if name != "erased" else None
    found = np.array(turned(IMAGES.transpose(0, 3, 1, 2), training=True)).transpose(0, 2, 3, 1)
    if expected is not None:
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-3)
    assert not np.array_equal(found, IMAGES)


@pytest.mark.parametrize("make", [lambda: layers.MixUp(0.7, seed=3), lambda: layers.CutMix(seed=3)])
def test_labels_are_mixed_as_the_images_are(make):
    flat = np.ones([4, 8, 8, 1], "float32") * np.arange(4, dtype="float32")[:, None, None, None]
    mixed = make()({"images": flat, "labels": LABELS}, training=True)
    np.testing.assert_allclose(np.sum(mixed["labels"], axis=1), np.ones(4), rtol=1e-5)
    if isinstance(make(), layers.MixUp):
        means = np.mean(mixed["images"], axis=(1, 2, 3))
        np.testing.assert_allclose(means, np.array(mixed["labels"]) @ np.arange(4.0), rtol=1e-5)
    same = make()({"images": flat, "labels": LABELS}, training=False)
    np.testing.assert_array_equal(same["labels"], LABELS)


def test_what_belongs_to_images_stays_where_only_colours_change():
    found = layers.RandomHue(0.2, seed=1)({"images": IMAGES, "labels": LABELS}, training=True)
    np.testing.assert_array_equal(found["labels"], LABELS)
    assert not np.array_equal(found["images"], IMAGES)


@ours("Keras gives masks other axes")
@pytest.mark.parametrize("kind", [layers.MixUp, layers.CutMix])
def test_masks_are_mixed_too(kind):
    masks = IMAGES[..., :1] * 1.0
    found = kind(seed=2)({"images": masks, "segmentation_masks": masks}, training=True)
    np.testing.assert_allclose(found["images"], found["segmentation_masks"])


@pytest.mark.parametrize(
    "make",
    [
        lambda: layers.RandomGrayscale(2.0),
        lambda: layers.RandomHue(1.5),
        lambda: layers.CutMix(-0.1),
        lambda: layers.RandomErasing(2),
        lambda: layers.RandomPosterization(9),
        lambda: layers.RandomGaussianBlur(kernel_size=2),
    ],
)
def test_what_is_out_of_range_is_refused(make):
    with pytest.raises(ValueError, match=r"should be|must be"):
        make()


def test_a_pipeline_is_its_layers():
    inner = [layers.RandomFlip(seed=3), layers.CenterCrop(4, 4), layers.Rescaling(0.5)]
    line = layers.Pipeline(inner)
    images = layers.RandomFlip(seed=3)(IMAGES, training=True)
    expected = layers.CenterCrop(4, 4)(images) * 0.5
    np.testing.assert_allclose(line(IMAGES, training=True), expected)
    still = layers.CenterCrop(4, 4)(IMAGES) * 0.5
    np.testing.assert_allclose(line(IMAGES, training=False), still)
    again = layers.Pipeline.from_config(line.get_config())
    assert [type(layer) for layer in again.layers] == [type(layer) for layer in inner]


def test_layers_within_a_model_and_a_dataset():
    model = tf.keras.Sequential(
        [
            tf.keras.Input((6, 8, 3)),
            layers.RandomColorJitter(hue_factor=0.2),
            layers.RandomErasing(),
        ]
    )
    assert tuple(model.output_shape) == (None, 6, 8, 3)
    layer = layers.CutMix(seed=3)
    data = tf.data.Dataset.from_tensor_slices({"images": IMAGES, "labels": LABELS}).batch(2)
    found = list(data.map(lambda examples: layer(examples, training=True)))
    assert [part["labels"].shape[0] for part in found] == [2, 2]
    assert AGAINST_TENSORFLOW or found[0]["images"].dtype == tf.float32
