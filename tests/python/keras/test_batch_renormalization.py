"""`BatchNormalization(renorm=True)`, and masks beside channels that do not come last."""

import numpy as np
import pytest
from library import tf

X = np.array([[1.0, 2.0], [3.0, 6.0], [5.0, 1.0]], np.float32)


def layer_of(**options):
    return tf.keras.layers.BatchNormalization(renorm=True, epsilon=0.0, momentum=0.5, **options)


def test_a_batch_is_corrected_towards_the_averages():
    layer = layer_of(renorm_momentum=0.5)
    np.testing.assert_allclose(layer(X, training=True), X, rtol=1e-6)  # those begin with 0 and 1
    np.testing.assert_allclose(layer.renorm_mean, [1.5, 1.5])
    np.testing.assert_allclose(layer.renorm_stddev, 0.5 + X.std(0) / 2, rtol=1e-6)
    expected = (X - 1.5) / (0.5 + X.std(0) / 2)
    np.testing.assert_allclose(layer(X, training=True), expected, rtol=1e-5)
    np.testing.assert_allclose(layer.moving_variance, layer.moving_stddev**2, rtol=1e-6)
    names = [weight.name.split("/")[-1].split(":")[0] for weight in layer.non_trainable_weights]
    assert names == [
        *("moving_mean", "moving_variance", "moving_stddev", "renorm_mean", "renorm_stddev")
    ]


def test_corrections_are_clipped():
    layer = layer_of(renorm_clipping={"rmax": 1.5, "rmin": 1.0, "dmax": 0.25})
    normal = (X - X.mean(0)) / X.std(0)
    np.testing.assert_allclose(layer(X, training=True), normal * 1.5 + 0.25, rtol=1e-5)
    config = layer.get_config()
    assert config["renorm"] is True
    assert config["renorm_momentum"] == 0.99
    assert tf.keras.layers.BatchNormalization.from_config(config).renorm_clipping["rmax"] == 1.5


@pytest.mark.parametrize(
    ("clipping", "text"),
    [
        ({"rmix": 1.0}, "invalid keys"),
        ({"rmax": 1.0, "rmin": 2.0}, "rmax should be greater than rmin"),
        ({"dmax": -1.0}, "dmax should be non-negative"),
    ],
)
def test_limits_are_checked(clipping, text):
    with pytest.raises(ValueError, match=text):
        layer_of(renorm_clipping=clipping)


def test_a_mask_beside_channels_that_come_first():
    x = np.arange(12, dtype=np.float32).reshape(2, 3, 2)
    mask = np.array([[True, False, True], [True, True, False]])
    layer = tf.keras.layers.BatchNormalization(axis=1, momentum=0.0)
    layer(x, training=True, mask=mask)
    np.testing.assert_allclose(layer.moving_mean, [3.5, 8.5, 4.5], rtol=1e-5)
