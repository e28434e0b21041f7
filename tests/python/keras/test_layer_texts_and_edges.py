"""What layers refuse, in Keras's words, and rare ways to make and call them."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: layers.Dropout(1.5), "argument `rate`. Expected a float value between 0 and 1"),
        (lambda: layers.ReLU(negative_slope=None), "cannot be None or a negative value"),
        (lambda: layers.ReLU(threshold=-1.0), "threshold of a ReLU layer cannot be None or a"),
        (lambda: layers.ReLU(max_value=-1.0), "max_value of a ReLU layer cannot be a negative"),
        (lambda: layers.LeakyReLU(negative_slope=-0.1), "cannot be None or negative value"),
        (lambda: layers.Cropping2D(2)(np.zeros([1, 4, 9, 1])), "Values in `cropping` argument"),
    ],
)
def test_refusals(make, text):
    with pytest.raises(ValueError, match=text):
        make()


def test_a_table_is_built_without_a_shape():
    layer = layers.Embedding(3, 2)
    layer.build()
    assert tuple(layer.weights[0].shape) == (3, 2)


def test_a_mask_of_an_array():
    layer = layers.Masking(mask_value=1.5)
    found = layer.compute_mask(np.array([[[1.5, 1.5], [1.5, 0.0]]]))
    np.testing.assert_array_equal(found, [[False, True]])


def test_pictures_of_a_few_pixels_are_enlarged():
    image = np.ones([1, 2, 20, 1], np.float32)
    assert tuple(layers.CenterCrop(40, 1)(image).shape) == (1, 40, 1, 1)


def test_a_split_of_ones_own_is_given_plain_texts():
    def split(texts):
        return tf.strings.split(texts, sep="|")

    vocabulary = ["foo", "bar", "foobar"]
    layer = layers.TextVectorization(split=split, vocabulary=vocabulary)
    np.testing.assert_array_equal(layer(["Foo|bar"]), [[4]])  # no punctuation is left
    layer = layers.TextVectorization(split=split, vocabulary=vocabulary, standardize="lower")
    np.testing.assert_array_equal(layer(["Foo|bar"]), [[2, 3]])


def test_a_lambda_from_its_config():
    layer = layers.Lambda(lambda x: x + 1.0)
    again = layers.Lambda.from_config(layer.get_config(), safe_mode=False)
    np.testing.assert_array_equal(again(np.zeros(2, np.float32)), [1.0, 1.0])


def test_states_of_both_directions_are_forgotten():
    layer = layers.Bidirectional(layers.LSTM(2, stateful=True))
    x = np.ones([1, 3, 2], np.float32)
    first = np.asarray(layer(x))
    assert abs(np.asarray(layer(x)) - first).max() > 1e-6
    layer.reset_state()
    np.testing.assert_allclose(layer(x), first, rtol=1e-5)


@pytest.mark.parametrize("method", ["lanczos3", "lanczos5"])
def test_waves_between_pixels(method):
    images = (np.arange(2 * 6 * 6 * 1) * 7 % 11).reshape(2, 6, 6, 1).astype(np.float32)
    expected = tf.image.resize(images, (4, 3), method=method)
    found = layers.Resizing(4, 3, interpolation=method)(images)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)
    larger = layers.UpSampling2D(2, interpolation=method)(images)
    expected = tf.image.resize(images, (12, 12), method=method)
    np.testing.assert_allclose(larger, expected, rtol=1e-3, atol=1e-3)
