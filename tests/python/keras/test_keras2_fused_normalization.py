"""Batches of images in Keras 2: one operation, which tells the unbiased variance."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X = np.random.RandomState(0).randn(3, 2, 2, 4).astype(np.float32)


def variance_of(x, mask=None, **options):
    layer = tf.keras.layers.BatchNormalization(momentum=0.0, **options)
    layer(x, training=True, mask=mask)
    return np.ravel(layer.moving_variance)


def test_the_average_follows_the_unbiased_variance():
    np.testing.assert_allclose(variance_of(X), X.var((0, 1, 2), ddof=1), rtol=1e-5)
    volumes = X.reshape(3, 2, 2, 2, 2)
    expected = volumes.var((0, 1, 2, 3), ddof=1)
    np.testing.assert_allclose(variance_of(volumes), expected, rtol=1e-5)


def test_a_model_trains_with_it():
    layer = tf.keras.layers.BatchNormalization(momentum=0.5)
    model = tf.keras.Sequential([layer, tf.keras.layers.GlobalAveragePooling2D()])
    model.compile("sgd", "mse")
    model.fit(X, np.zeros([3, 4]), batch_size=3, verbose=0)
    expected = 0.5 + 0.5 * X.var((0, 1, 2), ddof=1)
    np.testing.assert_allclose(layer.moving_variance, expected, rtol=1e-5)


def test_one_value_has_no_variance():
    assert variance_of(X[:1, :1, :1]).tolist() == [0.0] * 4


@pytest.mark.parametrize("options", [{"fused": False}, {"axis": 2}, {"dtype": "float64"}])
def test_by_parts_it_is_the_variance_of_the_batch(options):
    channel = options.get("axis", 3)
    axes = tuple(axis for axis in range(4) if axis != channel)
    np.testing.assert_allclose(variance_of(X, **options), X.var(axes), rtol=1e-5)


def test_vectors_have_the_variance_of_the_batch():
    np.testing.assert_allclose(variance_of(X[:, 0, 0]), X[:, 0, 0].var(0), rtol=1e-5)


def test_masks_are_ignored_with_a_warning():
    mask = np.zeros([3, 2, 2], bool)
    with pytest.warns(UserWarning, match="mask"):
        found = variance_of(X, mask)
    np.testing.assert_allclose(found, X.var((0, 1, 2), ddof=1), rtol=1e-5)
