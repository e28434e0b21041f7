"""What attention is given in the fourth place: Keras 3 leaves it out, in Keras 2 it is the mask."""

import numpy as np
import pytest
from library import tf

X = np.random.default_rng(0).normal(size=[2, 3, 4]).astype("float32")
MASK = np.tril(np.ones([1, 3, 3])).astype(bool)


@pytest.fixture
def layer():
    made = tf.keras.layers.MultiHeadAttention(2, 4)
    made(X, X)
    return made


@pytest.mark.keras_3
@pytest.mark.filterwarnings("ignore:As in Keras 3")
def test_keras_3_leaves_it_out(in_tensorflows_place, layer):
    fourth = layer(X, X, X, tf.constant(MASK))
    np.testing.assert_array_equal(fourth, layer(X, X))
    assert not np.allclose(fourth, layer(X, X, attention_mask=MASK))


@pytest.mark.keras_2
@pytest.mark.parametrize("dtype", ["bool", "float32", "int32"])
def test_it_is_the_mask_in_keras_2(layer, dtype):
    fourth = layer(X, X, X, tf.cast(MASK, dtype))
    np.testing.assert_array_equal(fourth, layer(X, X, attention_mask=MASK))
