"""What layers of programs meet in Keras 2 where Keras 3 differs: masks that attention leaves on
tensors, its output's sizes, and steps of optimizers without variables.

With `TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import os

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
pytestmark = pytest.mark.skipif(
    AGAINST_TENSORFLOW and "TF_USE_LEGACY_KERAS" not in os.environ, reason="this is Keras 3"
)


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")


def test_attention_leaves_masks_on_what_it_is_given():
    query = keras.layers.Embedding(4, 6, mask_zero=True)(np.array([[1, 2, 0], [3, 0, 0]]))
    output = keras.layers.MultiHeadAttention(2, 2)(query, tf.ones([2, 3, 4]))
    assert query._keras_mask.numpy().tolist() == [[True, True, False], [True, False, False]]
    assert output._keras_mask.numpy().tolist() == query._keras_mask.numpy().tolist()


def test_sizes_of_attentions_output_are_a_list():
    class Widened(keras.layers.MultiHeadAttention):
        def _build_from_signature(self, query, value, key=None):
            super()._build_from_signature(query, value, key)
            self.whole = [None] + self._output_shape  # noqa: RUF005

    layer = Widened(2, 2, output_shape=[5])
    assert layer(tf.ones([1, 3, 4]), tf.ones([1, 3, 4])).shape == [1, 3, 5]
    assert layer.whole == [None, 5]


def test_a_step_without_variables_is_none():
    optimizer = keras.optimizers.Adam()
    optimizer.apply_gradients(zip([], [], strict=True))
    assert int(optimizer.iterations) == 0
