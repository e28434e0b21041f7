"""Dropout of recurrent layers: the numbers of Keras 3.15 for a seed."""

import numpy as np
import pytest
from library import tf

keras, layers = tf.keras, tf.keras.layers

RECORDED = {
    "LSTM recurrent": (
        lambda: layers.LSTM(3, recurrent_dropout=0.3),
        [[0.09916, 0.20103, -0.01435], [0.24483, -0.37041, -0.31699]],
    ),
    "LSTM both": (
        lambda: layers.LSTM(3, dropout=0.2, recurrent_dropout=0.2),
        [[0.09077, 0.24466, 0.03067], [0.11503, -0.22573, 0.10899]],
    ),
    "GRU": (
        lambda: layers.GRU(3, dropout=0.3),
        [[0.14205, 0.63946, -0.26389], [-0.20185, 0.12635, -0.12777]],
    ),
    "GRU both, a mask for each gate": (
        lambda: layers.GRU(3, dropout=0.2, recurrent_dropout=0.2, implementation=1),
        [[-0.06144, 0.70468, -0.50286], [-0.19243, -0.06886, -0.13605]],
    ),
    "SimpleRNN": (
        lambda: layers.SimpleRNN(3, dropout=0.3),
        [[-0.42669, -0.51666, 0.43521], [-0.25016, 0.40534, 0.72827]],
    ),
    "SimpleRNN both": (
        lambda: layers.SimpleRNN(3, dropout=0.2, recurrent_dropout=0.2),
        [[-0.43086, -0.82343, 0.57814], [0.07368, 0.40285, 0.85077]],
    ),
}


@pytest.mark.parametrize("name", RECORDED)
def test_masks_are_keras_s(name):
    make, expected = RECORDED[name]
    keras.utils.set_random_seed(1)
    layer = make()
    found = layer(tf.random.normal([2, 4, 3]), training=True)
    np.testing.assert_allclose(found, expected, atol=2e-5)


def test_cells_on_top_of_each_other_keep_their_masks_for_a_sequence():
    keras.utils.set_random_seed(1)
    cells = [
        layers.LSTMCell(3, recurrent_dropout=0.2),
        layers.GRUCell(3, dropout=0.3, implementation=1),
    ]
    layer, x = layers.RNN(cells), tf.random.normal([2, 3, 4])
    first = [[0.13074, -0.04051, -0.02119], [-0.01475, 0.00666, 0.00459]]
    second = [[0.13576, -0.04514, -0.02055], [-0.08256, -0.00402, 0.04472]]
    np.testing.assert_allclose(layer(x, training=True), first, atol=2e-5)
    np.testing.assert_allclose(layer(x, training=True), second, atol=2e-5)


def test_a_cell_alone_keeps_its_mask():
    keras.utils.set_random_seed(2)
    cell, x = layers.LSTMCell(3, dropout=0.5), tf.ones([2, 4])
    states = [tf.zeros([2, 3])] * 2
    np.testing.assert_array_equal(
        cell(x, states, training=True)[0], cell(x, states, training=True)[0]
    )


def test_convolutions_drop_in_each_gate():
    keras.utils.set_random_seed(1)
    layer = layers.ConvLSTM2D(2, 3, dropout=0.2, recurrent_dropout=0.2)
    x = tf.random.normal([1, 3, 6, 6, 1])
    dropped, whole = [0.03241, -0.10672, -0.26483, 0.08942], [-0.00248, -0.08587, -0.26522, 0.14742]
    np.testing.assert_allclose(np.ravel(layer(x, training=True))[:4], dropped, atol=2e-5)
    np.testing.assert_allclose(np.ravel(layer(x, training=False))[:4], whole, atol=2e-5)
