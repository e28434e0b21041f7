"""Layers in a function that is not told `training` keep the mode of its trace, in Keras 2, which
runs a trace again for all arguments of its types, whatever call is around it."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
X, Y = np.zeros((24, 3), "float32"), np.zeros((24, 1), "float32")


class Mode(layers.Layer):
    def call(self, inputs, training=None):
        return inputs + (1.0 if training else 0.0)


class Plain(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.mode, self.sum = Mode(), layers.Dense(1, kernel_initializer="ones", trainable=False)
        self.bias = layers.Dense(1, kernel_initializer="zeros")

    def run(self, inputs):
        return self.sum(self.mode(inputs)) / 3.0 + self.bias(inputs)

    def call(self, inputs):
        return self.run(inputs)


class Decorated(Plain):
    @tf.function
    def call(self, inputs):
        return self.run(inputs)


class OfSignature(Plain):
    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def call(self, inputs):
        return self.run(inputs)


class Inner(Plain):
    def __init__(self):
        super().__init__()
        self.function = tf.function(self.run)

    def call(self, inputs):
        return self.function(inputs)


FUNCTIONS = [Decorated, OfSignature, Inner]


def compiled(kind):
    model = kind()
    model.compile(tf.keras.optimizers.SGD(0.0), "mae")
    return model


def fit(model, size=10):
    return model.fit(X, Y, batch_size=size, verbose=0).history["loss"]


def evaluated(model, size=10):
    return model.evaluate(X, Y, batch_size=size, verbose=0)


@pytest.mark.parametrize("kind", FUNCTIONS)
def test_what_is_traced_in_training_goes_on_training(kind):
    model = compiled(kind)
    assert fit(model) == [1.0]
    assert evaluated(model) == 1.0
    assert evaluated(model, 8) == 1.0  # batches of a known size take the trace for any size
    assert model.predict(X, verbose=0).mean() == 1.0
    assert model(X).numpy().mean() == 1.0


@pytest.mark.parametrize("kind", FUNCTIONS)
def test_what_is_traced_at_rest_does_not_train(kind):
    model = compiled(kind)
    assert evaluated(model) == 0.0
    assert fit(model) == [0.0]
    model = compiled(kind)
    model.build((None, 3))
    assert fit(model) == [0.0]


def test_each_size_has_a_trace():
    model = compiled(Decorated)
    assert model(X[:5]).numpy().mean() == 0.0
    assert model(X[:8], training=True).numpy().mean() == 1.0
    assert model(X[:5], training=True).numpy().mean() == 0.0
    assert model(X[:8]).numpy().mean() == 1.0
    assert fit(model, 8) == [1.0]
    assert fit(compiled(Decorated), 8) == [1.0]


def test_a_network_of_symbols_is_traced_at_rest():
    inputs, inner = tf.keras.Input((3,)), Decorated()
    model = tf.keras.Model(inputs, inner(inputs))
    model.compile(tf.keras.optimizers.SGD(0.0), "mae")
    assert fit(model) == [0.0]


def test_what_is_told_its_mode_and_what_is_no_function_have_it():
    class Told(Plain):
        @tf.function
        def call(self, inputs, training=None):
            return self.run(inputs)

    for model in (compiled(Told), compiled(Plain)):
        assert fit(model) == [1.0]
        assert evaluated(model) == 0.0
        assert fit(model) == [1.0]
