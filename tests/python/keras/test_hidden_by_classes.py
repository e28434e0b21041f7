"""What Keras 2 does not look after, since the class has something by its name."""

from __future__ import annotations

from typing import ClassVar

import pytest
from library import tf

keras = tf.keras


class Declared(keras.Model):
    """Names a layer in its class, as some do to say what there will be."""

    dense = None
    other: keras.layers.Layer

    def __init__(self) -> None:
        super().__init__()
        self.dense = keras.layers.Dense(2)
        self.other = keras.layers.Dense(1)

    def call(self, x: tf.Tensor) -> tf.Tensor:
        return self.other(self.dense(x))


class Inherits(Declared):
    """Its base says it."""


@pytest.mark.keras_2
@pytest.mark.parametrize("kind", [Declared, Inherits])
def test_names_of_the_class_are_no_parts_in_keras_2(kind: type) -> None:
    model = kind()
    model(tf.ones((1, 3)))
    assert [type(layer).__name__ for layer in model.layers] == ["Dense"]
    assert [tuple(weight.shape) for weight in model.trainable_variables] == [(2, 1), (1,)]
    assert [tuple(weight.shape) for weight in model.dense.weights] == [(3, 2), (2,)]


@pytest.mark.keras_3
def test_names_of_the_class_are_parts_in_keras_3() -> None:
    model = Declared()
    model(tf.ones((1, 3)))
    assert len(model.layers) == 2
    assert len(model.trainable_variables) == 4


class Weighs(keras.layers.Layer):
    """Sets what it names in its class when it is built."""

    weight = None
    parts: ClassVar[list[int]] = []

    def build(self, shape: tf.TensorShape) -> None:
        self.weight = self.add_weight(name="weight", shape=(shape[-1],), initializer="ones")
        self.parts = [keras.layers.Dense(2)]
        self.scale = tf.Variable(2.0)

    def call(self, x: tf.Tensor) -> tf.Tensor:
        return self.parts[0](x * self.weight) * self.scale


@pytest.mark.keras_2
def test_what_add_weight_makes_is_known_whatever_its_name() -> None:
    layer = Weighs()
    layer(tf.ones((1, 3)))
    assert [tuple(weight.shape) for weight in layer.trainable_weights] == [(3,), ()]


class Flat(keras.Model):
    """Calls a layer as TensorFlow's modules call a method."""

    def __init__(self) -> None:
        super().__init__()
        self._flatten = keras.layers.Flatten()
        self.out = keras.layers.Dense(1)

    def call(self, x: tf.Tensor) -> tf.Tensor:
        return self.out(self._flatten(x))


@pytest.mark.keras_2
def test_names_of_methods_of_modules_are_no_parts_either() -> None:
    model = Flat()
    assert model(tf.ones((2, 3, 2))).shape == (2, 1)
    assert [type(layer).__name__ for layer in model.layers] == ["Dense"]
