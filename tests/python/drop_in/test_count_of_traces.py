"""A function whose first call makes variables counts that call as two traces."""

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def counts_of(function):
    counts = [function.experimental_get_tracing_count()]
    for size in (2, 2, 3):
        function(tf.ones(size))
        counts.append(function.experimental_get_tracing_count())
    return counts


def test_it_counts_twice():
    made = []

    @tf.function
    def scaled(x):
        if not made:
            made.append(tf.Variable(1.0))
        return x * made[0]

    assert counts_of(scaled) == [0, 2, 2, 3]


def test_so_does_a_step_of_an_optimizer():
    weight, optimizer = tf.Variable(1.0), tf.keras.optimizers.Adam()

    @tf.function
    def step(x):
        optimizer.apply_gradients([(tf.reduce_sum(x), weight)])

    assert counts_of(step) == [0, 2, 2, 3]


def test_others_count_once():
    assert counts_of(tf.function(lambda x: x + 1.0)) == [0, 1, 1, 2]
