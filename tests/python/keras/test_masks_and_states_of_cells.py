"""Recurrent layers of cells of one's own: masks that are arrays, states that are no lists."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
X = np.random.RandomState(0).rand(2, 3, 2).astype("float32")
MASK = np.array([[1, 0, 1], [1, 1, 0]], bool)


class Summing(layers.Layer):
    def __init__(self, units, **options):
        super().__init__(**options)
        self.units = self.state_size = units

    def call(self, inputs, states):
        total = tf.reduce_sum(inputs, -1, keepdims=True) + states[0]
        return total, [total]

    def get_config(self):
        return {**super().get_config(), "units": self.units}


def test_masks_may_be_arrays():
    sums = np.cumsum(X.sum(-1) * MASK, axis=1)
    found = layers.RNN(Summing(1), return_sequences=True)(X, mask=MASK)
    np.testing.assert_allclose(np.array(found)[..., 0], sums, rtol=1e-5)
    unrolled = layers.RNN(Summing(1), unroll=True)(X, mask=MASK)
    np.testing.assert_allclose(np.array(unrolled)[..., 0], sums[:, -1], rtol=1e-5)


def test_stacked_cells_of_one_state_have_no_lists():
    result, *states = layers.RNN([Summing(1), Summing(1)], return_state=True)(X)
    assert [tuple(np.shape(state)) for state in states] == [(2, 1), (2, 1)]
    np.testing.assert_allclose(states[1], result)


@pytest.mark.keras_3
def test_cells_are_found_among_custom_objects():
    config = layers.RNN(Summing(3)).get_config()
    again = layers.RNN.from_config(config, custom_objects={"Summing": Summing})
    assert again.cell.units == 3
