"""TensorFlow traces all ways of a branch: what is computed by others has gradients of zeros."""

import threading

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
keras = tf.keras


def of_statement(x, first, second):
    y = 0.0
    if x > 0:
        y += first * x
    else:
        y += second * x
    return y


def of_cond(x, first, second):
    return tf.cond(x > 0, lambda: first * x, lambda: second * x)


def of_case(x, first, second):
    return tf.case([(x > 0, lambda: first * x)], default=lambda: second * x)


def of_switch(x, first, second):
    way = tf.cast(x <= 0, tf.int32)
    return tf.switch_case(way, [lambda: first * x, lambda: second * x])


WAYS = [of_statement, of_cond, of_case, of_switch]


@pytest.mark.parametrize("way", WAYS)
def test_gradients_of_variables(way):
    first, second = tf.Variable(1.0), tf.Variable([2.0, 3.0])

    @tf.function
    def gradients(x):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(way(x, tf.tile(first[None], [2]), second))
        return tape.gradient(y, [first, second])

    found = gradients(tf.constant(3.0))
    assert [gradient.numpy().tolist() for gradient in found] == [6.0, [0.0, 0.0]]
    found = gradients(tf.constant(-1.0))
    assert [gradient.numpy().tolist() for gradient in found] == [0.0, [-1.0, -1.0]]


def test_what_a_tape_saw_no_branch_for_has_no_gradient():
    first, second = tf.Variable(1.0), tf.Variable(2.0)

    @tf.function
    def gradients(x):
        if x > 0:
            x = x * 2.0
        with tf.GradientTape() as tape:
            y = first * x
        return tape.gradient(y, [first, second])

    assert gradients(tf.constant(3.0))[1] is None


def test_eager_code_has_none():
    first, second = tf.Variable(1.0), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = of_statement(tf.constant(3.0), first, second)
    assert tape.gradient(y, second) is None


def test_a_tape_around_the_function():
    first, second = tf.Variable(1.0), tf.Variable(2.0)
    function = tf.function(of_statement)
    with tf.GradientTape() as tape:
        y = function(tf.constant(3.0), first, second)
    assert [float(one) for one in tape.gradient(y, [first, second])] == [3.0, 0.0]


def test_asked_for_by_name_it_is_none_or_zero():
    first, second = tf.Variable(1.0), tf.Variable(2.0)

    @tf.function
    def gradients(x):
        with tf.GradientTape() as tape:
            y = of_cond(x, first, second)
        return tape.gradient(y, second, unconnected_gradients=tf.UnconnectedGradients.ZERO)

    assert float(gradients(tf.constant(1.0))) == 0.0


@pytest.mark.parametrize("way", WAYS[:2])
def test_momentum_goes_on_by_them(way):
    first, second = tf.Variable(1.0), tf.Variable(2.0)
    optimizer = keras.optimizers.Adam(0.1)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            y = way(x, first, second)
        gradients = tape.gradient(y, [first, second])
        optimizer.apply_gradients(zip(gradients, [first, second]))

    for x in (1.0, 2.0, -1.0, -3.0, 4.0):
        step(tf.constant(x))
    expected = [by_adam(1.0, [1.0, 2.0, 0.0, 0.0, 4.0]), by_adam(2.0, [0.0, 0.0, -1.0, -3.0, 0.0])]
    np.testing.assert_allclose([first, second], expected, rtol=1e-5)


def by_adam(value, gradients):
    mean = square = 0.0
    for step, gradient in enumerate(gradients, 1):
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        rate = 0.1 * np.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step)
        value -= rate * mean / (np.sqrt(square) + 1e-7)
    return value


def test_a_step_whose_way_reads_no_weights_is_none():
    start = keras.Input((2,))
    model = keras.Model(start, keras.layers.Dense(1)(start))

    def loss(y_true, y_pred):
        y_true, y_pred = y_true[y_true > 0], y_pred[y_true > 0]
        return tf.cond(
            tf.equal(tf.size(y_pred), 0),
            lambda: tf.constant(0.0),
            lambda: tf.reduce_mean(tf.square(y_true - y_pred)),
        )

    model.compile(keras.optimizers.SGD(0.1), loss)
    before = model.get_weights()[0]
    x = np.ones((2, 2), "float32")
    history = model.fit(x, np.zeros((2, 1), "float32"), verbose=0).history
    assert history["loss"] == [0.0]
    np.testing.assert_array_equal(model.get_weights()[0], before)
    model.fit(x, np.ones((2, 1), "float32"), verbose=0)
    assert np.abs(model.get_weights()[0] - before).max() > 0.0


def test_branches_of_other_threads_do_not_count():
    first, second = tf.Variable(1.0), tf.Variable(2.0)
    function = tf.function(of_statement)
    function(tf.constant(1.0), first, second)
    with tf.GradientTape() as tape:
        y = first * 3.0
    found = []
    thread = threading.Thread(target=lambda: found.append(tape.gradient(y, second)))
    thread.start()
    thread.join()
    assert found == [None]


def test_jacobians_have_them():
    first, second = tf.Variable([1.0, 2.0]), tf.Variable([2.0, 3.0])

    @tf.function
    def jacobians(x):
        with tf.GradientTape() as tape:
            y = of_statement(x, first, second)
        return tape.jacobian(y, [first, second])

    found = jacobians(tf.constant(3.0))
    assert [one.numpy().tolist() for one in found] == [[[3.0, 0.0], [0.0, 3.0]], [[0.0, 0.0]] * 2]
