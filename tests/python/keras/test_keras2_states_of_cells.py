"""What cells start from under `TF_USE_LEGACY_KERAS=1`: one state alone, or a list of several.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = pytest.mark.keras_2


@pytest.mark.parametrize("kind", ["GRUCell", "SimpleRNNCell"])
def test_one_state_is_a_tensor(kind):
    cell = getattr(layers, kind)(3)
    state = cell.get_initial_state(batch_size=2, dtype=tf.float32)
    assert tuple(state.shape) == (2, 3)
    output, (after,) = cell(tf.ones([2, 4]), [state])
    np.testing.assert_array_equal(output, after)
    output, after = cell(tf.ones([2, 4]), state)
    np.testing.assert_array_equal(output, after)


def test_of_inputs():
    assert tuple(layers.GRUCell(3).get_initial_state(inputs=tf.ones([5, 4])).shape) == (5, 3)


def test_two_states_are_a_list():
    first, second = layers.LSTMCell(3).get_initial_state(batch_size=2, dtype=tf.float32)
    assert tuple(first.shape) == tuple(second.shape) == (2, 3)


@pytest.mark.parametrize("kind", ["GRUCell", "SimpleRNNCell", "LSTMCell"])
@pytest.mark.parametrize("stacked", [False, True])
def test_layers_of_cells(kind, stacked):
    cell = getattr(layers, kind)(3)
    layer = layers.RNN([cell, getattr(layers, kind)(2)] if stacked else cell)
    assert layer(tf.ones([2, 4, 5])).shape == (2, 2 if stacked else 3)
