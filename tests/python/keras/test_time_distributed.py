"""`TimeDistributed`: a call for each step, where examples of a batch have to do with each other."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
X = np.arange(24, dtype="float32").reshape(2, 3, 4)


def test_each_step_has_its_own_statistics():
    inner = layers.BatchNormalization(momentum=0.5)
    found = layers.TimeDistributed(inner)(X, training=True)
    np.testing.assert_allclose(found, np.sign(X - X.mean(0)), rtol=1e-4)
    assert inner.moving_mean.numpy().tolist() == [10.25, 11.125, 12.0, 12.875]  # three updates


def test_each_step_has_its_own_mask_of_dropout():
    layer = layers.TimeDistributed(layers.Dropout(0.5, seed=3))
    found = np.asarray(layer(np.ones([1, 40, 4], "float32"), training=True))[0]
    assert len({tuple(row) for row in found.tolist()}) > 4
    same = layers.Dropout(0.5, seed=3)
    for row in found[:3]:
        np.testing.assert_array_equal(same(np.ones([1, 4], "float32"), training=True)[0], row)


def test_layers_of_ones_own_see_one_step():
    class Centred(layers.Layer):
        def call(self, inputs):
            return inputs - tf.reduce_max(inputs)

    found = layers.TimeDistributed(Centred())(X)
    np.testing.assert_array_equal(found, X - X.max((0, 2), keepdims=True))
    scaled = layers.TimeDistributed(layers.Lambda(lambda step: step / tf.reduce_sum(step)))(X)
    np.testing.assert_allclose(np.sum(scaled, (0, 2)), [1.0] * 3, rtol=1e-6)


def test_models_with_such_layers_within():
    model = tf.keras.Sequential([layers.Dense(4, kernel_initializer="identity")])
    model.add(layers.BatchNormalization())
    found = layers.TimeDistributed(model)(X, training=True)
    np.testing.assert_allclose(found, np.sign(X - X.mean(0)), rtol=1e-4)


def test_the_mask_of_a_step_reaches_a_layer_that_takes_one():
    class Masked(layers.Layer):
        def call(self, inputs, mask=None):
            return inputs * tf.cast(mask, inputs.dtype)[..., tf.newaxis]

    words = np.array([[[1, 0], [2, 2]], [[0, 1], [1, 0]]])
    embedded = layers.Embedding(3, 1, mask_zero=True, embeddings_initializer="ones")(words)
    found = layers.TimeDistributed(Masked())(embedded)
    assert np.asarray(found)[..., 0].tolist() == [[[1, 0], [1, 1]], [[0, 1], [1, 0]]]


@pytest.mark.parametrize("length", [3, None])
def test_in_a_model_of_symbolic_tensors(length):
    inputs = tf.keras.Input([length, 4])
    outputs = layers.TimeDistributed(layers.BatchNormalization())(inputs)
    model = tf.keras.Model(inputs, outputs)
    np.testing.assert_allclose(model(X, training=True), np.sign(X - X.mean(0)), rtol=1e-4)
