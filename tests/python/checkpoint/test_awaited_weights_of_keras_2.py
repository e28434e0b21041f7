"""Weights that are made after a checkpoint was restored: Keras 2 draws no values for them."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X = tf.constant([[1, 2, 3], [0, 4, 2]])


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.embedding = tf.keras.layers.Embedding(5, 2)
        self.gru = tf.keras.layers.GRU(3)
        self.dense = tf.keras.layers.Dense(2)
        self.more = [tf.keras.layers.Dense(1)]

    def call(self, inputs):
        return self.more[0](self.dense(self.gru(self.embedding(inputs))))


def test_they_have_the_values_and_nothing_is_drawn(tmp_path):
    saved = Model()
    expected = saved(X)
    path = tf.train.Checkpoint(model=saved).save(str(tmp_path / "c"))
    tf.random.set_seed(1)
    drawn = tf.random.uniform([3])
    tf.random.set_seed(1)
    restored = Model()
    tf.train.Checkpoint(model=restored).restore(path)
    np.testing.assert_allclose(restored(X), expected, rtol=1e-6)
    np.testing.assert_array_equal(tf.random.uniform([3]), drawn)


def test_others_are_drawn(tmp_path):
    saved = tf.train.Checkpoint(model=tf.keras.layers.Embedding(5, 2))
    path = saved.save(str(tmp_path / "c"))
    layer = tf.keras.layers.Embedding(5, 2)
    tf.train.Checkpoint(model=layer).restore(path)
    assert np.any(layer(X))
