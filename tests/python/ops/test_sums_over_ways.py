"""Losses of labels without places: the last digits of sums over ways, which slopes show."""

import numpy as np
import pytest
from library import ours, tf

R = np.random.RandomState(1)
LOGITS = R.randn(75, 2, 41).astype("float32")
WORDS = R.randint(0, 40, (2, 30)).astype("int32")
FRAMES = [75, 70]


def of_sparse(logits):
    where = np.argwhere(np.ones_like(WORDS))
    labels = tf.SparseTensor(where, WORDS.ravel(), WORDS.shape)
    return tf.compat.v1.nn.ctc_loss(labels, logits, tf.constant(FRAMES))


def of_sparse_with_another_blank(logits):
    where = np.argwhere(np.ones_like(WORDS))
    labels = tf.SparseTensor(where, WORDS.ravel() + 1, WORDS.shape)
    moved = tf.concat([logits[..., -1:], logits[..., :-1]], -1)
    return tf.nn.ctc_loss(labels, moved, None, tf.constant(FRAMES), blank_index=0)


def of_dense(logits):
    return tf.nn.ctc_loss(WORDS, logits, [30, 30], FRAMES, blank_index=-1)


def slopes(losses, logits):
    logits = tf.constant(logits)
    with tf.GradientTape() as tape:
        tape.watch(logits)
        found = losses(logits)
    return found.numpy(), tape.gradient(found, logits).numpy()


@pytest.mark.parametrize("losses", [of_sparse, of_sparse_with_another_blank])
def test_of_sparse_labels_in_single_precision(losses):
    found, slope = slopes(losses, LOGITS)
    np.testing.assert_allclose(found, [220.06602, 200.33487], rtol=1e-7)
    first = [-0.02078449, 0.00622559, 0.0579873, 0.09212716, 0.01421212]
    np.testing.assert_allclose(slope[40, 0, :5], first, rtol=5e-7)
    np.testing.assert_allclose(np.abs(slope).sum(), 254.18306, rtol=1e-6)


def test_of_dense_labels_nothing_is_lost():
    coarse, slope = (slopes(losses, LOGITS)[1][40, 0, 27] for losses in (of_sparse, of_dense))
    np.testing.assert_allclose(coarse - slope, 1.03e-5, atol=5e-7)


def test_frames_behind_the_last_have_no_slope():
    for losses in (of_sparse, of_dense):
        assert not slopes(losses, LOGITS)[1][70:, 1].any()


@ours("TensorFlow has a number for them")
@pytest.mark.parametrize("label", [-1, 3])
def test_labels_that_are_no_classes_are_refused(label):
    with pytest.raises(tf.errors.InvalidArgumentError, match="none of the 3 classes"):
        tf.nn.ctc_loss([[label]], tf.zeros([4, 1, 3]), [1], [4])


@ours("TensorFlow refuses a batch without examples")
def test_nothing_at_all():
    labels, lengths = tf.zeros([0, 2], tf.int32), tf.zeros([0], tf.int32)
    assert tf.nn.ctc_loss(labels, tf.zeros([5, 0, 4]), lengths, lengths).shape == [0]


@ours("TensorFlow refuses a second derivative, or has NaN")
def test_twice():
    logits = tf.constant(LOGITS[:4, :, :4])

    def slope(of):
        with tf.GradientTape() as tape:
            tape.watch(of)
            loss = tf.nn.ctc_loss(WORDS[:, :2] % 3, of, [2, 2], [4, 4], blank_index=-1)
        return tape.gradient(loss, of)

    with tf.GradientTape() as outer:
        outer.watch(logits)
        square = tf.reduce_sum(slope(logits) ** 2)
    found = outer.gradient(square, logits)
    step = 0.01 * tf.sign(found)
    ahead, behind = (tf.reduce_sum(slope(logits + s) ** 2) for s in (step, -step))
    expected = 0.02 * tf.reduce_sum(tf.abs(found))
    np.testing.assert_allclose(ahead - behind, expected, rtol=1e-2)
