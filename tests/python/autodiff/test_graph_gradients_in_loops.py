"""`gradients` within loops of a function, those too through which no gradient is to flow."""

import numpy as np
import pytest
from library import tf

X = np.array([[1.0, 2.0]], "float32")


def climb(back_prop):
    @tf.function
    def run(x):
        def body(i, z):
            v = x + z
            return i + 1, z + 0.01 * tf.gradients(tf.reduce_sum(v**3), v)[0]

        start = [0, tf.zeros_like(x)]
        return tf.while_loop(lambda i, z: i < 2, body, start, back_prop=back_prop)[1]

    return run


def slopes(x):
    return tf.gradients(tf.reduce_sum(x**3), x)[0]


def climbed():
    first = 0.03 * X**2
    return first + 0.03 * (X + first) ** 2


@pytest.mark.parametrize("back_prop", [True, False])
def test_a_turn_of_while_asks_for_gradients(back_prop):
    np.testing.assert_allclose(climb(back_prop)(tf.constant(X)), climbed(), rtol=1e-6)


def test_none_flows_through_a_loop_without():
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = climb(False)(x) * x
    np.testing.assert_allclose(tape.gradient(y, x), climbed(), rtol=1e-6)


@pytest.mark.parametrize("back_prop", [True, False])
def test_rows_of_map_do(back_prop):
    run = tf.function(lambda x: tf.map_fn(slopes, x, back_prop=back_prop))
    np.testing.assert_allclose(run(tf.constant(X)), 3 * X**2)


@pytest.mark.parametrize("back_prop", [True, False])
@pytest.mark.parametrize("fold", [tf.foldl, tf.foldr])
def test_folds_do(fold, back_prop):
    def add(total, x):
        return total + slopes(x)

    run = tf.function(lambda x: fold(add, x, tf.zeros(2), back_prop=back_prop))
    np.testing.assert_allclose(run(tf.constant(X)), 3 * X[0] ** 2)


def test_a_loop_of_a_function_returns_what_it_was_given():
    seen = []

    @tf.function
    def run(start):
        seen.append(type(tf.while_loop(lambda i, s: i < 2, lambda i, s: (i + 1, s), [0, start])))
        seen.append(type(tf.while_loop(lambda i, s: i < 2, lambda i, s: [i + 1, s], (0, start))))
        return start

    run(tf.constant(1.0))
    assert seen[:2] == [list, tuple]
