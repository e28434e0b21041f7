"""In Keras 3 the order of a `PyDataset` is drawn behind the weights that a trace makes."""

import random

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]
X = np.arange(24, dtype="float32").reshape(6, 4)


class Pairs(keras.utils.PyDataset):
    def __init__(self):
        super().__init__()
        self.told = []

    def __len__(self):
        return 3

    def __getitem__(self, index):
        self.told.append(index)
        return X[2 * index : 2 * index + 2], X[2 * index : 2 * index + 2, :1]


class Initial(keras.initializers.Initializer):
    """Ones, and where Python's generator stands whenever they are made."""

    def __init__(self):
        self.found = []

    def __call__(self, shape, dtype=None, **kwargs):
        self.found.append(random.getstate())
        return tf.ones(shape, dtype)


class Own(keras.Model):
    def __init__(self, initial):
        super().__init__()
        self.dense = keras.layers.Dense(1, kernel_initializer=initial)

    def call(self, x):
        return self.dense(x)


def chain(initial):
    return keras.Sequential([keras.layers.Dense(1, kernel_initializer=initial)])


class Telling(Own):
    """A model whose call tells that it runs."""

    def call(self, x):
        print("called")
        return super().call(x)


@pytest.mark.parametrize("make", [chain, Own, Telling])
@pytest.mark.parametrize("eagerly", [False, True])
def test_the_order_is_drawn_behind_the_weights_of_a_trace(make, eagerly, capsys):
    initial, pairs = Initial(), Pairs()
    model = make(initial)
    model.compile(keras.optimizers.SGD(0.0), "mse", run_eagerly=eagerly)
    random.seed(3)
    begin = random.getstate()
    model.fit(pairs, verbose=0)
    order = [0, 1, 2]
    random.seed(3)
    random.shuffle(order)
    assert initial.found[0] == (random.getstate() if eagerly else begin)
    assert pairs.told == [0, 1, *order]
    if make is Telling:
        assert capsys.readouterr().out.count("called") == (4 if eagerly else 3)
