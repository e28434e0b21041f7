"""Layers that replace parts of `MultiHeadAttention`, or use them under Keras's private names."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
RNG = np.random.default_rng(0)
X = tf.constant(RNG.normal(size=[2, 3, 4]), tf.float32)
Y = tf.constant(RNG.normal(size=[2, 5, 4]), tf.float32)
MASK = RNG.integers(0, 2, [2, 3, 5]).astype(bool) | (np.arange(5) == 0)
WEIGHTS = {"kernel_initializer": keras.initializers.Constant(0.1)}


class Sharp(keras.layers.MultiHeadAttention):
    """Scores times three, and a weight for each head."""

    def _build_attention(self, rank):
        super()._build_attention(rank)
        self.factor = self.add_weight(name="factor", shape=(self._num_heads,), initializer="ones")

    def _compute_attention(self, query, key, value, attention_mask=None, training=None, **_):
        query = query * (3.0 / float(self._key_dim) ** 0.5)
        scores = tf.einsum(self._dot_product_equation, key, query)
        weights = self._masked_softmax(scores, attention_mask)
        weights = self._dropout_layer(weights, training=training)
        weights *= tf.reshape(tf.convert_to_tensor(self.factor), [-1, 1, 1])
        return tf.einsum(self._combine_equation, weights, value), weights


class Flat(keras.layers.MultiHeadAttention):
    """The same weight for all that may be seen."""

    def _masked_softmax(self, attention_scores, attention_mask=None):
        return super()._masked_softmax(attention_scores * 0.0, attention_mask)


def test_scores_may_be_computed_otherwise():
    layer = Sharp(2, 3, **WEIGHTS)
    outputs, weights = layer(X, Y, attention_mask=MASK, return_attention_scores=True)
    assert len(layer.weights) == 9
    plain = keras.layers.MultiHeadAttention(2, 3, **WEIGHTS)
    plain.build(X.shape, Y.shape)
    _, before = plain(X, Y, attention_mask=MASK, return_attention_scores=True)
    sharpened = before.numpy() ** 3
    sharpened /= sharpened.sum(-1, keepdims=True)
    np.testing.assert_allclose(weights, sharpened, rtol=1e-4)
    np.testing.assert_allclose(layer(X, Y, attention_mask=MASK), outputs, rtol=1e-6)


def test_the_softmax_may_be_another():
    _, weights = Flat(2, 3)(X, Y, attention_mask=MASK, return_attention_scores=True)
    even = MASK[:, None] / MASK[:, None].sum(-1, keepdims=True)
    np.testing.assert_allclose(weights, np.broadcast_to(even, weights.shape), rtol=1e-6)


def test_attention_over_two_axes_has_its_parts():
    images = tf.constant(RNG.normal(size=[1, 2, 3, 4]), tf.float32)
    _, weights = Flat(1, 2, attention_axes=(1, 2))(images, images, return_attention_scores=True)
    np.testing.assert_allclose(weights, np.full([1, 1, 2, 3, 2, 3], 1 / 6), rtol=1e-6)


def test_projections_are_made_of_what_the_layer_was_given():
    layer = keras.layers.MultiHeadAttention(2, 3, value_dim=5, **WEIGHTS)
    layer.build(X.shape, Y.shape)
    assert (layer._num_heads, layer._key_dim, layer._value_dim) == (2, 3, 5)
    common = layer._get_common_kwargs_for_sublayer()
    assert "kernel_regularizer" in common
    output = layer._make_output_dense(X.shape, common, name="out")
    assert output(tf.ones([1, 3, 2, 5])).shape == (1, 3, 4)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="Keras 3 has other arguments in these places")
def test_arguments_may_come_in_the_order_of_keras_2():
    layer = keras.layers.MultiHeadAttention(2, 3)
    expected = layer(X, Y, attention_mask=MASK, return_attention_scores=True)
    for found in (layer(X, Y, Y, MASK, True), layer(X, Y, None, MASK, True, False)):
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="Keras 2 builds in the call, Keras 3 before it")
def test_a_layer_may_build_in_its_call():
    class Own(keras.layers.MultiHeadAttention):
        def _build_from_signature(self, query, value, key=None):
            super()._build_from_signature(query=query, value=value, key=key)
            self.shapes = self._query_shape.rank, self._key_shape[1]

        def call(self, query, value, attention_mask=None):
            if not self._built_from_signature:
                self._build_from_signature(query=query, value=value)
            query, key = self._query_dense(query), self._key_dense(value)
            value = self._value_dense(value)
            return self._output_dense(self._compute_attention(query, key, value, attention_mask)[0])

    layer = Own(2, 3)
    plain = keras.layers.MultiHeadAttention(2, 3)
    outputs = layer(X, Y, attention_mask=MASK)
    plain.build(X.shape, Y.shape)
    plain.set_weights(layer.get_weights())
    np.testing.assert_allclose(outputs, plain(X, Y, attention_mask=MASK), rtol=1e-5, atol=1e-6)
    assert layer.shapes == (3, 5)
