"""Shapes and dtypes that Keras 3 tells programs: tuples and texts, which equal TensorFlow's."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
ROWS = np.ones((2, 3), "float32")


class Told(keras.layers.Layer):
    """Keeps what its `build` is told."""

    said = []  # noqa: RUF012  -- of the class

    def build(self, input_shape):
        self.said.append(input_shape)

    def call(self, inputs):
        return tf.nest.flatten(inputs)[0]


def test_build_is_told_a_tuple():
    Told()(ROWS)
    told = Told.said[-1]
    assert isinstance(told, tuple)
    assert told[:1] + told[1:] == (2, 3)
    assert f"{told[1:]!r}" == "(3,)"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([ROWS, ROWS], [(2, 3), (2, 3)]),
        ((ROWS, ROWS), ((2, 3), (2, 3))),
        ({"a": ROWS}, {"a": (2, 3)}),
    ],
)
def test_build_is_told_a_structure_of_tuples(given, told):
    Told()(given)
    assert repr(Told.said[-1]) == repr(told)


def test_symbols_have_sizes_and_the_name_of_a_dtype():
    symbol = keras.Input((3,), dtype="int32")
    assert isinstance(symbol.shape, tuple)
    assert (repr(symbol.shape), repr(symbol.dtype)) == ("(None, 3)", "'int32'")
    assert symbol.dtype == tf.int32
    assert tf.int32 == symbol.dtype
    assert symbol.shape == tf.TensorShape([None, 3])
    assert tf.zeros(symbol.shape[1:], symbol.dtype).dtype == tf.int32


def test_weights_have_the_name_of_a_dtype():
    layer = keras.layers.Dense(2)
    layer.build((None, 3))
    assert repr(layer.kernel.dtype) == "'float32'"
    assert layer.kernel.dtype == tf.float32
    assert tf.cast(1, layer.kernel.dtype).dtype == tf.float32
    assert str(layer.kernel.dtype) in {"float32"}


@pytest.mark.ours("Keras 3 has plain tuples and texts; programs written for Keras 2 ask for more")
def test_they_know_what_tensorflow_knows_of_them():
    symbol = keras.Input((3,))
    assert symbol.shape.as_list() == [None, 3]
    assert symbol.shape[1:].as_list() == [3]
    joined = symbol.shape + [4]  # noqa: RUF005
    assert joined == tf.TensorShape([None, 3, 4])
    assert symbol.dtype.is_floating
    assert symbol.dtype.as_numpy_dtype is np.float32
    with pytest.raises(AttributeError):
        _ = symbol.shape.nothing


@pytest.mark.keras_2
def test_a_number_is_the_size_of_the_only_axis():
    layer = tf.keras.layers.Dense(2)
    layer.build(3)
    assert layer.kernel.shape == (3, 2)
    layer = tf.keras.layers.Dense(2)
    layer.build(input_shape=3)
    assert layer.kernel.shape == (3, 2)
