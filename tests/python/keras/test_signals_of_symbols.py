"""Functions of signals and pictures that are written in Python, of symbolic tensors."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.linspace(-1.0, 1.0, 800).reshape(2, 400).astype("float32")


def made(function, *shape):
    start = keras.Input(shape)
    end = function(start)
    return end, keras.Model(start, end)


@pytest.mark.keras_2
@pytest.mark.parametrize(("pads", "frames"), [(False, 11), (True, 13)])
@pytest.mark.parametrize("size", [400, None])
def test_spectra_are_one_layer(size, pads, frames):
    end, model = made(lambda x: tf.abs(tf.signal.stft(x, 64, 32, pad_end=pads)), size)
    assert end.shape.as_list() == [None, size and frames, 33]
    names = [layer.name.rpartition("_1")[0] or layer.name for layer in model.layers[1:]]
    assert [name.rstrip("_0123456789") for name in names] == ["tf.signal.stft", "tf.math.abs"]
    np.testing.assert_allclose(model(X), np.abs(tf.signal.stft(X, 64, 32, pad_end=pads)), 1e-6)


@pytest.mark.keras_2
@pytest.mark.parametrize(
    ("function", "shape", "wanted"),
    [
        (lambda x: tf.signal.frame(x, 10, 5, pad_end=True), [13, None], [None, 13, None, 10]),
        (lambda x: tf.signal.overlap_and_add(x, 10), [None, 33], [None, None]),
        (lambda x: tf.signal.mdct(x, 4), [None], [None, None, 2]),
        (lambda x: tf.signal.dct(x), [None], [None, None]),
        (lambda x: tf.image.random_flip_left_right(x), [8, 6, 3], [None, 8, 6, 3]),
        (lambda x: tf.image.stateless_random_flip_up_down(x, (1, 2)), [8, 6, 3], [None, 8, 6, 3]),
        (lambda x: tf.image.resize_with_pad(x, 9, 9), [None, None, 3], [None, 9, 9, 3]),
        (
            lambda x: tf.image.crop_and_resize(x, [[0.0, 0.0, 1.0, 1.0]], [0], (4, 4)),
            [8, 6, 3],
            [1, 4, 4, 3],
        ),
        (
            lambda x: tf.nn.dilation2d(
                x, tf.ones((2, 2, 3)), (1, 1, 1, 1), "SAME", "NHWC", (1, 1, 1, 1)
            ),
            [8, 6, 3],
            [None, 8, 6, 3],
        ),
    ],
)
def test_shapes(function, shape, wanted):
    assert made(function, *shape)[0].shape.as_list() == wanted


@pytest.mark.keras_2
def test_a_model_with_one_is_made_again_from_its_configuration():
    model = made(lambda x: tf.math.real(tf.signal.stft(x, frame_length=64, frame_step=32)), 400)[1]
    again = keras.Model.from_config(model.get_config())
    np.testing.assert_array_equal(again(X), model(X))


@pytest.mark.keras_2
def test_by_keyword_and_within_a_branch_of_values():
    _, model = made(lambda x: tf.signal.frame(signal=x, frame_length=100, frame_step=100), 400)
    assert model(X).shape.as_list() == [2, 4, 100]
    assert tf.signal.frame(signal=X, frame_length=100, frame_step=100).shape == [2, 4, 100]
