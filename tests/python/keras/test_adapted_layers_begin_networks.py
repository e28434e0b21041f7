"""In Keras 2 a layer that has learned from data says how many axes its inputs have."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_2
ROWS = np.arange(12.0, dtype="float32").reshape(4, 3)


def test_a_stack_that_begins_with_one_has_its_weights():
    scaled = layers.Normalization()
    scaled.adapt(ROWS)
    model = tf.keras.Sequential([scaled, layers.Dense(2)])
    assert model.built
    assert tuple(model.layers[1].kernel.shape) == (3, 2)
    lines = []
    model.summary(print_fn=lines.append)
    assert any(line.startswith("Total params: 15") for line in lines)
    assert model.predict(ROWS, verbose=0).shape == (4, 2)


def test_texts_begin_one():
    words = layers.TextVectorization(output_sequence_length=5)
    words.adapt(["a b", "c d e"])
    model = tf.keras.Sequential([words, layers.Embedding(10, 4), layers.GlobalMaxPooling1D()])
    assert (model.built, model.input_shape, model.output_shape) == (True, (None,), (None, 4))


def test_configurations_tell_the_axes():
    lookup = layers.StringLookup()
    assert "batch_input_shape" not in lookup.get_config()
    lookup.adapt(np.array([["a"], ["b"]]))
    assert lookup.get_config()["batch_input_shape"] == (None, None)
    given = layers.Normalization(input_shape=(3,))
    given.adapt(ROWS)
    assert given.get_config()["batch_input_shape"] == (None, 3)


def test_layers_that_were_called_tell_nothing():
    lookup = layers.StringLookup(vocabulary=["a"])
    lookup(tf.constant([["a"]]))
    assert "batch_input_shape" not in lookup.get_config()
