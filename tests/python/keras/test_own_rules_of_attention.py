"""Layers of attention, derived from with rules of their own for scores and what they weigh."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
RNG = np.random.default_rng(0)
QUERY = tf.constant(RNG.normal(size=[2, 3, 4]), tf.float32)
VALUE = tf.constant(RNG.normal(size=[2, 5, 4]), tf.float32)
SHOWN = tf.constant([[True, True, False, True, False], [True] * 5])
KINDS = ["Attention", "AdditiveAttention"]


def _means(shown=None):
    weights = np.ones([2, 5]) if shown is None else shown.numpy().astype(float)
    weights /= weights.sum(-1, keepdims=True)
    return np.repeat(np.einsum("bk,bkd->bd", weights, VALUE.numpy())[:, None], 3, axis=1)


@pytest.mark.parametrize("kind", KINDS)
def test_scores_of_a_derived_layer_count(kind):
    class Even(getattr(layers, kind)):
        def _calculate_scores(self, query, key):
            return 0.0 * super()._calculate_scores(query, key)

    layer = Even()
    np.testing.assert_allclose(layer([QUERY, VALUE]), _means(), rtol=1e-5, atol=1e-6)
    masks = [None, SHOWN]
    np.testing.assert_allclose(
        layer([QUERY, VALUE], mask=masks), _means(SHOWN), rtol=1e-5, atol=1e-6
    )


@pytest.mark.parametrize("kind", KINDS)
def test_what_scores_weigh_may_be_another(kind):
    class Twice(getattr(layers, kind)):
        def _apply_scores(self, scores, value, scores_mask=None, training=None):
            result, weights = super()._apply_scores(
                0.0 * scores, value, scores_mask=scores_mask, training=training
            )
            return 2.0 * result, weights

    result, weights = Twice()([QUERY, VALUE], mask=[None, SHOWN], return_attention_scores=True)
    np.testing.assert_allclose(result, 2.0 * _means(SHOWN), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(weights[1], np.full([3, 5], 0.2), rtol=1e-5, atol=1e-6)


def test_weights_of_a_causal_mask_reach_the_rule():
    class Seen(layers.Attention):
        def _apply_scores(self, scores, value, scores_mask=None, training=None):
            self.seen = scores_mask
            return super()._apply_scores(scores, value, scores_mask=scores_mask)

    layer = Seen()
    layer([QUERY, QUERY], use_causal_mask=True)
    np.testing.assert_array_equal(layer.seen, np.tril(np.ones([1, 3, 3], bool)))
