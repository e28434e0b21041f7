"""Exceptions of functions that TensorFlow calls are its own errors for them."""

import pytest
from library import ours, tf

KINDS = {
    ValueError: tf.errors.InvalidArgumentError,
    TypeError: tf.errors.InvalidArgumentError,
    KeyError: tf.errors.UnknownError,
    IndexError: tf.errors.UnknownError,
    ZeroDivisionError: tf.errors.UnknownError,
    NotImplementedError: tf.errors.UnimplementedError,
    MemoryError: tf.errors.ResourceExhaustedError,
    StopIteration: tf.errors.OutOfRangeError,
}


def raising(kind):
    def function(*_):
        raise kind("boo")

    return function


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_py_function(kind):
    with pytest.raises(KINDS[kind], match=f"{kind.__name__}: .*boo") as caught:
        tf.py_function(raising(kind), [1.0], tf.float32)
    assert type(caught.value).__name__ == KINDS[kind].__name__


@pytest.mark.parametrize("kind", set(KINDS) - {StopIteration})
@pytest.mark.parametrize("calls", [tf.py_function, tf.numpy_function])
def test_of_a_function_of_a_dataset(kind, calls):
    rows = tf.data.Dataset.range(2).map(lambda i: calls(raising(kind), [i], tf.float32))
    with pytest.raises(KINDS[kind], match="boo"):
        list(rows)


def test_the_end_of_an_iterator_is_not_that_of_a_dataset():
    rows = tf.data.Dataset.range(2).map(
        lambda i: tf.py_function(lambda _: next(iter(())), [i], tf.float32)
    )
    with pytest.raises(tf.errors.InvalidArgumentError):
        list(rows)


def test_of_a_numpy_function_outside_they_are_themselves():
    with pytest.raises(KeyError):
        tf.numpy_function(raising(KeyError), [1.0], tf.float32)


@ours("TensorFlow's is not the exception as well")
@pytest.mark.parametrize("kind", [KeyError, IndexError, ValueError, NotImplementedError])
def test_they_are_caught_as_what_they_are_too(kind):
    with pytest.raises(kind) as caught:
        tf.py_function(raising(kind), [1.0], tf.float32)
    assert isinstance(caught.value.__cause__, kind)
