"""How many results `py_function` and `numpy_function` give, by what their function returns."""

import numpy as np
import pytest
from library import tf

X = np.float32([1.0, 2.0])


def pair(x):
    return x, x + 1


def test_numpy_function_gives_what_is_returned():
    assert tf.is_tensor(tf.numpy_function(np.square, [X], [tf.float32]))
    both = tf.numpy_function(pair, [X], tf.float32)
    assert [b.numpy().tolist() for b in both] == [[1.0, 2.0], [2.0, 3.0]]
    assert tf.numpy_function(lambda x: None, [X], []) is None


@pytest.mark.parametrize("function", [tf.py_function, tf.numpy_function])
def test_a_dataset_has_as_many_as_are_named(function):
    numbers = tf.data.Dataset.range(3)
    one = numbers.map(lambda n: function(lambda m: m * 2, [n], [tf.int64]))
    assert one.element_spec[0].dtype == tf.int64
    both = numbers.map(lambda n: function(pair, [n], [tf.int64, tf.int64]))
    assert [[int(a), int(b)] for a, b in both] == [[0, 1], [1, 2], [2, 3]]


def test_py_function_takes_the_first_results():
    assert tf.py_function(pair, [X], tf.float32).numpy().tolist() == [1.0, 2.0]
    (only,) = tf.py_function(pair, [X], [tf.float32])
    assert only.numpy().tolist() == [1.0, 2.0]
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.py_function(pair, [X], [tf.float32] * 3)


def test_functions_of_datasets_are_inside_of_a_function():
    seen = []

    def note(n):
        seen.append(bool(tf.inside_function()))
        return n

    list(tf.data.Dataset.range(2).map(note))
    assert all(seen)
    assert not tf.inside_function()
