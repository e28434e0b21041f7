"""A list that a program has given to a layer or a model is the program's, to append to."""

import numpy as np
from library import tf

layers = tf.keras.layers


def test_a_list_that_all_layers_are_joined_from():
    entry = tf.keras.Input((3,))
    features = [layers.Dense(2)(entry)]
    for _ in range(2):
        joined = layers.Concatenate()(features) if len(features) > 1 else features[0]
        features.append(layers.Dense(2)(joined))
    model = tf.keras.Model(entry, layers.Concatenate()(features))
    assert [len(layer.weights) for layer in model.layers if layer.weights] == [2, 2, 2]
    assert model(np.ones((4, 3), "float32")).shape == (4, 6)


def test_dictionaries_and_lists_by_name():
    class Sum(layers.Layer):
        def call(self, inputs, extra=None):
            return inputs["a"] + extra[0]

    entry = tf.keras.Input((3,))
    inputs, extra = {"a": entry}, [entry]
    total = Sum()(inputs, extra=extra)
    inputs["a"] = extra[0] = layers.Dense(3)(total)
    model = tf.keras.Model(entry, total)
    assert model(np.ones((1, 3), "float32")).numpy().tolist() == [[2.0, 2.0, 2.0]]


def test_inputs_and_outputs_of_a_model():
    entry = tf.keras.Input((3,))
    inputs, outputs = [entry], [layers.Dense(2)(entry)]
    model = tf.keras.Model(inputs, outputs)
    outputs.append(layers.Dense(5)(outputs[0]))
    inputs.append(tf.keras.Input((1,)))
    assert len(model.inputs) == len(model.outputs) == 1
    assert [layer.__class__.__name__ for layer in model.layers] == ["InputLayer", "Dense"]
