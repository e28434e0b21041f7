"""Lists of layers that are attributes of Keras 2's layers tell of the parts in them."""

import json
import pickle

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_2]
layers = tf.keras.layers


class Chain(layers.Layer):
    def __init__(self, sizes):
        super().__init__()
        self.parts = []
        for size in sizes:
            self.parts.append(layers.Dense(size))

    def call(self, inputs):
        for part in self.parts.layers:
            inputs = part(inputs)
        return inputs


class Nested(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.chains = [Chain([2]), [layers.Activation("tanh"), Chain([3, 1])]]
        self.rates = [tf.Variable(1.0), tf.Variable(2.0, trainable=False)]

    def call(self, inputs):
        for chain in self.chains.layers:
            inputs = chain(inputs)
        return inputs * self.rates[0]


def test_a_network_over_such_lists_learns():
    tf.keras.utils.set_random_seed(1)
    model = Nested()
    model.compile(tf.keras.optimizers.SGD(0.01), "mse")
    before = model.predict(np.ones((4, 3)), verbose=0)
    model.fit(np.ones((4, 3)), np.zeros((4, 1)), epochs=3, verbose=0)
    assert np.abs(model.predict(np.ones((4, 3)), verbose=0)).sum() < np.abs(before).sum()
    assert len(model.trainable_variables) == 7


def test_layers_at_any_depth_each_once():
    model = Nested()
    assert [type(layer).__name__ for layer in model.chains.layers] == [
        "Chain",
        "Activation",
        "Chain",
    ]
    model.chains.append(model.chains[0])
    assert len(model.chains.layers) == 3
    model.chains += [Chain([4])]
    assert len(model.chains.layers) == 4


def test_weights_in_a_list():
    model = Nested()
    assert model.chains.weights == []
    model(np.ones((1, 3)))
    assert len(model.chains.trainable_weights) == len(model.chains.weights) == 6
    assert len(model.rates.trainable_variables) == len(model.rates.non_trainable_variables) == 1
    model.rates.trainable = False
    assert len(model.rates.trainable_variables) == 0
    assert len(model.rates.variables) == 2
    model.chains.layers[0].add_loss(lambda: tf.constant(2.0))
    assert [float(loss) for loss in model.chains.losses] == [2.0]


def test_it_is_a_list_in_all_else():
    chain = Chain([2, 3])
    assert isinstance(chain.parts, list)
    assert chain.parts == list(chain.parts)
    assert chain.parts[1:] == [chain.parts[1]]
    chain.sizes = [[1, 2], [3]]
    assert json.dumps(chain.sizes) == "[[1, 2], [3]]"
    assert tf.nest.flatten(chain.sizes) == [1, 2, 3]
    chain.none = []
    assert pickle.loads(pickle.dumps(chain.none)) == []
    chain.rates = [tf.Variable(1.0), tf.Variable(2.0)]
    assert tf.stack(chain.rates).numpy().tolist() == [1.0, 2.0]
    assert np.array(chain.sizes, dtype=object).shape == (2,)


def test_what_a_program_goes_on_filling_is_found():
    held = []
    chain = Chain([])
    chain.others = held
    held.append(layers.Dense(1))
    held[0](np.ones((1, 2)))
    assert len(chain.weights) == 2
