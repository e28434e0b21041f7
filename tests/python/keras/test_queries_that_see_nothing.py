"""Attention whose masks leave a query nothing to look at: it gets the mean of all values, and in
Keras 2, which adds a large negative number to its scores, these have gradients all the same."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
R = np.random.RandomState(0)
X = R.randn(2, 4, 6).astype("float32")
AIM = R.randn(2, 4, 6)
SEEN = np.array([[1, 1, 1, 0], [1, 1, 1, 1]], bool)
X[~SEEN] = 0.0


def layer():
    made = keras.layers.MultiHeadAttention(2, 3)
    made(X, X)
    made.set_weights([R.randn(*w.shape).astype("float32") * 0.3 for w in made.get_weights()])
    return made


def gradients_of_queries(made, counts_unseen):
    """The gradient of the biases of queries, in doubles; whether rows that see nothing count."""
    q, q0, k, k0, v, v0, out, _ = [w.astype("float64") for w in made.get_weights()]
    query, key, value = (
        np.einsum("bti,ihd->bthd", X, w) + b for w, b in ((q, q0), (k, k0), (v, v0))
    )
    mask = SEEN[:, None, :, None] & SEEN[:, None, None, :]
    scores = np.einsum("bihd,bjhd->bhij", query, key) / np.sqrt(3) - 1e9 * ~mask
    scores = np.where(mask.any(-1, keepdims=True), scores, 0.0)
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    by_weights = np.einsum("bio,hdo,bjhd->bhij", AIM, out, value)
    by_scores = weights * (by_weights - (weights * by_weights).sum(-1, keepdims=True))
    if not counts_unseen:
        by_scores = by_scores * mask
    return np.einsum("bhij,bjhd->hd", by_scores, key) / np.sqrt(3)


def told(made):
    with tf.GradientTape() as tape:
        query = keras.layers.Masking()(X)
        result = made(query, query, attention_mask=SEEN[:, None, :])
        loss = tf.reduce_sum(result * AIM.astype("float32"))
    return tape.gradient(loss, made.trainable_variables)[1]


@pytest.mark.keras_2
def test_scores_of_keras_2_have_gradients_where_nothing_is_seen():
    made = layer()
    np.testing.assert_allclose(told(made), gradients_of_queries(made, True), rtol=1e-4, atol=1e-6)


@pytest.mark.keras_3
def test_those_of_keras_3_have_none():
    made = layer()
    np.testing.assert_allclose(told(made), gradients_of_queries(made, False), rtol=1e-4, atol=1e-6)
