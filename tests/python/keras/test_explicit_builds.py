"""Layers that are built before they are called: the summary tells the shape of outputs for that
which they were built for. A model's own `build` may call that of its base first of all.
"""

import numpy as np
from library import tf

keras = tf.keras
layers = keras.layers


class Parts(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(3)
        self.norm = layers.Normalization()
        self.recurrent = layers.LSTM(2)
        self.norm.adapt(np.ones((7, 2), "float32"))

    def build(self, input_shape):
        self.dense.build(input_shape)
        self.recurrent.build((None, 4, 2))
        self.built = True

    def call(self, x):
        x = self.norm(x)
        return self.dense(x) + self.recurrent(tf.stack([x, x], 1))[:, :1]


def test_the_summary_tells_the_shapes_that_layers_were_built_for():
    model = Parts()
    model(tf.ones((5, 2)))
    lines = []
    model.summary(print_fn=lambda text, *_, **__: lines.append(text))
    text = "\n".join(lines)
    assert all(shape in text for shape in ("(5, 3)", "(7, 2)", "(None, 2)"))
    assert "?" not in text


class Scaled(layers.Layer):
    """A layer of the program's own, which does not say what its outputs are like."""

    def build(self, input_shape):
        first = input_shape[0] if isinstance(input_shape, list) else input_shape
        self.scale = self.add_weight(name="scale", shape=(first[-1], 3))
        super().build(first)

    def call(self, x):
        return x @ self.scale


class Found(Scaled):
    def compute_output_shape(self, input_shape):
        assert isinstance(input_shape, (tuple, list, tf.TensorShape))
        return (None, 3) if isinstance(input_shape, list) else (*input_shape[:-1], 3)


class Several(keras.Model):
    def __init__(self):
        super().__init__()
        self.several, self.one, self.open = Found(), Found(), Scaled()
        self.later = Found()
        self.several.build(input_shape=[(None, 4), (None, 5)])
        self.one.build((2, 7, 4))
        self.open.build((None, 4))
        self.built = True

    def call(self, x):
        return x


def test_the_summary_asks_layers_of_the_program_for_their_shapes():
    lines = []
    Several().summary(print_fn=lambda text, *_, **__: lines.append(text))
    rows = [line.split("│") for line in "\n".join(lines).splitlines() if "│" in line]
    assert [row[2].strip() for row in rows] == ["(None, 3)", "(2, 7, 3)", "?", "?"]


class Gated(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(2)

    def build(self, input_shape):
        super().build(input_shape)
        self.gate = self.add_weight(name="gate", shape=(), initializer="ones", trainable=False)

    def call(self, x):
        return self.dense(x) * self.gate


def test_a_build_of_its_own_may_begin_with_that_of_the_base():
    model = Gated()
    model.build((None, 3))
    assert model.built
    assert float(model.gate) == 1.0
    assert model(tf.ones((1, 3))).shape == (1, 2)
    assert [tuple(weight.shape) for weight in model.trainable_weights] == [(3, 2), (2,)]


class TwoInputs(keras.Model):
    def call(self, x, y):
        return x + y


def test_a_run_that_fails_leaves_the_weights_to_the_first_call():
    model = TwoInputs()
    model.build((None, 3))
    np.testing.assert_allclose(model(tf.ones((1, 3)), tf.ones((1, 3))), [[2, 2, 2]])
