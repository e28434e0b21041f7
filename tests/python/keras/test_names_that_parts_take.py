"""Names of layers that Keras makes inside of others: the next of their class has a higher one."""

import pytest
from library import tf

layers = tf.keras.layers


@pytest.fixture(autouse=True)
def from_the_start():
    tf.keras.backend.clear_session()


def name_of_a_network():
    start = tf.keras.Input((2,))
    return tf.keras.Model(start, layers.Dense(1)(start)).name


def test_a_network_alone():
    assert [name_of_a_network(), name_of_a_network()] == ["functional", "functional_1"]


def test_a_chain_of_known_input_takes_one():
    tf.keras.Sequential([tf.keras.Input((2,)), layers.Dense(3), layers.Dense(1)])
    assert name_of_a_network() == "functional_1"


def test_each_layer_that_is_added_takes_one():
    model = tf.keras.Sequential()
    model.add(tf.keras.Input((2,)))
    model.add(layers.Dense(3))
    model.add(layers.Dense(1))
    assert name_of_a_network() == "functional_2"
    model.pop()
    assert name_of_a_network() == "functional_4"


def test_a_chain_takes_one_when_it_is_built():
    model = tf.keras.Sequential([layers.Dense(3)])
    assert name_of_a_network() == "functional"
    model(tf.zeros([1, 2]))
    model(tf.zeros([3, 2]))
    assert name_of_a_network() == "functional_2"


def test_attention_takes_a_softmax_and_a_dropout():
    attention = layers.MultiHeadAttention(2, 2)
    attention(tf.zeros([1, 3, 4]), tf.zeros([1, 3, 4]))
    assert layers.Dropout(0.1).name == "dropout_1"
    assert layers.Softmax().name == "softmax_1"
