"""Subclasses of the cells there are that say by themselves what sizes their states have."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
L = keras.layers


class Twice(L.SimpleRNNCell):
    """The state of a plain cell, and one more that is twice as long."""

    def __init__(self, units, sizes=list, **kwargs):
        super().__init__(units, **kwargs)
        self.state_size = sizes([units, 2 * units])
        self.output_size = units

    def call(self, inputs, states, training=None):
        output, _ = super().call(inputs, states[:1], training=training)
        return output, [output, states[1] + tf.concat([output, -output], -1)]


@pytest.mark.keras_2
@pytest.mark.parametrize("sizes", [list, tuple])
def test_a_layer_keeps_the_states_that_a_subclass_says(sizes):
    x = tf.constant(np.random.RandomState(0).rand(2, 3, 4).astype("float32"))
    cell = Twice(5, sizes)
    out, *states = L.RNN(cell, return_sequences=True, return_state=True)(x)
    assert cell.state_size == sizes([5, 10])
    assert [tuple(state.shape) for state in states] == [(2, 5), (2, 10)]
    total = np.sum(out.numpy(), 1)
    np.testing.assert_allclose(states[1].numpy(), np.concatenate([total, -total], -1), atol=1e-6)


@pytest.mark.keras_2
@pytest.mark.parametrize("sizes", [list, tuple])
def test_a_cell_begins_with_zeros_of_these_sizes(sizes):
    found = Twice(5, sizes).get_initial_state(batch_size=2, dtype="float32")
    assert [tuple(state.shape) for state in found] == [(2, 5), (2, 10)]


@pytest.mark.parametrize("name", ["SimpleRNNCell", "GRUCell", "LSTMCell"])
def test_sizes_may_be_assigned(name):
    cell = getattr(L, name)(3)
    told = cell.state_size
    assert told == ([3, 3] if name == "LSTMCell" else 3)
    assert cell.output_size == 3
    cell.state_size, cell.output_size = [7, 8], 9
    assert (cell.state_size, cell.output_size) == ([7, 8], 9)
    assert getattr(L, name)(3).state_size == told
