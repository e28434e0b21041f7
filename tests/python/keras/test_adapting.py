"""Layers that learn before training: what datasets they take."""

import numpy as np
import pytest
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


def test_layers_learn_from_batches_of_any_iterable():
    class Numbered(tf.keras.utils.PyDataset):
        def __len__(self):
            return 3

        def __getitem__(self, index):
            return np.full((2, 3), float(index))

    rows = np.arange(15.0).reshape(5, 3)
    means = [1.0, 1.0, 1.0], [6.0, 7.0, 8.0], [6.0, 7.0, 8.0]
    for data, mean in zip((Numbered(), [rows[:2], rows[2:]], iter([rows])), means, strict=True):
        scale = layers.Normalization()
        scale.adapt(data)
        np.testing.assert_allclose(np.ravel(scale.mean), mean)


def test_bins_are_learned_from_batches_by_number():
    class Numbered(tf.keras.utils.PyDataset):
        def __len__(self):
            return 3

        def __getitem__(self, index):
            return np.full((2, 3), float(index))

    bins = layers.Discretization(num_bins=3)
    bins.adapt(Numbered())
    np.testing.assert_allclose(bins.bin_boundaries, [0.0, 1.0])


@pytest.mark.keras_3
def test_boundaries_of_an_array_are_found_at_once():
    layer = tf.keras.layers.Discretization(num_bins=4, epsilon=0.05)
    layer.adapt(np.arange(1000.0))
    np.testing.assert_allclose(layer.bin_boundaries, [249.0, 499.0, 749.0], rtol=1e-6)


@pytest.mark.keras_3
def test_boundaries_of_batches_begin_with_the_first_values():
    layer = tf.keras.layers.Discretization(num_bins=4, epsilon=0.1)
    layer.adapt(np.arange(36.0)[::-1].reshape(6, 6) / 8.0)
    np.testing.assert_allclose(layer.bin_boundaries, [1.0, 2.125, 3.25], rtol=1e-6)
