"""watched_variables, and which ways of touching a variable count as reading it."""

import copy

import numpy as np
import pytest
from library import tf


def same(found, expected):
    return [a is b for a, b in zip(found, expected, strict=True)] == [True] * len(expected)


def test_variables_are_listed_once_in_the_order_of_their_construction():
    first, second, third = tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        _ = third * first
        _ = first * second
    assert isinstance(tape.watched_variables(), tuple)
    assert same(tape.watched_variables(), [first, second, third])


def test_integer_variables_that_were_read_are_listed():
    v = tf.Variable(1)
    with tf.GradientTape() as tape:
        _ = v + 1
    assert same(tape.watched_variables(), [v])


def test_the_list_outlives_the_gradient_but_not_a_new_recording():
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = v * v
    tape.gradient(y, v)
    assert same(tape.watched_variables(), [v])
    with tape:
        pass
    assert tape.watched_variables() == ()


def test_creating_a_variable_does_not_watch_it():
    with tf.GradientTape() as tape:
        v = tf.Variable(3.0)
        assert tape.watched_variables() == ()
        _ = v + 1.0
    assert same(tape.watched_variables(), [v])


READS = {
    "an operation": lambda v: v * 1.0,
    "read_value": lambda v: v.read_value(),
    "value": lambda v: v.value(),
    "identity": tf.identity,
    "convert_to_tensor": tf.convert_to_tensor,
    "numpy": lambda v: v.numpy(),
    "repr": repr,
    "str": str,
    "an f-string": lambda v: f"{v}",
    "assign": lambda v: v.assign([3.0, 4.0]),
    "assign_add": lambda v: v.assign_add([3.0, 4.0]),
    "assign_sub": lambda v: v.assign_sub([3.0, 4.0]),
    "slice assignment": lambda v: v[0].assign(1.0),
    "scatter_nd_update": lambda v: v.scatter_nd_update([[0]], [1.0]),
    "an index": lambda v: v[0],
    "iteration": list,
    "equality": lambda v: v == 1.0,
    "comparison": lambda v: v < 1.0,
    "negation": lambda v: -v,
    "abs": abs,
    "np.array": np.array,
    "np.asarray": np.asarray,
    "gather": lambda v: tf.gather(v, [0]),
    "embedding_lookup": lambda v: tf.nn.embedding_lookup(v, [0]),
    "sparse_read": lambda v: v.sparse_read([0]),
    "shape": tf.shape,
    "size": tf.size,
    "rank": tf.rank,
    "ones_like": tf.ones_like,
    "zeros_like": tf.zeros_like,
    "deepcopy": copy.deepcopy,
    "print": lambda v: tf.print(v, output_stream="file://" + "/dev/null"),
}
LOOKS = {
    "shape": lambda v: v.shape,
    "dtype": lambda v: v.dtype,
    "name": lambda v: v.name,
    "trainable": lambda v: v.trainable,
    "get_shape": lambda v: v.get_shape(),
    "ref": lambda v: v.ref(),
    "hash of ref": lambda v: hash(v.ref()),
    "is_initialized": lambda v: v.is_initialized(),
    "a variable from it": tf.Variable,
    "copy": copy.copy,
    "flatten": lambda v: tf.nest.flatten([v]),
    "stop_gradient": tf.stop_gradient,
    "is_tensor": tf.is_tensor,
    "isinstance": lambda v: isinstance(v, tf.Variable),
}


# NumPy deprecates __array__ without `copy`, which TensorFlow's variables still have.
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
@pytest.mark.parametrize("access", READS)
def test_reading_a_variable_watches_it(access):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        READS[access](v)
    assert same(tape.watched_variables(), [v])


@pytest.mark.parametrize("access", LOOKS)
def test_looking_at_a_variable_does_not_watch_it(access):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        LOOKS[access](v)
    assert tape.watched_variables() == ()
