"""A cell of a program's own in `RNN`: its first step is taken once more, in either Keras."""

import numpy as np
import pytest
from library import tf

LAYERS = tf.keras.layers
X = tf.constant(np.arange(12.0, dtype="float32").reshape(2, 3, 2) / 12)


class Counting(LAYERS.Layer):
    """Counts its steps, and draws in them."""

    def __init__(self, draws=False, **kwargs):
        super().__init__(**kwargs)
        self.state_size = self.output_size = 2
        self.draws, self.steps, self.drawn = draws, 0, []

    def call(self, inputs, states):
        self.steps += 1
        if self.draws:
            inputs = inputs + tf.random.uniform([2, 2])
            self.drawn.append(inputs)
        return inputs, [states[0] + inputs]


@pytest.mark.parametrize(("unroll", "steps"), [(False, 4), (True, 3)])
def test_a_loop_sees_the_first_step_twice(unroll, steps):
    cell = Counting()
    LAYERS.RNN(cell, unroll=unroll).call(X)
    assert cell.steps == steps


@pytest.mark.keras_2  # Keras 3 runs a step more there
def test_so_do_cells_in_stacks():
    cell = Counting()
    layer = LAYERS.RNN([LAYERS.SimpleRNNCell(2), cell])
    layer(X)
    layer(X)
    cell.steps = 0
    layer(X)
    assert cell.steps == 4


def test_what_the_extra_step_draws_is_lost():
    tf.random.set_seed(3)
    expected = [tf.random.uniform([2, 2]) + X[:, step] for step in (0, 0, 1, 2)]
    tf.random.set_seed(3)
    cell = Counting(draws=True)
    outputs, state = LAYERS.RNN(cell, return_sequences=True, return_state=True).call(X)
    np.testing.assert_allclose(tf.transpose(outputs, [1, 0, 2]), expected[1:], rtol=1e-6)
    np.testing.assert_allclose(state, tf.add_n(expected[1:]), rtol=1e-6)


def test_a_function_draws_by_the_operations_of_the_body(recorded):
    tf.random.set_seed(3)
    layer = LAYERS.RNN(Counting(draws=True), return_sequences=True)
    drawn = tf.function(lambda x: layer.call(x))(X) - X
    recorded(tf.sort(tf.reshape(drawn, [-1])))  # TensorFlow's steps draw in any order


def test_subclasses_of_known_cells_count_as_own():
    class Louder(LAYERS.GRUCell):
        steps = 0

        def call(self, inputs, states, training=None):
            Louder.steps += 1
            return super().call(inputs, states, training)

    layer = LAYERS.RNN(Louder(2))
    layer(X)
    Louder.steps = 0
    layer(X)
    assert Louder.steps == 4
