"""Layers that `adapt` may be given batches by the program itself, as in Keras 2."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
WORDS = [["a", "b", "b"], ["c", "b", "c"], ["d", "d", "a"]]
TEXTS = ["a b b", "c b a", "d, D d"]
NUMBERS = np.random.RandomState(0).rand(6, 2).astype("float32")


def learned(layer, batches):
    layer.reset_state()
    for batch in batches:
        layer.update_state(tf.constant(batch))
    layer.finalize_state()
    return layer


@pytest.mark.keras_2
@pytest.mark.parametrize("mode", ["int", "tf_idf"])
def test_vocabularies(mode):
    layer = learned(layers.StringLookup(output_mode=mode), np.split(np.array(WORDS), 3))
    other = layers.StringLookup(output_mode=mode)
    other.adapt(np.array(WORDS))
    assert layer.get_vocabulary() == other.get_vocabulary() == ["[UNK]", "b", "d", "c", "a"]
    assert other.is_adapted
    np.testing.assert_allclose(layer(WORDS[:2]), other(WORDS[:2]))


@pytest.mark.keras_2
def test_texts():
    layer = layers.TextVectorization()
    assert not layer.is_adapted
    learned(layer, [TEXTS[:2], TEXTS[2:]])
    assert layer.get_vocabulary() == ["", "[UNK]", "d", "b", "a", "c"]
    learned(layer, [["e"]])
    assert layer.get_vocabulary() == ["", "[UNK]", "e"]


@pytest.mark.keras_2
def test_means_and_variances():
    layer, other = layers.Normalization(), layers.Normalization()
    layer.build((None, 2))
    learned(layer, [NUMBERS[:2], NUMBERS[2:]])
    other.adapt(NUMBERS)
    np.testing.assert_allclose(layer(NUMBERS), other(NUMBERS), rtol=1e-5, atol=1e-6)
    layer.reset_state()
    layer.finalize_state()
    np.testing.assert_allclose(layer(NUMBERS), NUMBERS)
