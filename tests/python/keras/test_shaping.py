"""Layers that move elements, and those that disturb them in training."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
IMAGES = np.arange(2 * 4 * 3 * 2, dtype="float32").reshape(2, 4, 3, 2)


def test_vectors_are_repeated_and_axes_permuted():
    x = tf.constant([[1.0, 2.0]])
    assert layers.RepeatVector(2)(x).numpy().tolist() == [[[1, 2], [1, 2]]]
    np.testing.assert_array_equal(layers.Permute((3, 1, 2))(IMAGES), IMAGES.transpose(0, 3, 1, 2))
    with pytest.raises(ValueError, match="Permute"):
        layers.Permute((0, 1))


@pytest.mark.parametrize(
    ("amounts", "pairs"),
    [(1, ((1, 1), (1, 1))), ((1, 2), ((1, 1), (2, 2))), (((0, 1), (2, 3)), ((0, 1), (2, 3)))],
)
def test_zeros_are_put_around_images_and_taken_away(amounts, pairs):
    padded = layers.ZeroPadding2D(amounts)(IMAGES)
    np.testing.assert_array_equal(padded, np.pad(IMAGES, ((0, 0), *pairs, (0, 0))))
    np.testing.assert_array_equal(layers.Cropping2D(amounts)(padded), IMAGES)


def test_sequences_and_volumes_are_padded_and_cropped():
    x = np.ones([1, 3, 2], "float32")
    assert layers.ZeroPadding1D((0, 2))(x).numpy()[0, :, 0].tolist() == [1, 1, 1, 0, 0]
    assert layers.Cropping1D((1, 0))(x).shape == [1, 2, 2]
    volume = np.ones([1, 2, 2, 2, 1], "float32")
    larger = layers.ZeroPadding3D(1)(volume)
    assert larger.shape == [1, 4, 4, 4, 1]
    np.testing.assert_array_equal(layers.Cropping3D(1)(larger), volume)


def test_a_cropping_that_leaves_nothing_is_refused():
    with pytest.raises(ValueError, match="cropping"):
        layers.Cropping2D(2)(IMAGES)


def test_images_are_enlarged():
    expected = IMAGES.repeat(2, axis=1).repeat(3, axis=2)
    np.testing.assert_array_equal(layers.UpSampling2D((2, 3))(IMAGES), expected)
    smooth = layers.UpSampling2D(2, interpolation="bilinear")(IMAGES)
    np.testing.assert_allclose(smooth, tf.image.resize(IMAGES, [8, 6]), rtol=1e-6)
    np.testing.assert_array_equal(layers.UpSampling1D(2)(IMAGES[0]), IMAGES[0].repeat(2, axis=1))
    assert layers.UpSampling3D(2)(tf.ones([1, 1, 2, 3, 1])).shape == [1, 2, 4, 6, 1]


@pytest.mark.parametrize(
    "layer",
    [layers.GaussianNoise(1.0), layers.GaussianDropout(0.5), layers.AlphaDropout(0.5)],
    ids=lambda layer: type(layer).__name__,
)
def test_noise_is_for_training_and_keeps_the_mean(layer):
    x = np.random.default_rng(0).normal(size=[20000]).astype("float32")
    np.testing.assert_array_equal(layer(x), x)
    found = layer(x, training=True).numpy()
    assert np.abs(found - x).max() > 0
    assert abs(found.mean() - x.mean()) < 0.05


def test_whole_channels_are_dropped():
    found = layers.SpatialDropout2D(0.5)(np.ones([8, 4, 4, 16], "float32"), training=True).numpy()
    assert set(np.unique(found)) == {0.0, 2.0}
    assert (found == found[:, :1, :1]).all()
    assert layers.SpatialDropout1D(0.5)(tf.ones([1, 2, 3])).numpy().tolist() == [[[1] * 3] * 2]


def test_a_slope_is_learned_for_each_channel():
    layer = layers.PReLU(shared_axes=[1, 2], alpha_initializer="ones")
    assert layer(-IMAGES).numpy().tolist() == (-IMAGES).tolist()
    assert layer.alpha.shape == [1, 1, 2]


@pytest.mark.ours("Keras 3 has dropped it")
def test_a_threshold():
    assert layers.ThresholdedReLU(1.0)([0.5, 1.0, 2.0]).numpy().tolist() == [0, 0, 2]


@pytest.mark.parametrize("name", ["Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum"])
def test_inputs_of_fewer_dimensions_are_joined_by_example(name):
    rows, vectors = np.arange(24.0).reshape(4, 2, 3), np.arange(12.0).reshape(4, 3)
    join = getattr(tf.keras.layers, name)()
    expected = getattr(tf.keras.layers, name)()([rows, vectors[:, None]])
    np.testing.assert_array_equal(join([rows, vectors]), expected)
    inputs = [tf.keras.Input((2, 3)), tf.keras.Input((3,))]
    model = tf.keras.Model(inputs, join(inputs))
    assert tuple(model.output.shape) == (None, 2, 3)
    np.testing.assert_array_equal(model([rows, vectors]), expected)
