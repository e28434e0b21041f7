"""How programs of Keras 2 walk through models, and private names of layers that they use."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
keras2 = pytest.mark.ours("Keras 3 has other names")


def network():
    first, second = keras.Input([3], name="first"), keras.Input([2], name="second")
    shared = layers.Dense(4, name="shared")
    both = layers.Concatenate(name="both")([shared(first), layers.Dense(4, name="own")(second)])
    return keras.Model([first, second], layers.Dense(1, name="last")(both)), shared, both


def test_tensors_tell_where_they_come_from():
    model, shared, both = network()
    layer, node_index, tensor_index = both._keras_history
    assert (layer.name, node_index, tensor_index) == ("both", 0, 0)
    again = shared(keras.Input([3]))
    assert again._keras_history.node_index == 1
    h, c = layers.LSTM(2, return_state=True)(keras.Input([5, 3]))[1:]
    assert (h._keras_history.tensor_index, c._keras_history.tensor_index) == (1, 2)
    assert model.inputs[0]._keras_history[0].name == "first"


@keras2
def test_layers_tell_of_their_calls():
    model, shared, both = network()
    layer = both._keras_history.layer
    assert [before.name for before in layer.inbound_nodes[0].inbound_layers] == ["shared", "own"]
    assert [node.outbound_layer.name for node in layer.outbound_nodes] == ["last"]
    assert [node.layer.name for node in model.get_layer("first")._outbound_nodes] == ["shared"]
    assert len(model.get_layer("first")._inbound_nodes) == 1
    found = [entry[0].name for entry in layer._inbound_nodes[0].iterate_inbound()]
    assert found == ["shared", "own"]
    assert layer.get_output_at(0) is both
    assert layer.get_input_shape_at(0) == [(None, 4), (None, 4)]
    assert shared.get_output_shape_at(0) == (None, 4)
    with pytest.raises(ValueError, match="only 1 inbound nodes"):
        shared.get_input_at(1)


@keras2
def test_a_model_is_walked_backwards():
    model, _, _ = network()
    names = []

    def visit(tensor):
        layer = tensor._keras_history[0]
        names.append(layer.name)
        inputs = layer.input if isinstance(layer.input, list) else [layer.input]
        for inner in inputs:
            if inner._keras_history[0] is not layer:
                visit(inner)

    visit(model.output)
    assert names == ["last", "both", "shared", "first", "own", "second"]


@keras2
def test_models_tell_what_they_are_made_of():
    model, _, _ = network()
    assert model._is_graph_network
    assert [tensor.name for tensor in model._nested_inputs] == ["first", "second"]
    assert model._feed_input_names == ["first", "second"]
    assert [layer.name for layer in model._output_layers] == ["last"]
    names = {layer.name for layer in model._flatten_layers(include_self=False)}
    assert {"shared", "own", "last"} <= names
    state = model._get_trainable_state()
    model.trainable = False
    model._set_trainable_state(state)
    assert model.get_layer("own").trainable
    model._make_predict_function()
    predict = model.make_predict_function()
    data = ((np.ones([2, 3], "float32"), np.ones([2, 2], "float32")),)
    assert predict(iter([data])).shape == (2, 1)


@keras2
def test_layers_tell_what_call_takes():
    assert layers.Dropout(0.5)._expects_training_arg
    assert not layers.Dense(1)._expects_training_arg
    assert layers.LSTM(1)._expects_mask_arg
    layer = layers.Dense(2, input_shape=(3,))
    assert layer._batch_input_shape == (None, 3)
    layer._maybe_build(tf.ones([1, 3]))
    assert layer.built


def test_recurrent_layers_count_as_such():
    for layer in (layers.LSTM(2), layers.GRU(2), layers.SimpleRNN(2), layers.ConvLSTM2D(2, 3)):
        assert isinstance(layer, layers.RNN)
    assert not isinstance(layers.Dense(1), layers.RNN)

    class Own(layers.RNN):
        pass

    assert not isinstance(layers.LSTM(2), Own)
    assert isinstance(Own(layers.LSTMCell(2)), layers.RNN)


def test_an_activation_is_taken_away():
    layer = layers.Dense(1, activation="relu", kernel_initializer="ones")
    assert layer(tf.constant([[-1.0]])).numpy().item() == 0.0
    layer.activation = None
    assert layer(tf.constant([[-1.0]])).numpy().item() == -1.0


@pytest.mark.ours("Keras 3 hands on a weight of None too")
def test_a_step_of_one_batch_gets_what_there_is():
    seen = []

    class Counting(keras.Model):
        def train_step(self, data):
            seen.append(len(data))
            return {"loss": tf.constant(0.0)}

        test_step = train_step

    model = Counting()
    model.compile("sgd", "mse")
    x = np.ones([2, 1], "float32")
    model.train_on_batch(x, x)
    model.train_on_batch(x, x, sample_weight=np.ones(2))
    model.test_on_batch(x, x)
    model.train_on_batch(x)
    assert seen == [2, 3, 2, 1]
