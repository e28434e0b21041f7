"""Chains that begin with an adapted layer for texts are put together on texts in Keras 2.

With `TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = pytest.mark.keras_2


@pytest.mark.parametrize("length", [None, 5])
def test_functions_of_the_program_get_texts(length):
    words = layers.TextVectorization(
        standardize=tf.strings.lower, split="character", output_sequence_length=length
    )
    words.adapt(tf.constant(["ab", "bc"]))
    last = layers.Bidirectional(layers.LSTM(2))  # which takes no text without a word
    model = keras.Sequential([words, keras.Sequential([layers.Embedding(10, 2), last])])
    assert model(tf.constant([["AB"], ["c"]])).shape == (2, 4)
    assert model.predict(tf.constant([["ab"]]), verbose=0).shape == (1, 4)
