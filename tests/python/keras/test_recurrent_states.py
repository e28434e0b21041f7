"""Where recurrent layers begin, what stateful ones keep, and cells that are no layers."""

import numpy as np
import pytest
from library import ours, tf

layers = tf.keras.layers


def stateful(kind, units=3):
    inputs = tf.keras.Input(batch_shape=(2, 4, 5))
    layer = kind(units, stateful=True)
    return tf.keras.Model(inputs, layer(inputs)), layer


@ours("Keras 3 has no states before a layer is built")
def test_a_layer_tells_how_many_states_it_has():
    assert layers.LSTM(3).states == [None, None]
    assert layers.GRU(3).states == [None]
    layer = layers.LSTM(3, stateful=True, batch_input_shape=(2, 4, 5))
    assert [np.sum(state) for state in layer.states] == [0.0, 0.0]
    assert layers.ConvLSTM2D(2, 2, stateful=True).states == [None, None]


@ours("Keras 3's take no states")
def test_states_are_put_in_place_of_those_that_are_kept():
    model, layer = stateful(layers.LSTM)
    x = np.ones([2, 4, 5], "float32")
    h, c = np.full([2, 3], 0.5, "float32"), np.full([2, 3], -0.5, "float32")
    expected = layer(x, initial_state=[h, c])
    layer.reset_states([h, c])
    np.testing.assert_allclose(model(x), expected, rtol=1e-6)
    layer.reset_states()
    np.testing.assert_allclose(model(x), layer(x, initial_state=[h * 0, c * 0]), rtol=1e-6)
    with pytest.raises(ValueError, match="expects 2 state"):
        layer.reset_states([h, c, h])
    _, layer = stateful(layers.GRU)
    layer.reset_states(h)  # the only one
    np.testing.assert_array_equal(layer.states[0], h)


@ours("Keras 3's take the number of examples")
def test_states_begin_for_symbolic_inputs():
    inputs = tf.keras.Input((None, 5))
    layer = layers.LSTM(3)
    begin = layer.get_initial_state(inputs)
    assert [tuple(state.shape) for state in begin] == [(None, 3), (None, 3)]
    model = tf.keras.Model(inputs, layer(inputs, initial_state=begin))
    x = np.ones([2, 4, 5], "float32")
    np.testing.assert_allclose(model(x), layer(x), rtol=1e-6)


@ours("Keras 3 wants cells to be layers")
def test_cells_need_not_be_layers():
    class Cell:
        def __init__(self, size, units):
            self.state_size = units
            self.kernel = tf.ones([size, units])

        def call(self, inputs, states):
            output = inputs @ self.kernel + states[0]
            return output, [output]

    x = tf.ones([2, 4, 5])
    assert layers.RNN(Cell(5, 3))(x)[0].numpy().tolist() == [20.0] * 3
    assert layers.RNN([Cell(5, 3), Cell(3, 2)])(x)[0].numpy().tolist() == [150.0] * 2


@ours("an option of Keras 2")
def test_the_way_of_computing_may_be_named():
    assert layers.SimpleRNN(3, implementation=1)(tf.ones([1, 2, 3])).shape == [1, 3]


@pytest.mark.parametrize("inputs", [np.ones((2, 4, 5), "float32"), tf.keras.Input((4, 5))])
def test_states_come_in_a_tuple(inputs):
    for layer, count in ((layers.LSTM, 3), (layers.GRU, 2), (layers.SimpleRNN, 2)):
        found = layer(3, return_state=True)(inputs)
        assert isinstance(found, tuple)
        assert len(found) == count
    both = layers.Bidirectional(layers.GRU(3, return_state=True))(inputs)
    assert isinstance(both, tuple)
    assert len(both) == 3


@ours("the variable is read when TensorFlow is imported")
def test_states_come_in_a_list_in_keras_2(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    assert isinstance(layers.LSTM(3, return_state=True)(tf.ones([2, 4, 5])), list)
