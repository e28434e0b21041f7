"""Second derivatives of moments: in TensorFlow's place its own, of constant means."""

import numpy as np
import pytest
from library import ours, tf

RNG = np.random.RandomState(0)
IMAGES = RNG.rand(4, 3, 5, 2).astype("float32")


def twice(f, x):
    """The gradient of the squared gradient of `f`, behind factors that no normalization undoes."""
    x = tf.constant(x)
    factors = tf.reshape(tf.range(x.shape.num_elements(), dtype=x.dtype) % 7.0, x.shape)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(f(x * factors) * tf.sin(3.0 * factors))
        size = tf.reduce_sum(inner.gradient(y, x) ** 2)
    return outer.gradient(size, x).numpy()


def normalized(axes, is_exact=False, epsilon=1e-3):
    """A normalization in small operations, its variance of a constant mean or not."""

    def f(x):
        mean = tf.reduce_mean(x, axes, keepdims=True)
        middle = mean if is_exact else tf.stop_gradient(mean)
        variance = tf.reduce_mean(tf.math.squared_difference(x, middle), axes, keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + epsilon)

    return f


def moments(x):
    mean, variance = tf.nn.moments(x, [0], keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 1e-3)


def batch(**options):
    layer = tf.keras.layers.BatchNormalization(**options)
    return lambda x: layer(x, training=True)


def layer(**options):
    return tf.keras.layers.LayerNormalization(**options)


def groups(count):
    return tf.keras.layers.GroupNormalization(count)


CASES = [
    (lambda: moments, IMAGES, [0], 1e-3),
    (batch, IMAGES, [0, 1, 2], 1e-3),
    (batch, IMAGES[..., 0, 0], [0], 1e-3),
    (lambda: batch(axis=1), IMAGES, [0, 2, 3], 1e-3),
    (layer, IMAGES[..., 0], [2], 1e-3),
    (lambda: layer(axis=[1, 2]), IMAGES, [1, 2], 1e-3),
    (lambda: layer(axis=[2, 3], epsilon=1e-6), IMAGES, [2, 3], 1e-6),
    (lambda: groups(1), IMAGES, [1, 2, 3], 1e-3),
]


@pytest.mark.parametrize(("make", "x", "axes", "epsilon"), CASES)
@pytest.mark.usefixtures("in_tensorflows_place")
def test_in_tensorflows_place(make, x, axes, epsilon):
    expected = twice(normalized(axes, epsilon=epsilon), x)
    assert twice(make(), x) == pytest.approx(expected, rel=1e-3, abs=1e-3)
    assert np.abs(expected - twice(normalized(axes, True, epsilon), x)).max() > 1e-2


@pytest.mark.parametrize(("make", "x", "axes", "epsilon"), CASES)
@ours("without `install`, second derivatives are the true ones")
def test_alone(make, x, axes, epsilon):
    expected = twice(normalized(axes, True, epsilon), x)
    assert twice(make(), x) == pytest.approx(expected, rel=1e-3, abs=1e-3)


@ours("Keras 2 by the environment")
@pytest.mark.usefixtures("in_tensorflows_place")
@pytest.mark.parametrize(
    ("make", "x", "axes", "epsilon", "is_exact"),
    [
        (batch, IMAGES, [0, 1, 2], 1e-3, True),
        (lambda: batch(fused=False), IMAGES, [0, 1, 2], 1e-3, False),
        (batch, IMAGES[..., 0, 0], [0], 1e-3, False),
        (layer, IMAGES[..., 0], [2], 1e-3, True),
        (lambda: layer(epsilon=1e-6), IMAGES[..., 0], [2], 1e-6, False),
        (lambda: layer(axis=[1, 2]), IMAGES, [1, 2], 1e-3, False),
        (lambda: groups(1), IMAGES, [1, 2, 3], 1e-3, True),
    ],
)
def test_keras_2_is_exact_where_it_is_fused(make, x, axes, epsilon, is_exact, monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    expected = twice(normalized(axes, is_exact, epsilon), x)
    assert twice(make(), x) == pytest.approx(expected, rel=1e-3, abs=1e-3)
