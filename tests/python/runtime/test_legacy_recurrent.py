"""Cells through sequences in version 1's manner: `dynamic_rnn` and its kin."""

import numpy as np
import pytest
from library import tf

nn = tf.compat.v1.nn
LENGTHS = [2, 4, 0]


def filled(kind):
    cell, random = kind(2), np.random.RandomState(0)
    cell.build((None, 2))
    cell.set_weights([random.randn(*weight.shape) * 0.3 for weight in cell.get_weights()])
    return cell


def given():
    return tf.constant(np.random.RandomState(1).randn(3, 4, 2).astype("float32"))


def by_hand(cell, x, state):
    """The outputs of GRU or a plain cell, which are its states, up to the lengths."""
    outputs = np.zeros((3, 4, 2), "float32")
    for row, length in enumerate(LENGTHS):
        now = state[row : row + 1]
        for t in range(length):
            now, _ = cell(x[row : row + 1, t], now)
            outputs[row, t] = np.asarray(now)[0]
    return outputs


@pytest.mark.parametrize("kind", [tf.keras.layers.GRUCell, tf.keras.layers.SimpleRNNCell])
@pytest.mark.parametrize("time_major", [False, True])
def test_outputs_behind_the_end_are_zero(kind, time_major):
    cell, x, start = filled(kind), given(), tf.ones([3, 2])
    shown = tf.transpose(x, [1, 0, 2]) if time_major else x
    outputs, state = nn.dynamic_rnn(cell, shown, LENGTHS, start, time_major=time_major)
    outputs = tf.transpose(outputs, [1, 0, 2]) if time_major else outputs
    expected = by_hand(cell, x, start)
    np.testing.assert_allclose(outputs, expected, rtol=1e-4, atol=1e-6)
    ends = [expected[0, 1], expected[1, 3], [1, 1]]
    np.testing.assert_allclose(state, ends, rtol=1e-4, atol=1e-6)


def test_states_keep_their_structure_and_gradients_flow():
    cell, x = filled(tf.keras.layers.LSTMCell), given()
    with tf.GradientTape() as tape:
        tape.watch(x)
        outputs, (h, c) = nn.dynamic_rnn(cell, x, LENGTHS, [tf.zeros([3, 2])] * 2)
        loss = tf.reduce_sum(outputs)
    np.testing.assert_allclose(h[0], outputs[0, 1])
    np.testing.assert_allclose(c[2], [0, 0])
    gradient = tape.gradient(loss, x).numpy()
    assert gradient[0, :2].all()
    assert not gradient[0, 2:].any()


def test_steps_in_a_list():
    cell, x, start = filled(tf.keras.layers.GRUCell), given(), tf.zeros([3, 2])
    outputs, state = nn.static_rnn(cell, tf.unstack(x, axis=1), start)
    whole, last = nn.dynamic_rnn(cell, x, initial_state=start)
    assert len(outputs) == 4
    np.testing.assert_allclose(tf.stack(outputs, 1), whole, rtol=1e-6)
    np.testing.assert_allclose(state, last, rtol=1e-6)


def test_both_ways():
    one, other = filled(tf.keras.layers.GRUCell), filled(tf.keras.layers.SimpleRNNCell)
    x, start = given(), tf.zeros([3, 2])
    outputs, states = nn.bidirectional_dynamic_rnn(one, other, x, LENGTHS, start, start)
    turned = tf.reverse_sequence(x, LENGTHS, 1, 0)
    there, end = nn.dynamic_rnn(one, x, LENGTHS, start)
    back, begin = nn.dynamic_rnn(other, turned, LENGTHS, start)
    np.testing.assert_allclose(outputs[0], there)
    np.testing.assert_allclose(outputs[1], tf.reverse_sequence(back, LENGTHS, 1, 0))
    np.testing.assert_allclose(states[0], end)
    np.testing.assert_allclose(states[1], begin)


def test_what_is_no_cell_or_lacks_a_state():
    with pytest.raises(TypeError, match=r"'cell' \(3\) is not an RNNCell: 'output_size'"):
        nn.dynamic_rnn(3, given(), dtype=tf.float32)
    cell = filled(tf.keras.layers.GRUCell)
    with pytest.raises(ValueError, match="`dtype` must be specified"):
        nn.dynamic_rnn(cell, given())
    with pytest.raises(ValueError, match="must be a vector of length batch_size"):
        nn.dynamic_rnn(cell, given(), [[1]], tf.zeros([3, 2]))
