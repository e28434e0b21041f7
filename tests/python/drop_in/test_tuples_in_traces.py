"""As a stand-in for TensorFlow: a trace keeps tuples and arrays that it has read, unlike lists."""

from collections import namedtuple

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
Pair = namedtuple("Pair", "first second")
OUTER = (1.0, tf.constant(2.0))


class Holder:
    def __init__(self):
        self.numbers, self.tensors = (2.0, 3.0), (tf.constant(2.0), (tf.constant(3.0),))
        self.pair, self.empty = Pair(tf.constant(2.0), 3.0), ()
        self.variables = (tf.Variable(2.0),)


def changed(holder):
    holder.numbers, holder.tensors = (7.0, 7.0), (tf.constant(7.0), (tf.constant(7.0),))
    holder.pair, holder.empty = Pair(tf.constant(7.0), 7.0), (5.0,)
    holder.variables[0].assign(4.0)


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        (lambda holder: holder.numbers[1], 3.0),
        (lambda holder: holder.tensors[1][0], 3.0),
        (lambda holder: sum(holder.numbers), 5.0),
        (lambda holder: holder.pair.first, 2.0),
        (lambda holder: len(holder.empty), 0.0),
    ],
)
def test_in_attributes(read, expected):
    holder = Holder()
    function = tf.function(lambda x: read(holder) * x)
    assert float(function(tf.constant(1.0))) == expected
    changed(holder)
    assert float(function(tf.constant(1.0))) == expected
    assert holder.numbers == (7.0, 7.0)


def test_variables_in_them_are_read_anew():
    holder = Holder()
    function = tf.function(lambda x: holder.variables[0] * x)
    assert float(function(tf.constant(1.0))) == 2.0
    changed(holder)
    assert float(function(tf.constant(1.0))) == 4.0


def test_of_outer_names(monkeypatch):
    function = tf.function(lambda x: OUTER[0] * x)
    assert float(function(tf.constant(3.0))) == 3.0
    monkeypatch.setitem(globals(), "OUTER", (9.0, 9.0))
    assert float(function(tf.constant(3.0))) == 3.0


def test_what_is_assigned_within_is_forgotten_behind_the_first_run():
    class Counting:
        def __init__(self):
            self.seen = ()

        @tf.function
        def call(self, x):
            self.seen = (*self.seen, 1.0)
            return x + len(self.seen)

    counting = Counting()
    assert [float(counting.call(tf.constant(0.0))) for _ in range(3)] == [1.0, 1.0, 1.0]
    assert counting.seen == (1.0,)


def test_arrays_that_an_object_replaces_are_those_of_the_first_run():
    class Noise:
        def __init__(self):
            self.x = np.zeros(2)

        def __call__(self):
            self.x = 0.9 * self.x + np.random.normal(size=2)
            return self.x

    noise = Noise()
    np.random.seed(0)
    function = tf.function(lambda x: x + noise())
    first = function(tf.zeros(2, tf.float64)).numpy()
    stood = noise.x
    assert np.abs(first).min() > 0.0
    for _ in range(2):
        np.testing.assert_array_equal(function(tf.zeros(2, tf.float64)), first)
    assert noise.x is stood


def test_lists_are_looked_up_anew_within_a_tuple_too():
    holder = Holder()
    holder.lists = ([1.0],)
    function = tf.function(lambda x: holder.lists[0] is not None)
    assert function(tf.constant(0.0))
    holder.lists = ([2.0],)
    assert function(tf.constant(0.0))
