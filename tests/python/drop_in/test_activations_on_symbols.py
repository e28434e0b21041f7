"""Functions of a program in layers that are called on symbols run as often as Keras runs them."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def made(capsys):
    def activation(x):
        print("activation")
        return x * np.random.uniform()

    inputs = tf.keras.Input((3,))
    capsys.readouterr()
    np.random.seed(0)
    tf.keras.Model(inputs, tf.keras.layers.Dense(2, activation=activation)(inputs))
    alone = np.random.RandomState(0)
    return capsys.readouterr().out.count("activation"), np.random.uniform(), alone


@pytest.mark.keras_3
def test_keras_3_knows_the_shape_without(capsys):
    count, drawn, alone = made(capsys)
    assert count == 0
    assert drawn == alone.uniform()


@pytest.mark.keras_2
def test_keras_2_traces_it_once(capsys):
    count, drawn, alone = made(capsys)
    alone.uniform()
    assert count == 1
    assert drawn == alone.uniform()


@pytest.mark.keras_2
def test_keras_2_traces_a_layer_once(capsys):
    class Own(tf.keras.layers.Layer):
        def call(self, inputs):
            print("call")
            return inputs * np.random.uniform()

    alone = np.random.RandomState(0)
    np.random.seed(0)
    Own()(tf.keras.Input((3,)))
    alone.uniform()
    assert capsys.readouterr().out == "call\n"
    assert np.random.uniform() == alone.uniform()
