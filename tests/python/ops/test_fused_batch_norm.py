"""Batch normalization as an operation by its type, with its statistics."""

import numpy as np
import pytest
from library import tf

X = np.random.default_rng(3).normal(size=[4, 3, 3, 2]).astype(np.float32)
SCALE, OFFSET = np.array([1.0, 2.0], np.float32), np.array([0.5, -1.0], np.float32)
MEAN, VARIANCE = np.array([0.1, 0.2], np.float32), np.array([1.5, 0.5], np.float32)


def norm(version, x=X, **settings):
    operation = getattr(tf.raw_ops, f"FusedBatchNormV{version}")
    given = {"scale": SCALE, "offset": OFFSET, "mean": MEAN, "variance": VARIANCE}
    return operation(x=x, **given, epsilon=0.001, **settings)


@pytest.mark.parametrize("version", [2, 3])
def test_a_batch_is_normalized_by_itself(version):
    y, mean, variance, *_ = norm(version)
    own = X.mean((0, 1, 2)), X.var((0, 1, 2))
    expected = (X - own[0]) / np.sqrt(own[1] + 0.001) * SCALE + OFFSET
    np.testing.assert_allclose(y, expected, atol=1e-5)
    np.testing.assert_allclose(mean, own[0], atol=1e-6)
    np.testing.assert_allclose(variance, X.var((0, 1, 2), ddof=1), rtol=1e-5)


def test_statistics_are_given():
    y, mean, variance, *_ = norm(2, is_training=False)
    expected = (X - MEAN) / np.sqrt(VARIANCE + 0.001) * SCALE + OFFSET
    np.testing.assert_allclose(y, expected, atol=1e-5)
    np.testing.assert_allclose(mean, MEAN)
    np.testing.assert_allclose(variance, VARIANCE)


def test_statistics_move():
    _, mean, variance, *_ = norm(3, exponential_avg_factor=0.25)
    np.testing.assert_allclose(mean, 0.75 * MEAN + 0.25 * X.mean((0, 1, 2)), atol=1e-6)
    sample = X.var((0, 1, 2), ddof=1)
    np.testing.assert_allclose(variance, 0.75 * VARIANCE + 0.25 * sample, rtol=1e-5)


def test_the_gradient_flows_through_the_statistics():
    x = tf.constant(X)
    weights = np.random.default_rng(1).normal(size=X.shape).astype(np.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(norm(2, x)[0] * weights)
    centered = (X - X.mean((0, 1, 2))) / np.sqrt(X.var((0, 1, 2)) + 0.001)
    w = weights - weights.mean((0, 1, 2)) - centered * (weights * centered).mean((0, 1, 2))
    np.testing.assert_allclose(
        tape.gradient(y, x), SCALE / np.sqrt(X.var((0, 1, 2)) + 0.001) * w, atol=1e-4
    )
