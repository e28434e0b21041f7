"""Models of Keras 2 that are built by what another was built for, in a graph of their own."""

import pytest
from library import tf

pytestmark = pytest.mark.keras_2
layers = tf.keras.layers


class Inner(layers.Layer):
    def build(self, input_shape):
        self.made = Unnamed()
        self.built = True

    def call(self, x):
        return self.made(x)


class Unnamed(layers.Layer):
    def build(self, input_shape):
        self.w = self.add_weight("w", shape=[input_shape[-1], 2])

    def call(self, x):
        return x @ self.w


class Outer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def call(self, x):
        return self.inner(x)


@pytest.mark.parametrize(
    ("layer", "shapes"),
    [
        (layers.Dense(2), [(3, 4)]),
        (layers.Dropout(0.5), [(3, 4)]),
        (Inner(), [(3, 4)]),
        (layers.Concatenate(), [(3, 4), (3, 1)]),
    ],
    ids=["dense", "dropout", "own", "several"],
)
def test_what_a_layer_was_built_for(layer, shapes):
    assert layer._build_input_shape is None
    inputs = [tf.ones(shape) for shape in shapes]
    layer(inputs[0] if len(inputs) == 1 else inputs)
    found = layer._build_input_shape
    found = [found] if len(shapes) == 1 else found
    assert [tuple(one) for one in found] == shapes


def test_what_a_network_was_built_for():
    inputs = tf.keras.Input((4,))
    dense = layers.Dense(2)
    model = tf.keras.Model(inputs, dense(inputs))
    assert model._build_input_shape.as_list() == [None, 4]
    assert dense._build_input_shape.as_list() == [None, 4]


def test_a_model_is_built_as_another():
    one, other = Outer(), Outer()
    one(tf.ones([3, 4]))
    other.build(one.inner._build_input_shape)
    assert other.weights[0].shape == [4, 2]


def test_names_in_a_build_count_anew():
    first, second = Outer(), Outer()
    for model in (first, second):
        model.build((None, 4))
    assert [model.inner.made.name for model in (first, second)] == ["unnamed"] * 2
