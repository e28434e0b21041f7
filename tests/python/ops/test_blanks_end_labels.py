"""A blank among the labels of `ctc_batch_cost`, and among sparse ones, ends them."""

import numpy as np
import pytest
from library import tf

PROBABILITIES = tf.nn.softmax(np.random.RandomState(0).randn(2, 6, 4).astype("float32"))
LOGITS = tf.transpose(tf.math.log(PROBABILITIES + 1e-7), [1, 0, 2])
FRAMES = [[6], [5]]


def cost(labels, lengths):
    return tf.keras.backend.ctc_batch_cost(
        tf.constant(labels), PROBABILITIES, tf.constant(FRAMES), tf.constant(lengths)
    ).numpy()


def test_of_dense_labels():
    filled = cost([[0, 1, 3, 3], [2, 3, 3, 3]], [[4], [4]])
    np.testing.assert_allclose(filled, cost([[0, 1, 0, 0], [2, 0, 0, 0]], [[2], [1]]), rtol=1e-5)


def test_of_sparse_labels():
    def loss(labels):
        sparse = tf.sparse.from_dense(tf.constant(labels) + 1)
        sparse = sparse.with_values(sparse.values - 1)
        lengths = [frames for (frames,) in FRAMES]
        return tf.compat.v1.nn.ctc_loss(sparse, LOGITS, lengths).numpy()

    filled = loss([[0, 1, 3, 3], [2, 3, 3, 3]])
    np.testing.assert_allclose(filled, loss([[0, 1, -1, -1], [2, -1, -1, -1]]), rtol=1e-5)
    np.testing.assert_allclose(filled[:, None], cost([[0, 1], [2, 3]], [[2], [2]]), rtol=1e-4)


def test_nothing_follows_a_blank():
    with pytest.raises(tf.errors.InvalidArgumentError, match="following a null label, batch: 1"):
        cost([[0, 1, 3], [2, 3, 1]], [[3], [3]])
