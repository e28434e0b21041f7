"""What a layer holds in attributes that its class computes once is no part of it, as in Keras."""

from functools import cached_property

import numpy as np
from library import tf

keras = tf.keras
X = np.ones((2, 3), "float32")


class Once(keras.layers.Layer):
    @cached_property
    def inner(self):
        return keras.layers.Dense(1, kernel_regularizer=keras.regularizers.L2(0.5))

    def call(self, inputs):
        return self.inner(inputs)


class Both(Once):
    def __init__(self):
        super().__init__()
        self.other = keras.layers.Dense(3)

    def call(self, inputs):
        return super().call(self.other(inputs))


def test_a_layer():
    layer = Once()
    layer(X)
    assert (layer.weights, layer.losses) == ([], [])
    assert layer.inner.kernel.shape == (3, 1)


def test_a_layer_with_others():
    layer = Both()
    layer(X)
    assert [list(weight.shape) for weight in layer.trainable_weights] == [[3, 3], [3]]


def test_a_model():
    class Model(keras.Model):
        def __init__(self):
            super().__init__()
            self.first = keras.layers.Dense(2)

        @cached_property
        def second(self):
            return keras.Sequential([self.first, keras.layers.Dense(1)])

        def call(self, inputs):
            return self.second(inputs)

    model = Model()
    model(X)
    assert model.layers == [model.first]
    assert len(model.weights) == 2
    model.compile("sgd", "mse")
    before = model.second.get_weights()
    model.fit(X, X[:, :1], verbose=0)
    after = model.second.get_weights()
    changed = [bool(np.any(one != other)) for one, other in zip(before, after, strict=True)]
    assert changed[2:] == [False, False]
    assert changed[0]
