"""`tf.gradients` and `tf.hessians` in a function: of what it computes, by anything it knows."""

import numpy as np
import pytest
from library import tf


def test_of_an_argument():
    @tf.function
    def slope(x):
        return tf.gradients(x**3, x)[0]

    np.testing.assert_allclose(slope(tf.constant([1.0, 2.0])), [3.0, 12.0])


def test_of_what_nobody_watched():
    @tf.function
    def found():
        a, v = tf.constant([1.0, 2.0]), tf.linspace(0.0, 1.0, 3)
        b = tf.sin(a)
        both = tf.gradients([b, tf.reduce_sum(v**2)], [a, v])
        weighted = tf.gradients(b, a, grad_ys=[tf.constant([2.0, 3.0])])
        assert tf.gradients(b, v) == [None]
        return [*both, *weighted]

    cosines = np.cos([1.0, 2.0])
    for one, expected in zip(found(), (cosines, [0.0, 1.0, 2.0], cosines * [2, 3]), strict=True):
        np.testing.assert_allclose(one, expected, rtol=1e-6)


def test_unconnected_gradients():
    @tf.function
    def found(x, y):
        return tf.gradients(x * 2.0, [x, y], unconnected_gradients="zero")

    assert [float(g) for g in found(tf.constant(1.0), tf.constant(1.0))] == [2.0, 0.0]


def second(x):
    first = tf.gradients(x**4, x)[0]
    return tf.gradients(first, x)[0]


def test_twice_and_in_a_function_that_is_called():
    assert float(tf.function(lambda x: second(x))(tf.constant(2.0))) == 48.0


def test_by_a_variable_and_within_a_tape():
    w = tf.Variable([[1.0], [2.0]])

    @tf.function
    def found(x):
        with tf.GradientTape() as tape:
            y = tf.matmul(x, w) ** 2
            loss = tf.reduce_sum(tf.gradients(y, x)[0] ** 2)
        return tape.gradient(loss, w), tf.gradients(y, w)[0]

    of_loss, of_y = found(tf.constant([[1.0, 1.0]]))
    np.testing.assert_allclose(of_loss, [[192.0], [264.0]])
    np.testing.assert_allclose(of_y, [[6.0], [6.0]])


def test_hessians():
    @tf.function
    def found(x):
        return tf.hessians(tf.reduce_sum(x**3), x)[0]

    np.testing.assert_allclose(found(tf.constant([1.0, 2.0])), [[6.0, 0.0], [0.0, 12.0]])


def test_of_a_method_and_random_numbers_once():
    class Net:
        @tf.function
        def slope(self, x):
            noise = tf.random.uniform([])
            return helper(x) + 0.0 * noise, noise

    def helper(x):
        return tf.gradients(x**2, x)[0]

    tf.random.set_seed(1)
    g, noise = Net().slope(tf.constant(3.0))
    tf.random.set_seed(1)
    expected = tf.function(lambda: tf.random.uniform([]))()
    assert float(g) == 6.0
    assert float(noise) == float(expected)


def test_outside_of_a_function():
    x = tf.constant(1.0)
    for function in (tf.gradients, tf.hessians):
        with pytest.raises(RuntimeError, match="eager execution"):
            function(x, x)
