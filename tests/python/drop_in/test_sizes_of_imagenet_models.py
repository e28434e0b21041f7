"""What programs that define models of images take from `keras.applications.imagenet_utils`."""

import importlib

import pytest
from library import AGAINST_TENSORFLOW, tf

if not AGAINST_TENSORFLOW:
    pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


@pytest.fixture
def utils():
    return importlib.import_module("keras.src.applications").imagenet_utils


@pytest.mark.parametrize(
    ("given", "shape"),
    [
        (((40, 40, 3), 224, 32, "channels_last", True), (40, 40, 3)),
        (((None, None, 1), 224, 32, "channels_last", False), (None, None, 1)),
        ((None, 224, 32, "channels_last", True), (224, 224, 3)),
        ((None, 224, 32, "channels_first", False), (3, None, None)),
        (((3, 64, 64), 224, 32, "channels_first", True, "other"), (3, 64, 64)),
        ((None, 224, 32, "channels_last", True, "imagenet"), (224, 224, 3)),
    ],
)
def test_shapes(utils, given, shape):
    assert utils.obtain_input_shape(*given) == shape


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (((20, 20, 3), 224, 32, "channels_last", True), "at least 32x32"),
        (((3, 64, 20), 224, 32, "channels_first", False), "at least 32x32"),
        (((64, 64), 224, 32, "channels_last", False), "a tuple of three integers"),
        (((None, 64, 3), 224, 32, "channels_last", True), "a static `input_shape`"),
        (((64, 64, 1), 224, 32, "channels_last", False, "imagenet"), "must have 3 channels"),
        (((64, 64, 3), 224, 32, "channels_last", True, "imagenet"), "should be"),
    ],
)
def test_misfits(utils, given, text):
    with pytest.raises(ValueError, match=text):
        utils.obtain_input_shape(*given)


def test_other_channels_are_warned_of(utils):
    with pytest.warns(UserWarning, match="1 or 3 input channels"):
        utils.obtain_input_shape((64, 64, 4), 224, 32, "channels_last", True)


@pytest.mark.parametrize(
    ("sizes", "kernel", "pad"),
    [
        ((32, 33), 3, ((0, 1), (1, 1))),
        ((32, 32), (5, 3), ((1, 2), (0, 1))),
        ((None, None), 3, ((0, 1), (0, 1))),
    ],
)
def test_padding(utils, sizes, kernel, pad):
    assert utils.correct_pad(tf.keras.Input((*sizes, 3)), kernel) == pad


def test_activations_of_trained_classes(utils):
    utils.validate_activation("relu", None)
    utils.validate_activation("softmax", "imagenet")
    with pytest.raises(ValueError, match="Only `None` and `softmax`"):
        utils.validate_activation("relu", "imagenet")
