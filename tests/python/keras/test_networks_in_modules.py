"""A module finds the last layers of the networks that it holds first, as TensorFlow's does."""

import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = pytest.mark.keras_2


class Holder(tf.Module):
    def __init__(self, *parts):
        super().__init__()
        self.parts = parts


def layers_of(variables):
    return list(dict.fromkeys(variable.name.split("/")[0] for variable in variables))


def two_ends():
    entry = keras.Input((3,))
    inner = layers.Dense(2, name="inner")(entry)
    ends = [layers.Dense(1, name=name)(inner) for name in ("b", "a")]
    return keras.Model(entry, ends)


def test_the_last_layer_of_a_chain():
    chain = keras.Sequential(
        [
            keras.Input((2,)),
            layers.Dense(2, name="first"),
            layers.BatchNormalization(name="middle"),
            layers.Dense(3, name="last"),
        ]
    )
    assert layers_of(Holder(chain).variables) == ["last", "first", "middle"]
    assert layers_of(Holder(chain).trainable_variables) == ["last", "first", "middle"]
    assert layers_of(chain.variables) == ["first", "middle", "last"]


def test_a_chain_that_is_built_later():
    chain = keras.Sequential([layers.Dense(2, name="first"), layers.Dense(3, name="last")])
    assert [part.name for part in Holder(chain).submodules[1:]] == ["first", "last"]
    chain(tf.zeros((1, 2)))
    assert layers_of(Holder(chain).variables) == ["last", "first"]


def test_all_ends_of_a_network():
    network = two_ends()
    assert layers_of(Holder(network).variables) == ["b", "a", "inner"]
    assert layers_of(network.variables) == ["inner", "b", "a"]


def test_a_network_that_ends_with_another():
    entry = keras.Input((3,))
    before = layers.Dense(3, name="before")(layers.Dense(2, name="start")(entry))
    outer = keras.Model(entry, two_ends()(before))
    assert layers_of(Holder(outer).variables) == ["b", "a", "inner", "start", "before"]


def test_a_network_of_ones_own_with_another_layer():
    class Own(keras.Model):
        def __init__(self):
            entry = keras.Input((2,))
            inner = layers.Dense(2, name="inner")(entry)
            super().__init__(entry, layers.Dense(1, name="end")(inner))
            self.extra = layers.Dense(1, name="extra")
            self.extra.build((None, 1))

    assert layers_of(Holder(Own()).variables)[:2] == ["end", "inner"]


def test_penalties_keep_their_order():
    chain = keras.Sequential(
        [
            keras.Input((2,)),
            layers.Dense(2, kernel_regularizer=lambda w: 1.0),
            layers.Dense(2, kernel_regularizer=lambda w: 2.0),
        ]
    )
    assert [float(loss) for loss in chain.losses] == [1.0, 2.0]
