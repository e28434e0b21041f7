"""py_function and numpy_function as decorators, nested in each other, with structures."""

import numpy as np
import pytest
from library import ours, tf


@tf.numpy_function(Tout=tf.float64)
def total(x):
    assert isinstance(x, np.ndarray)
    return np.sum(x)


@tf.py_function(Tout=[tf.float32, tf.int32])
def product(x, y):
    return x * y, 3


def test_decorated_functions():
    assert float(total(tf.constant([1.0, 2.0], tf.float64))) == 3.0
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        found, three = product(x, 5.0)
    assert (float(found), int(three), float(tape.gradient(found, x))) == (10.0, 3, 5.0)
    assert total.__name__ == "total"


@pytest.mark.parametrize("function", [tf.py_function, tf.numpy_function])
def test_arguments_that_lack(function):
    with pytest.raises(TypeError, match="Missing required argument: 'Tout'"):
        function(lambda x: x, [1.0])
    with pytest.raises(TypeError, match="Missing argument `inp`"):
        function(lambda x: x, Tout=tf.float32)
    with pytest.raises(TypeError, match="Don't set the `inp` argument"):
        function(inp=[1.0], Tout=tf.float32)


def test_calls_within_calls():
    inner = lambda x: tf.numpy_function(lambda y: y * 2, [x], tf.float32).numpy() + 1  # noqa: E731
    assert float(tf.numpy_function(inner, [np.float32(1.0)], tf.float32)) == 3.0
    outer = lambda x: tf.py_function(lambda y: y * 2, [x], tf.float32) + 1  # noqa: E731
    assert float(tf.py_function(outer, [np.float32(1.0)], tf.float32)) == 3.0


@ours("TensorFlow flattens what numpy_function gives, and py_function refuses")
@pytest.mark.parametrize("function", [tf.py_function, tf.numpy_function])
def test_structures(function):
    wanted = (tf.float32, {"a": tf.float32})
    one, inner = function(lambda x: (x, {"a": x}), [np.float32(1.0)], wanted)
    assert (float(one), float(inner["a"])) == (1.0, 1.0)


@pytest.mark.parametrize("function", [tf.py_function, tf.numpy_function])
def test_a_list_among_the_results_is_one_of_them(function):
    def encoded(x):
        return function(lambda y: ([1, 2, 3], y), [x], (tf.int64, tf.int64))

    for codes, label in tf.data.Dataset.range(5, 6).map(encoded):
        assert codes.numpy().tolist() == [1, 2, 3]
        assert int(label) == 5
