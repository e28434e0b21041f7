"""Random numbers in branches and loops of a function: TensorFlow traces each way by itself."""

import numpy as np
from library import tf


def rows(function, *arguments):
    return [
        np.round([float(x) for x in function(*one)], 5).tolist()
        for one in zip(*arguments, strict=True)
    ]


SIGNS = [tf.constant(1.0), tf.constant(-1.0), tf.constant(1.0), tf.constant(-1.0)]


def test_cond():
    tf.random.set_seed(0)

    @tf.function
    def f(x):
        before = tf.random.uniform([])
        inside = tf.cond(
            x > 0,
            lambda: tf.random.uniform([]) + tf.random.uniform([]),
            lambda: tf.random.uniform([], 5, 6),
        )
        return before, inside, tf.random.uniform([])

    expected = [[0.01976, 0.55949, 0.53973], [0.54003, 5.01976, 0.54001]]
    np.testing.assert_allclose(rows(f, SIGNS[:2]), expected, atol=1.1e-5)


def test_switch_case():
    tf.random.set_seed(0)

    @tf.function
    def f(x):
        inside = tf.switch_case(x, [lambda: tf.random.uniform([]), lambda: tf.random.uniform([])])
        return inside, tf.random.uniform([])

    expected = [[0.01976, 0.01976], [0.01976, 0.54003], [0.54003, 0.51668]]
    places = [tf.constant(i) for i in (0, 1, 0)]
    np.testing.assert_allclose(rows(f, places), expected, atol=1.1e-5)


def test_while_loop():
    tf.random.set_seed(0)

    @tf.function
    def f(x):
        _, total = tf.while_loop(
            lambda i, s: i < 3,
            lambda i, s: (i + 1, s + tf.random.uniform([])),
            [tf.constant(0), x],
        )
        return total, tf.random.uniform([])

    expected = [[1.07647, 0.01976], [0.89023, 0.54003]]
    np.testing.assert_allclose(rows(f, [tf.constant(0.0)] * 2), expected, atol=1.1e-5)


def test_statements():
    tf.random.set_seed(0)

    @tf.function
    def f(x):
        if x > 0:
            y = tf.random.uniform([])
            x = x + 1.0
        else:
            y = tf.random.normal([])
        return y, tf.random.uniform([])

    expected = [[0.01976, 0.01976], [0.12392, 0.54003], [0.54003, 0.51668], [0.55435, 0.46835]]
    np.testing.assert_allclose(rows(f, SIGNS), expected, atol=1.1e-5)


def turned(x):
    if tf.random.uniform([]) < 0.5:
        x = x + tf.random.uniform([])
    return x


def test_statements_of_a_helper_that_is_called_twice():
    tf.random.set_seed(0)

    @tf.function
    def f(x):
        return turned(x), turned(x), tf.random.uniform([])

    expected = [
        [1.01976, 1.0, 0.76436],
        [-1.0, -1.0, 0.20167],
        [1.0, 1.01976, 0.05284],
        [-0.45997, -0.45997, 0.19832],
    ]
    np.testing.assert_allclose(rows(f, SIGNS), expected, atol=1.1e-5)


def left_early(x):
    if tf.random.uniform([]) > 0.5:
        return x
    y = tf.random.uniform([])
    return x + y


def test_what_follows_a_return():
    tf.random.set_seed(0)

    @tf.function
    def f(x):
        return left_early(x), tf.random.uniform([])

    expected = [[1.01976, 0.53973], [-1.0, 0.54001], [1.0, 0.43089], [-0.45997, 0.30245]]
    np.testing.assert_allclose(rows(f, SIGNS), expected, atol=1.1e-5)


def test_conditions_of_two_parts_and_branches_in_branches():
    tf.random.set_seed(0)

    @tf.function
    def f(x):
        if x > 0 and tf.random.uniform([]) < 0.7:
            if tf.random.uniform([]) < 0.5:
                x = x + tf.random.uniform([])
            elif x < 2:
                x = x * tf.random.uniform([])
            x = x + 10 * tf.random.uniform([])
        return x, tf.random.uniform([])

    expected = [[6.41706, 0.01976], [-1.0, 0.54003], [5.41989, 0.51668], [-1.0, 0.46835]]
    np.testing.assert_allclose(rows(f, SIGNS), expected, atol=1.1e-5)


def test_in_a_loop_of_python():
    tf.random.set_seed(0)

    @tf.function
    def f(x):
        for _ in range(3):
            if tf.random.uniform([]) < 0.5:
                x = x + tf.random.uniform([])
        return x, tf.random.uniform([])

    expected = [[1.01976, 0.32064], [-0.98024, 0.01233], [1.55979, 0.46134], [0.59674, 0.51723]]
    np.testing.assert_allclose(rows(f, SIGNS), expected, atol=1.1e-5)


def test_in_a_map():
    tf.random.set_seed(0)

    def augmented(_):
        value = tf.random.uniform([])
        if value < 0.5:
            value = value + 10.0 * tf.random.uniform([])
        return value, tf.random.uniform([])

    found = [[float(x) for x in pair] for pair in tf.data.Dataset.range(6).map(augmented)]
    expected = [
        [0.21733, 0.53973],
        [0.54003, 0.54001],
        [0.51668, 0.43089],
        [5.86866, 0.30245],
        [5.31534, 0.11208],
        [4.95684, 0.99793],
    ]
    np.testing.assert_allclose(found, expected, atol=1.1e-5)


def test_an_init_scope_is_outside_of_the_function():
    tf.random.set_seed(0)

    @tf.function
    def f():
        with tf.init_scope():
            outside = tf.random.uniform([])
        return tf.random.uniform([]) + 0.0 * outside

    tf.random.set_seed(0)

    @tf.function
    def plain():
        return tf.random.uniform([])

    assert float(f()) == float(plain())


def test_a_function_begins_anew_under_a_tape():
    # TensorFlow runs another function there, which keeps what the gradient needs.
    weight = tf.Variable(1.0)

    @tf.function
    def noisy():
        return weight * 0.0 + tf.random.normal([])

    def taped():
        with tf.GradientTape() as tape:
            y = noisy()
        tape.gradient(y, weight)
        return float(y)

    tf.random.set_seed(3)
    plain = [float(noisy()), float(noisy())]
    assert [taped(), taped()] == plain
    third = float(noisy())
    assert third not in plain
    assert taped() == third
