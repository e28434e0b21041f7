"""The numbers in names of what a layer makes while it is put into a model, with Keras 2.

It looks for shapes in a graph of the layer's own, where names count from the beginning. With
`TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2


@pytest.fixture(autouse=True)
def asked():
    keras.backend.clear_session()


class Inner(keras.layers.Layer):
    def build(self, input_shape):
        self.first, self.second = keras.layers.Dense(2), keras.layers.Dense(2)

    def call(self, x):
        return self.second(self.first(x))


class Outer(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.early = keras.layers.Dense(2)

    def build(self, input_shape):
        self.inner, self.late = Inner(), keras.layers.Dense(2)

    def call(self, x):
        return self.late(self.inner(self.early(x)))


def kernels(model):
    return [w.name.removesuffix("/kernel:0") for w in model.weights if "kernel" in w.name]


def test_layers_made_in_build_are_counted_for_each_layer_of_the_model():
    entry = keras.Input((2,))
    x = Inner()(keras.layers.Dense(2)(entry))
    x = Inner()(Outer()(x))
    model = keras.Model(entry, keras.layers.Dense(1)(x))
    assert [layer.name for layer in model.layers[1:]] == [
        "dense", "inner", "outer", "inner_1", "dense_2",
    ]  # fmt: skip
    assert kernels(model) == [
        "dense",
        "inner/dense", "inner/dense_1",
        "outer/dense_1", "outer/inner/dense_1", "outer/inner/dense_2", "outer/dense",
        "inner_1/dense", "inner_1/dense_1",
        "dense_2",
    ]  # fmt: skip


def test_layers_made_in_a_call_on_numbers_are_counted_with_all_others():
    layers = [Inner(), Inner()]
    for layer in layers:
        layer(tf.zeros([1, 2]))
    assert [layer.first.name for layer in layers] == ["dense", "dense_2"]


def test_layers_made_in_the_first_call_of_a_chain_are_counted_for_each_of_its_layers():
    keras.layers.Dense(1)
    built = keras.Sequential([Inner(), Inner(), keras.layers.Dense(1)])
    built.build((None, 2))
    called = keras.Sequential([Inner(), keras.layers.Dense(1)])
    called(tf.zeros([1, 2]))
    pair = ["dense", "dense_1"]
    assert [part.name for part in (built.layers[1].first, built.layers[1].second)] == pair
    assert kernels(called) == ["inner_2/dense", "inner_2/dense_1", "dense_2"]
