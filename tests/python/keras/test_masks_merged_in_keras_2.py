"""Masks of layers that merge, in Keras 2: all of those that there are must be true."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2

ONE = [[True, False, True]]
OTHER = [[True, True, False]]
BOTH = [[True, False, False]]
KINDS = ["Add", "Multiply", "Average", "Maximum", "Minimum", "Concatenate"]


def _inputs():
    return tf.ones([1, 3, 2]), tf.fill([1, 3, 2], 2.0)


@pytest.mark.parametrize("kind", KINDS)
class TestMerged:
    def test_all_masks_are_true(self, kind):
        layer = getattr(tf.keras.layers, kind)()
        found = layer.compute_mask(list(_inputs()), [tf.constant(ONE), tf.constant(OTHER)])
        assert found.numpy().tolist() == BOTH

    def test_no_mask_stays_none(self, kind):
        assert getattr(tf.keras.layers, kind)().compute_mask(list(_inputs()), [None, None]) is None

    def test_values_are_merged_where_masks_are_false_too(self, kind):
        one, other = tf.keras.Input([3, 2]), tf.keras.Input([3, 2])
        masked = [tf.keras.layers.Masking(2.0)(one), tf.keras.layers.Masking(2.0)(other)]
        model = tf.keras.Model([one, other], getattr(tf.keras.layers, kind)()(masked))
        plain = getattr(tf.keras.layers, kind)()([tf.ones([1, 3, 2]), tf.zeros([1, 3, 2])])
        np.testing.assert_array_equal(model([*_inputs()]), plain)


@pytest.mark.parametrize("kind", KINDS[:-1])
def test_an_input_without_a_mask_does_not_count(kind):
    layer = getattr(tf.keras.layers, kind)()
    found = layer.compute_mask(list(_inputs()), [None, tf.constant(OTHER)])
    assert found.numpy().tolist() == OTHER


def test_a_layer_behind_skips_what_either_branch_hides():
    words = tf.keras.Input([3])
    kinds = tf.keras.Input([3])
    branches = [tf.keras.layers.Embedding(4, 2, mask_zero=True)(x) for x in (words, kinds)]
    behind = tf.keras.layers.LSTM(2, return_sequences=True)(tf.keras.layers.Add()(branches))
    model = tf.keras.Model([words, kinds], behind)
    found = model([tf.constant([[1, 2, 0]]), tf.constant([[1, 0, 3]])]).numpy()
    np.testing.assert_array_equal(found[0, 1], found[0, 0])
    np.testing.assert_array_equal(found[0, 2], found[0, 0])
