"""Recurrent layers whose `call` is the program's, with what Keras 2 hands such calls."""

import numpy as np
import pytest
from library import tf

X = np.random.RandomState(0).rand(2, 4, 3).astype("float32")


class Own(tf.keras.layers.RNN):
    """Adds the states to the end of the sequence, by the loop of the backend."""

    def call(self, inputs, training=None, initial_state=None, constants=None):
        inputs, states, constants = self._process_inputs(inputs, initial_state, constants)
        self._maybe_reset_cell_dropout_mask(self.cell)
        assert constants is None
        last, _, _ = tf.keras.backend.rnn(
            lambda x, s: self.cell(x, s, training=training), inputs, list(states)
        )
        return last


@pytest.mark.keras_2
def test_states_are_zeros_or_those_given():
    layer = Own(tf.keras.layers.LSTMCell(5, dropout=0.5))
    plain = tf.keras.layers.RNN(layer.cell)
    np.testing.assert_allclose(layer(X), plain(X), rtol=1e-5, atol=1e-6)
    states = [tf.ones([2, 5]), tf.fill([2, 5], 0.5)]
    expected = plain(X, initial_state=states)
    np.testing.assert_allclose(layer(X, initial_state=states), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.keras_2
def test_states_may_stand_behind_the_inputs():
    layer = tf.keras.layers.LSTM(5)
    layer(X)
    state = tf.ones([2, 5])
    inputs, states, constants = layer._process_inputs([X, state, state], None, None)
    assert inputs is X
    assert [one is state for one in states] == [True, True]
    assert constants is None
