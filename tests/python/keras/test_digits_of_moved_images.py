"""Images that are moved at random come out to the bit: draws and places are TensorFlow's."""

import math

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.random.default_rng(0).uniform(size=(3, 9, 12, 2)).astype("float32")


def places_turned_back(places, size):
    """What lies past an end, in TensorFlow's steps."""
    one, twice = np.float32(1), np.float32(2 * size)
    before = places + twice * np.floor(-places / twice)
    before = np.where(before < -size, before + twice, -before - one)
    behind = places - twice * np.floor(places / twice)
    behind = np.where(behind >= size, twice - behind - one, behind)
    turned = np.where(places < 0, before, np.where(places > size - 1, behind, places))
    return np.clip(turned, np.float32(0), np.float32(size - 1))


@pytest.mark.parametrize("shift", [0.3, -0.7, -5.1, 11.6, -30.3, 41.9])
def test_what_is_turned_back_is_rounded_once(shift):
    line = X[:1, :1]
    rows = np.array([[1, 0, shift, 0, 1, 0, 0, 0]], "float32")
    found = tf.raw_ops.ImageProjectiveTransformV3(
        images=line, transforms=rows, output_shape=[1, 12], fill_value=0.0,
        interpolation="BILINEAR", fill_mode="REFLECT",
    ).numpy()  # fmt: skip
    at = places_turned_back(np.arange(12, dtype="float32") + np.float32(shift), 12)
    left = np.floor(at)
    share = (at - left)[:, None]
    beside = places_turned_back(left + np.float32(1), 12).astype(int)
    pixels = line[0, 0]
    expected = pixels[left.astype(int)] * (1 - share) + pixels[beside] * share
    np.testing.assert_array_equal(found[0, 0], expected)


def draws(low, high):
    return keras.random.uniform((3,), low, high, seed=keras.random.SeedGenerator(5))


def test_rotations_are_drawn_in_degrees():
    layer = keras.layers.RandomRotation(0.2, seed=5)
    angle = draws(-0.2 * 360.0, 0.2 * 360.0) * tf.constant(math.pi / 180.0)
    cos, sin = tf.cos(angle), tf.sin(angle)
    across, down = tf.constant(5.5), tf.constant(4.0)
    none = tf.zeros_like(cos)
    right = across - across * cos - down * -sin
    low = down - across * sin - down * cos
    rows = tf.stack([cos, -sin, right, sin, cos, low, none, none], 1)
    expected = keras.ops.image.affine_transform(X, rows, fill_mode="reflect")
    np.testing.assert_array_equal(layer(X, training=True), expected)


def test_zooms_are_drawn_around_one():
    layer = keras.layers.RandomZoom(0.3, seed=5)
    zoom = draws(0.7, 1.3)
    none = tf.zeros_like(zoom)
    rows = tf.stack([zoom, none, 5.5 * (1.0 - zoom), none, zoom, 4.0 * (1.0 - zoom), none, none], 1)
    expected = keras.ops.image.affine_transform(X, rows, fill_mode="reflect")
    np.testing.assert_array_equal(layer(X, training=True), expected)
