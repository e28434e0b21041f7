"""`preprocess_input` of `keras.applications`, which programs use for models of their own too."""

import importlib

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

if not AGAINST_TENSORFLOW:
    pytestmark = pytest.mark.usefixtures("in_tensorflows_place")

PIXELS = np.array([[[[0.0, 127.5, 255.0], [10.0, 20.0, 30.0]]]], np.float32)
BLUE_FIRST = PIXELS[..., ::-1] - np.array([103.939, 116.779, 123.68])
WITHIN_ONE = PIXELS / 127.5 - 1.0
STANDARD = (PIXELS / 255.0 - np.array([0.485, 0.456, 0.406])) / np.array([0.229, 0.224, 0.225])
EXPECTED = {
    "vgg16": BLUE_FIRST,
    "vgg19": BLUE_FIRST,
    "resnet50": BLUE_FIRST,
    "inception_v3": WITHIN_ONE,
    "mobilenet_v2": WITHIN_ONE,
    "densenet": STANDARD,
    "efficientnet": PIXELS,
}


@pytest.fixture
def applications():
    return importlib.import_module("tensorflow").keras.applications


@pytest.mark.parametrize("kind", EXPECTED)
def test_what_models_want(applications, kind):
    module = importlib.import_module(f"tensorflow.keras.applications.{kind}")
    assert getattr(applications, kind).preprocess_input is module.preprocess_input
    for images in PIXELS.copy(), tf.constant(PIXELS):
        found = module.preprocess_input(images)
        assert type(found) is type(images)
        np.testing.assert_allclose(found, EXPECTED[kind], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("mode", ["caffe", "tf", "torch"])
def test_channels_may_come_first(applications, mode):
    preprocess = applications.imagenet_utils.preprocess_input
    expected = np.moveaxis(preprocess(PIXELS.copy(), mode=mode), -1, 1)
    first = np.ascontiguousarray(np.moveaxis(PIXELS, -1, 1))
    for images in first[0].copy(), tf.constant(first[0]), first.copy(), tf.constant(first):
        found = np.asarray(preprocess(images, data_format="channels_first", mode=mode))
        np.testing.assert_allclose(found, expected if found.ndim == 4 else expected[0], rtol=1e-5)


def test_floats_change_in_place_and_integers_do_not(applications):
    preprocess = applications.imagenet_utils.preprocess_input
    floats, integers = PIXELS.copy(), PIXELS.astype("uint8")
    assert np.shares_memory(preprocess(floats), floats)
    np.testing.assert_allclose(floats[..., ::-1], BLUE_FIRST, rtol=1e-5)
    assert preprocess(integers, mode="tf").dtype == np.float32
    assert integers[0, 0, 1, 2] == 30


@pytest.mark.parametrize("mode", ["caffe", "tf", "torch"])
def test_it_is_part_of_a_network(applications, mode):
    preprocess = applications.imagenet_utils.preprocess_input
    inputs = tf.keras.Input((1, 2, 3))
    model = tf.keras.Model(inputs, preprocess(inputs, mode=mode))
    expected = {"caffe": BLUE_FIRST, "tf": WITHIN_ONE, "torch": STANDARD}[mode]
    np.testing.assert_allclose(model(PIXELS), expected, rtol=1e-5, atol=1e-5)


def test_other_modes_and_layouts_are_refused(applications):
    preprocess = applications.imagenet_utils.preprocess_input
    with pytest.raises(ValueError, match="Expected mode to be one of"):
        preprocess(PIXELS, mode="none")
    with pytest.raises(ValueError, match="Expected data_format to be one of"):
        preprocess(PIXELS, data_format="none")
