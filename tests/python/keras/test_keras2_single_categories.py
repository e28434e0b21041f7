"""One number or word as a one-hot vector, as a dataset's `map` has it: Keras 2 adds no axis."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


def made(kind):
    return {
        "integers": lambda: (layers.IntegerLookup(vocabulary=[1, 2], output_mode="one_hot"), 1),
        "words": lambda: (layers.StringLookup(vocabulary=["a", "b"], output_mode="one_hot"), "a"),
        "numbers": lambda: (layers.CategoryEncoding(3, output_mode="one_hot"), 1),
        "bins": lambda: (
            layers.Discretization(bin_boundaries=[0.0, 2], output_mode="one_hot"),
            1.0,
        ),
        "hashes": lambda: (layers.Hashing(3, output_mode="one_hot"), "a"),
    }[kind]()


@pytest.mark.keras_2
@pytest.mark.parametrize("kind", ["integers", "words", "numbers", "bins", "hashes"])
@pytest.mark.parametrize("shape", [(), (1,)])
def test_a_single_one_is_a_vector(kind, shape):
    layer, value = made(kind)
    assert layer(tf.fill(shape, value)).shape == (3,)
    assert layer(tf.fill([2], value)).shape == (2, 3)


@pytest.mark.keras_2
def test_in_a_dataset():
    layer, _ = made("words")
    data = tf.data.Dataset.from_tensor_slices(["b", "a"]).map(layer).batch(2)
    np.testing.assert_array_equal(next(iter(data)), [[0, 0, 1], [0, 1, 0]])
