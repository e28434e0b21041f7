"""Random numbers in loops and their branches: a body has its operations once, for all turns.

Sets are compared, as TensorFlow runs turns beside each other.
"""

import pytest
from library import tf


def stream(draw, count):
    """What the first operation of a function draws, run after run."""
    tf.random.set_seed(0)
    function = tf.function(draw)
    return {round(float(function()), 5) for _ in range(count)}


def uniform():
    return tf.random.uniform([])


def of_two_runs(function):
    """All that two runs of a function for three turns write."""
    tf.random.set_seed(0)
    traced = tf.function(function)
    found = [traced(tf.constant(3)), traced(tf.constant(3))]
    return {round(float(x), 5) for array in found for x in array}


def written():
    return tf.TensorArray(tf.float32, 0, dynamic_size=True)


def test_while():
    def body(n):
        found, i, before = written(), tf.constant(0), uniform()
        while i < n:
            found = found.write(i, uniform())
            i += 1
        return tf.concat([found.stack(), [before + 1.0]], 0)

    drawn = of_two_runs(body)
    assert {x for x in drawn if x < 1} == stream(uniform, 6)
    assert {round(x - 1, 5) for x in drawn if x >= 1} == stream(uniform, 2)


def test_a_while_within_a_while():
    def body(n):
        found, i, place = written(), tf.constant(0), tf.constant(0)
        while i < n:
            j = tf.constant(0)
            while j < 2:
                found = found.write(place, uniform())
                j, place = j + 1, place + 1
            i += 1
        return found.stack()

    assert of_two_runs(body) == stream(uniform, 12)


def test_behind_a_while_the_function_goes_on():
    def body(n):
        i, found = tf.constant(0), [uniform()]
        while i < n:
            i += 1 + tf.cast(uniform(), tf.int32)
        return [*found, uniform()]

    assert of_two_runs(body) == of_two_runs(lambda n: [uniform(), uniform()])


@pytest.mark.parametrize("loop", ["for", "while"])
def test_an_if_in_a_loop(loop):
    """Each turn that goes this way draws the next number of the way's operation."""

    def over_a_range(n):
        found = written()
        for i in tf.range(n):
            if i >= 0:
                found = found.write(i, uniform())
        return found.stack()

    def in_while(n):
        found, i = written(), tf.constant(0)
        while i < n:
            if i >= 0:
                found = found.write(i, uniform())
            i += 1
        return found.stack()

    body = {"for": over_a_range, "while": in_while}[loop]
    assert of_two_runs(body) == stream(uniform, 6)


def test_a_loop_in_an_if():
    def body(n):
        found, before, behind = written(), uniform(), uniform()
        if n > 1:
            before = uniform()
            for i in tf.range(n):
                found = found.write(i, uniform())
            behind = uniform()
        return tf.concat([found.stack(), [before + 1.0, behind + 2.0]], 0)

    drawn = of_two_runs(body)
    assert {x for x in drawn if x < 1} == stream(uniform, 6)
    assert {round(x - 1, 5) for x in drawn if 1 <= x < 2} == stream(uniform, 2)
    pair = of_two_runs(lambda n: [uniform(), uniform() + 2.0])
    assert {x for x in drawn if x >= 2} == {x for x in pair if x >= 2}


def test_two_ifs_in_a_loop_of_python():
    """It is unrolled, so each has an operation of its own."""

    def body(n):
        found = []
        for _ in range(2):
            value = tf.constant(0.0)
            if n > 1:
                value = uniform()
            found.append(value)
        return found

    assert of_two_runs(body) == stream(uniform, 2)
