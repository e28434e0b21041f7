"""Layers that learn before training: what datasets they take."""

import numpy as np
from library import tf

layers = tf.keras.layers


def test_layers_learn_from_datasets_without_batches():
    of = tf.data.Dataset.from_tensor_slices
    words = layers.StringLookup()
    words.adapt(of(np.array(["a", "b", "b"])))
    assert [str(word) for word in words.get_vocabulary()] == ["[UNK]", "b", "a"]
    numbers = layers.IntegerLookup()
    numbers.adapt(of([3, 4, 4]))
    assert [int(number) for number in numbers.get_vocabulary()] == [-1, 4, 3]
    scale = layers.Normalization()
    scale.adapt(of([[3.0, 4.0], [8.0, 1.0]]))
    assert np.array(scale.mean).tolist() == [[5.5, 2.5]]
    scale = layers.Normalization(axis=None)
    scale.adapt(of([3.0, 4.0, 8.0]))
    assert float(scale.mean) == 5.0
