"""In TensorFlow's place categories out of range have no place in vectors, as in Keras 3."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers

pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]


@pytest.mark.parametrize("mode", ["multi_hot", "count"])
def test_numbers_above_are_left_out(mode):
    assert layers.CategoryEncoding(2, mode)(np.array([[0, 5]])).numpy().tolist() == [[1.0, 0.0]]


def test_vectors_of_one_number_may_be_empty():
    vectors = layers.CategoryEncoding(2, "one_hot")(np.array([1, 5, -1]))
    assert vectors.numpy().tolist() == [[0.0, 1.0], [0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize("mode", ["multi_hot", "count"])
def test_negative_numbers_cannot_be_counted(mode):
    with pytest.raises(tf.errors.InvalidArgumentError):
        layers.CategoryEncoding(2, mode)(np.array([[1, -1]]))
