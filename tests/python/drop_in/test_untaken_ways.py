"""In a function, what the ways of a condition read that are not taken has a gradient of zeros."""

import functools

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
OUTER = tf.Variable([1.0, 3.0])
SIZE = tf.Variable(2.0)


def by_cond(index, x):
    y = x * SIZE
    ways = (lambda: tf.constant(1.0), lambda: tf.reduce_sum(y * OUTER))
    return tf.cond(index > 0, *ways)


def by_case(index, x):
    y = x * SIZE
    pairs = [(index > 0, lambda: tf.constant(1.0)), (index < 0, lambda: tf.reduce_sum(y))]
    return tf.case(pairs, default=lambda: tf.reduce_sum(OUTER))


def by_switch_case(index, x):
    y = x * SIZE
    ways = [functools.partial(tf.reduce_sum, y), lambda: tf.constant(1.0)]
    return tf.switch_case(index, [*ways, lambda: tf.reduce_sum(OUTER)])


def gradients(function, index):
    x = tf.constant([5.0, 6.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(tf.constant(index), x)
    return tape.gradient(y, [SIZE, OUTER, x])


@pytest.mark.parametrize("way", [by_cond, by_case, by_switch_case])
def test_zeros_in_functions(way):
    found = gradients(tf.function(way), 1)
    assert [one.numpy().tolist() for one in found] == [0.0, [0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize("way", [by_cond, by_case, by_switch_case])
def test_none_in_eager_code(way):
    assert gradients(way, 1) == [None, None, None]


def test_the_way_that_is_taken_has_its_own():
    size, outer, x = gradients(tf.function(by_cond), 0)
    assert (size.numpy(), outer.numpy().tolist(), x.numpy().tolist()) == (23.0, [10, 12], [2, 6])
    size, outer, x = gradients(tf.function(by_switch_case), 0)
    assert (size.numpy(), outer.numpy().tolist(), x.numpy().tolist()) == (11.0, [0, 0], [2, 2])


def test_other_results_are_untouched():
    @tf.function
    def both(index, x):
        y = x * SIZE
        return tf.cond(index > 0, lambda: (y, 1), lambda: (y * y, 2))

    first, number = both(tf.constant(1), tf.constant([1.0, 2.0]))
    assert first.numpy().tolist() == [2.0, 4.0]
    assert int(number) == 1
