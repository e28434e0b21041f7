"""What a `function` returns belongs together for tapes around the call."""

import pytest
from library import tf


@pytest.fixture
def sources():
    return [tf.Variable(2.0), tf.Variable(3.0)]


def _values(gradients):
    return [None if g is None else float(g) for g in gradients]


@tf.function
def squares(x, y):
    return {"first": x * x, "rest": [y * y, tf.cast(x, tf.int32)]}


@tf.function
def square_and_count(x, y):
    return x * x, tf.cast(y, tf.int32)


def test_what_reaches_another_output_has_the_gradient_zero(sources):
    with tf.GradientTape() as tape:
        result = squares(*sources)
    assert _values(tape.gradient(result["first"], sources)) == [4.0, 0.0]


def test_outputs_without_gradients_do_not_count(sources):
    with tf.GradientTape() as tape:
        first, _ = square_and_count(*sources)
    assert _values(tape.gradient(first, sources)) == [4.0, None]


def test_an_output_that_stops_gradients_counts():
    x, w = tf.constant(1.0), tf.constant(1.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, w])
        double, _, stopped = tf.function(lambda x, w: (x * 2.0, w * 3.0, tf.stop_gradient(w)))(x, w)
    assert _values(tape.gradient(double, [x, w])) == [2.0, 0.0]
    assert _values(tape.gradient(stopped, [x, w])) == [0.0, 0.0]


def test_a_nested_tape_hands_the_zeros_on(sources):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            first = squares(*sources)["first"]
        gradients = inner.gradient(first, sources)
    assert _values(outer.gradient(gradients, sources)) == [2.0, 0.0]


def test_a_variable_of_another_output_has_the_gradient_zero():
    v, w = tf.Variable(1.0), tf.Variable(1.0)
    with tf.GradientTape() as tape:
        first, _ = tf.function(lambda x: (v * x, w * x))(tf.constant(3.0))
    assert _values(tape.gradient(first, [v, w])) == [3.0, 0.0]
