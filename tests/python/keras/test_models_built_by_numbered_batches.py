"""Keras 2 builds a model by the first batch of a `Sequence`, before it draws their order."""

import random

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
X = np.arange(24, dtype="float32").reshape(6, 4)


class Pairs(keras.utils.Sequence):
    def __init__(self):
        super().__init__()
        self.told = []

    def __len__(self):
        return 3

    def __getitem__(self, index):
        self.told.append(index)
        return X[2 * index : 2 * index + 2], X[2 * index : 2 * index + 2, :1]


class Initial:
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


class Alone(keras.Model):
    """A model that only its own step runs."""

    def train_step(self, data):
        return {"loss": tf.reduce_mean(data[0])}


def chain(initial):
    return keras.Sequential([keras.layers.Dense(1, kernel_initializer=initial)])


@pytest.mark.parametrize("make", [chain, Own])
@pytest.mark.parametrize("weights", [None, dict.fromkeys(range(24), 1.0)])
def test_the_weights_are_made_first_and_the_order_behind_them(make, weights):
    initial, pairs = Initial(), Pairs()
    model = make(initial)
    model.compile(keras.optimizers.SGD(0.0), "mse")
    random.seed(3)
    begin = random.getstate()
    model.fit(pairs, class_weight=weights, verbose=0)
    assert initial.found == [begin]
    random.seed(3)
    order = [0, 1, 2]
    random.shuffle(order)
    assert pairs.told == [0, *order]


def test_a_model_without_a_call_is_trained_by_its_step():
    model = Alone()
    model.compile()
    assert np.isfinite(model.fit(Pairs(), verbose=0).history["loss"][0])


def test_how_many_examples_it_has_is_left_open(capsys):
    model = chain(Initial())
    model.compile("sgd", "mse")
    model.fit(Pairs(), verbose=0)
    model.summary()
    assert "(None, 1)" in capsys.readouterr().out
