"""Fractional pooling, and convolutions in further forms."""

from itertools import pairwise

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

IMAGES = np.random.default_rng(1).normal(size=(2, 7, 9, 3)).astype(np.float32)


def pooled(x, rows, columns, overlapping, reduce):
    """Each region, one by one."""
    out = np.empty((x.shape[0], len(rows) - 1, len(columns) - 1, x.shape[3]), x.dtype)
    for i, (top, bottom) in enumerate(pairwise(rows)):
        for j, (left, right) in enumerate(pairwise(columns)):
            region = x[:, top : bottom + overlapping, left : right + overlapping]
            out[:, i, j] = reduce(region, axis=(1, 2))
    return out


@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize("pseudo_random", [False, True])
@pytest.mark.parametrize("what", ["max", "avg"])
def test_regions_are_reduced_between_their_ends(what, pseudo_random, overlapping):
    function = getattr(tf.nn, f"fractional_{what}_pool")
    ratios = [1.0, 1.44, 1.73, 1.0]
    found = function(IMAGES, ratios, pseudo_random, overlapping, seed=5)
    rows, columns = found.row_pooling_sequence.numpy(), found.col_pooling_sequence.numpy()
    assert (rows[0], rows[-1], columns[0], columns[-1]) == (0, 7, 0, 9)
    assert (len(rows), len(columns)) == (int(7 / 1.44) + 1, int(9 / 1.73) + 1)
    assert set(np.diff(rows)) <= {1, 2}
    expected = pooled(IMAGES, rows, columns, overlapping, np.max if what == "max" else np.mean)
    np.testing.assert_allclose(found.output.numpy(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="checked by gradtape's own checker")
@pytest.mark.parametrize("what", ["max", "avg"])
def test_gradients_of_fractional_pooling(what):
    function = getattr(tf.nn, f"fractional_{what}_pool")
    x = tf.constant(IMAGES[:1, :4, :4, :1], tf.float64)
    tf.testing.check_gradients(lambda x: function(x, [1.0, 1.5, 1.5, 1.0], seed=3)[0], x)


def test_ratios_that_do_not_fit():
    x = tf.zeros([1, 6, 6, 1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="higher than input dimension size"):
        tf.nn.fractional_avg_pool(x, [1.0, 7.0, 1.0, 1.0])
    with pytest.raises(tf.errors.UnimplementedError, match="not yet supported on the batch"):
        tf.nn.fractional_avg_pool(x, [2.0, 1.0, 1.0, 1.0])


def test_backprops_of_depthwise_convolutions_are_its_gradients():
    x, w = tf.constant(IMAGES), tf.constant(IMAGES[0, :2, :3, :, None])
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.nn.depthwise_conv2d(x, w, [1, 2, 2, 1], "SAME")
    g = tf.cos(y)
    dx, dw = tape.gradient(y, [x, w], output_gradients=g)
    moves = ([1, 2, 2, 1], "SAME")
    found = tf.nn.depthwise_conv2d_backprop_input(list(x.shape), w, g, *moves)
    np.testing.assert_allclose(found.numpy(), dx.numpy(), rtol=1e-5, atol=1e-5)
    found = tf.nn.depthwise_conv2d_backprop_filter(x, list(w.shape), g, *moves)
    np.testing.assert_allclose(found.numpy(), dw.numpy(), rtol=1e-5, atol=1e-4)


def test_a_transposed_convolution_with_holes():
    value, filters = tf.constant(IMAGES[:, :3, :3]), tf.constant(IMAGES[0, :2, :2, :, None])
    w = tf.transpose(filters, [0, 1, 3, 2])
    y = tf.nn.atrous_conv2d_transpose(value, w, [2, 5, 5, 1], 2, "VALID")
    with tf.GradientTape() as tape:
        x = tf.zeros([2, 5, 5, 1])
        tape.watch(x)
        forward = tf.nn.atrous_conv2d(x, w, 2, "VALID")
    expected = tape.gradient(forward, x, output_gradients=value)
    np.testing.assert_allclose(y.numpy(), expected.numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_holes_by_way_of_the_batch(padding):
    w = tf.constant(IMAGES[0, :3, :3, :, None])

    def convolved(x, count, padding):
        assert count == 2
        return tf.nn.conv2d(x, w, 1, padding)

    found = tf.nn.with_space_to_batch(IMAGES, [2, 2], padding, convolved, filter_shape=[3, 3])
    expected = tf.nn.atrous_conv2d(IMAGES, w, 2, padding)
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_patches_of_volumes_are_those_of_their_images(padding):
    x = tf.constant(np.stack([IMAGES, IMAGES * 2.0], axis=1))
    found = tf.extract_volume_patches(x, [1, 1, 3, 2, 1], [1, 1, 2, 3, 1], padding)
    for z, images in enumerate((IMAGES, IMAGES * 2.0)):
        expected = tf.image.extract_patches(
            images, [1, 3, 2, 1], [1, 2, 3, 1], [1, 1, 1, 1], padding
        )
        np.testing.assert_array_equal(found[:, z].numpy(), expected.numpy())
