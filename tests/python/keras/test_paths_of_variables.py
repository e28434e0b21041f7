"""Paths of variables: the cell of a recurrent layer and a `Sequential` stand in them."""

import pytest
from library import tf

keras = tf.keras
L = keras.layers


def paths(layer):
    return [variable.path for variable in layer.weights]


@pytest.mark.keras_3
@pytest.mark.parametrize(
    ("kind", "cell"),
    [("LSTM", "lstm_cell"), ("GRU", "gru_cell"), ("SimpleRNN", "simple_rnn_cell")],
)
def test_the_cell_has_the_name_of_its_kind(kind, cell):
    for _ in range(2):  # which is no name that counts
        layer = getattr(L, kind)(2, name="deep")
        layer(tf.zeros([1, 3, 2]))
        assert paths(layer)[0] == f"deep/{cell}/kernel"
    assert L.ConvLSTM2D(2, 3).cell.name == "conv_lstm_cell"
    layer = L.RNN(L.GRUCell(2, name="mine"), name="over")
    layer(tf.zeros([1, 3, 2]))
    assert paths(layer)[-1] == "over/mine/bias"
    layer = L.Bidirectional(L.LSTM(2, name="way"), name="both")
    layer(tf.zeros([1, 3, 2]))
    assert paths(layer)[0] == "both/forward_way/lstm_cell/kernel"


@pytest.mark.keras_3
def test_a_sequential_stands_in_front():
    def stack(*entry):
        return keras.Sequential([*entry, L.Dense(2, use_bias=False, name="one")], name="stack")

    model = stack(keras.Input([3]))
    assert paths(model) == ["stack/one/kernel"]
    model.add(L.Dense(1, use_bias=False, name="two"))
    assert paths(model) == ["stack/one/kernel", "stack/two/kernel"]
    model = stack()
    model(tf.zeros([1, 3]))
    assert paths(model) == ["stack/one/kernel"]
    inputs = keras.Input([3])
    network = keras.Model(inputs, L.Dense(1, use_bias=False, name="last")(stack()(inputs)))
    assert paths(network) == ["stack/one/kernel", "last/kernel"]
    outer = keras.Sequential([stack()], name="outer")
    outer(tf.zeros([1, 3]))
    assert paths(outer) == ["outer/stack/one/kernel"]


@pytest.mark.keras_2
def test_names_of_keras_2():
    model = keras.Sequential([keras.Input([3, 2]), L.LSTM(2, name="deep"), L.Dense(1, name="last")])
    names = [variable.name for variable in model.weights]
    assert names[:2] == ["deep/lstm_cell/kernel:0", "deep/lstm_cell/recurrent_kernel:0"]
    assert names[-1] == "last/bias:0"


@pytest.mark.keras_2
def test_categories_of_keras_2():
    assert keras.utils.to_categorical([0, 2]).dtype == "float32"
    rows = keras.utils.to_categorical(y=[[0], [1]], num_classes=3, dtype="int32")
    assert rows.dtype == "int32"
    assert rows.tolist() == [[1, 0, 0], [0, 1, 0]]
