"""Which shapes a program's own cell is built for, under `TF_USE_LEGACY_KERAS=1`: tuples.

With that variable set this file passes against TensorFlow too.
"""

import collections

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
Pair = collections.namedtuple("Pair", "a b")
X, T = np.ones((2, 5, 3), "float32"), np.ones((2, 5, 1), "float32")


class Cell(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = self.state_size = units

    def build(self, shape):
        self.told = shape
        self.built = True

    def call(self, inputs, states):
        total = tf.add_n([tf.reduce_sum(one, -1, keepdims=True) for one in tf.nest.flatten(inputs)])
        output = total * tf.ones((1, self.units)) + states[0]
        return output, [output]


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        (X, (2, 3)),
        ((X, T), ((2, 3), (2, 1))),
        ({"a": X, "b": T}, {"a": (2, 3), "b": (2, 1)}),
        (Pair(X, T), Pair((2, 3), (2, 1))),
    ],
)
def test_in_the_structure_of_the_sequences(inputs, told):
    cell = Cell(4)
    layers.RNN(cell)(tf.nest.map_structure(tf.constant, inputs))
    assert cell.told == told
    assert isinstance(cell.told, type(told))


def test_of_symbols():
    cell = Cell(4)
    layers.RNN(cell)((tf.keras.Input((None, 3)), tf.keras.Input((None, 1))))
    assert cell.told == ((None, 3), (None, 1))


def test_stacked():
    first, second = Cell(3), Cell(4)
    layers.RNN([first, second])(tf.constant(X))
    assert (first.told, second.told) == ((2, 3), (2, 3))


@pytest.mark.parametrize(("rows", "examples"), [(2, 2), (3, None)])
def test_in_a_step(rows, examples):
    cell = Cell(4)
    model = tf.keras.Sequential([layers.RNN(cell), layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(np.ones((4, 5, 3)), np.ones((4, 1)), batch_size=rows, verbose=0)
    assert cell.told == (examples, 3)
