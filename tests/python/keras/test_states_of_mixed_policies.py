"""Recurrent layers of a mixed policy begin with states of its dtype, go on with those that they
returned, and give a program's own cell states of the dtype that it computes in."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

layers = tf.keras.layers


@pytest.fixture(autouse=True, params=["mixed_float16", "mixed_bfloat16"])
def narrow(request):
    policy = tf.keras.mixed_precision.Policy(request.param)
    tf.keras.mixed_precision.set_global_policy(policy)
    yield tf.as_dtype(policy.compute_dtype)
    tf.keras.mixed_precision.set_global_policy("float32" if AGAINST_TENSORFLOW else None)


class Cell(layers.Layer):
    def __init__(self):
        super().__init__()
        self.state_size = self.output_size = 2
        self.seen = []

    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(3, 2), initializer="ones")
        self.recurrent = self.add_weight(name="recurrent", shape=(2, 2), initializer="ones")
        self.built = True

    def call(self, x, states):
        self.seen.append((x.dtype, states[0].dtype))
        kernel, recurrent = (tf.cast(one, x.dtype) for one in (self.kernel, self.recurrent))
        h = tf.tanh(tf.matmul(x, kernel) + tf.matmul(states[0], recurrent))
        return h, [h]


X = np.random.default_rng(0).uniform(-1, 1, [2, 4, 3]).astype("float32")
KINDS = {
    "lstm": lambda **options: layers.LSTM(3, **options),
    "gru": lambda **options: layers.GRU(3, **options),
    "simple": lambda **options: layers.SimpleRNN(3, **options),
    "stacked": lambda **options: layers.RNN([layers.LSTMCell(2), layers.GRUCell(3)], **options),
    "own": lambda **options: layers.RNN(Cell(), **options),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_sequence_goes_on_with_the_states_that_came(kind, narrow):
    layer = KINDS[kind](return_state=True, return_sequences=True)
    whole, *last = layer(X)
    first, *states = layer(X[:, :2])
    rest, *after = layer(X[:, 2:], initial_state=states)
    for one in (whole, first, rest, *tf.nest.flatten([last, states, after])):
        assert one.dtype == narrow
    joined = np.concatenate([tf.cast(one, tf.float32) for one in (first, rest)], axis=1)
    np.testing.assert_allclose(joined, tf.cast(whole, tf.float32), atol=0.02)


def test_both_directions_go_on():
    layer = layers.Bidirectional(layers.LSTM(3, return_state=True))
    y, *states = layer(X)
    again, *_ = layer(X, initial_state=states)
    assert again.dtype == y.dtype
    assert np.any(again.numpy() != y.numpy())


def test_an_own_cell_sees_one_dtype(narrow):
    layer = layers.RNN(Cell())
    assert layer(X).dtype == narrow
    assert set(layer.cell.seen) == {(narrow, narrow)}


def test_steps_by_hand_have_gradients(narrow):
    layer = layers.LSTM(3, return_state=True)
    state = [tf.zeros([2, 3], narrow)] * 2
    with tf.GradientTape() as tape:
        for t in range(4):
            y, *state = layer(X[:, t : t + 1], initial_state=state)
        loss = tf.reduce_sum(tf.cast(y, tf.float32))
    grads = tape.gradient(loss, layer.trainable_variables)
    assert [grad.dtype for grad in grads] == [tf.float32] * 3
    assert all(np.any(grad.numpy()) for grad in grads)
