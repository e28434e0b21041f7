"""`Model.summary` of a model of a program's own: the shapes that its layers were built for."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


class Own(layers.Layer):
    def call(self, inputs):
        return 2.0 * inputs


class Parts(tf.keras.Model):
    def __init__(self):
        super().__init__()
        inner = tf.keras.Sequential([layers.Dense(3), layers.Dropout(0.1)])
        self.parts = [
            layers.Conv1D(2, 2),
            layers.MaxPooling1D(),
            layers.Flatten(),
            layers.Dropout(0.1),
            Own(),
            inner,
            layers.Dense(2),
        ]

    def call(self, inputs, training=None):
        for part in self.parts:
            inputs = part(inputs)
        return inputs


def shapes(model):
    lines = []
    model.summary(print_fn=lambda text, **_: lines.extend(text.split("\n")))
    cells = [line.split("│")[2].strip() for line in lines if line.count("│") > 2]
    return [cell for cell in cells if cell]


X = np.ones((6, 5, 1), "float32")


@pytest.mark.parametrize("run", ["call", "predict", "fit"])
def test_shapes_are_those_of_the_first_batch(run):
    model = Parts()
    if run == "fit":
        model.compile("sgd", "mse")
        model.fit(X, np.ones((6, 2)), batch_size=6, verbose=0)
    elif run == "predict":
        model.predict(X, verbose=0)
    else:
        model(X)
    assert shapes(model) == ["(6, 4, 2)", "?", "(6, 4)", "?", "?", "(6, 3)", "(6, 2)"]
    model(X[:2])
    assert shapes(model)[-1] == "(6, 2)"


def test_symbolic_calls_leave_the_batch_open():
    model = Parts()
    model(tf.keras.Input((5, 1)))
    assert shapes(model)[-1] == "(None, 2)"


def test_a_sequential_model_knows_the_shapes_of_all_its_layers():
    model = tf.keras.Sequential(
        [layers.Dense(3), layers.Dropout(0.1), Own(), layers.Reshape((3, 1))]
    )
    model(np.ones((4, 2)))
    assert shapes(model) == ["(4, 3)", "(4, 3)", "(4, 3)", "(4, 3, 1)"]


def test_a_layer_that_has_learned_before_shows_its_shape():
    scale = layers.Normalization()
    scale.adapt(np.ones((5, 3)))
    model = tf.keras.Sequential([tf.keras.Input((3,)), scale, layers.Dense(4)])
    assert shapes(model) == ["(None, 3)", "(None, 4)"]
    scale = layers.Normalization(axis=None)
    scale.adapt(np.arange(5.0))
    model = tf.keras.Sequential([tf.keras.Input((1,)), scale, layers.Dense(4)])
    assert shapes(model)[0] == "(None, 1)"
    model = tf.keras.Sequential([layers.Dense(4), layers.Flatten()])
    model(np.ones((2, 3)))
    assert shapes(model) == ["(2, 4)", "(2, 4)"]


def test_what_is_not_built_yet():
    model = tf.keras.Sequential([layers.Flatten(), layers.ReLU(), layers.Dense(3)])
    lines = []
    model.summary(print_fn=lambda text, **_: lines.extend(text.split("\n")))
    numbers = [line.split("│")[3].strip() for line in lines if line.count("│") > 3]
    assert numbers == ["0 (unbuilt)", "0", "0 (unbuilt)"]


class OfAnySize(tf.keras.Model):
    def __init__(self):
        super().__init__()
        entry = layers.Input((None, None, 3))
        self.open = tf.keras.Sequential([entry, layers.Conv2D(4, 3)])
        self.closed = tf.keras.Sequential([layers.Conv2D(2, 3), layers.ReLU()])

    def call(self, inputs):
        return self.closed(self.open(inputs))


def test_chains_keep_the_sizes_that_their_input_leaves_open():
    model = OfAnySize()
    model(np.ones((2, 9, 9, 3), "float32"))
    assert shapes(model) == ["(None, None, None, 4)", "(2, 5, 5, 2)"]
    model(np.ones((1, 8, 8, 3), "float32"))
    assert shapes(model) == ["(None, None, None, 4)", "(2, 5, 5, 2)"]
