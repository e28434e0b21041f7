"""Tensors that are watched after they were used, in TensorFlow's place: they have gradients through
what was recorded for another input's sake, and through nothing else.

Derivatives are worked out by hand.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def after(compute, x):
    """Gradients with respect to `x` of what is computed before it is watched."""
    with tf.GradientTape() as tape:
        y = compute()
        tape.watch(x)
    return tape.gradient(y, x)


@pytest.mark.parametrize(
    ("compute", "expected"),
    [
        (lambda v, x: v * x, 2.0),
        (lambda v, x: v + x, 1.0),
        (lambda v, x: x - v, 1.0),
        (lambda v, x: v / x, -2.0 / 9.0),
        (lambda v, x: x**v, 6.0),
        (lambda v, x: tf.maximum(v, x), 1.0),
        (lambda v, x: tf.math.squared_difference(v, x), 2.0),
        (lambda v, x: tf.sin(v) * x, np.sin(2.0)),
        (lambda v, x: tf.sin(v * x) * x, np.sin(6.0) + 3 * 2 * np.cos(6.0)),
        (lambda v, x: (v * x) * (x * v), 24.0),
        (lambda v, x: tf.add_n([v, x]), 1.0),
        (lambda v, x: tf.add_n([v, x, x]), 2.0),
        (lambda v, x: tf.reduce_sum(tf.stack([v, x]) ** 2), 6.0),
    ],
)
def test_gradients_through_operations_with_something_watched(compute, expected):
    v, x = tf.Variable(2.0), tf.constant(3.0)
    np.testing.assert_allclose(after(lambda: compute(v, x), x), expected, rtol=1e-6)


def test_nothing_goes_through_what_was_not_recorded():
    v, x = tf.Variable(2.0), tf.constant(3.0)
    assert after(lambda: x * x, x) is None
    assert float(after(lambda: v * x + x * x, x)) == 2.0


def test_a_tensor_that_is_never_watched_has_no_gradient():
    v, x = tf.Variable(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        y = v * x
    assert tape.gradient(y, x) is None


def test_numbers_and_shapes_that_are_broadcast():
    w, x = tf.Variable([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[1.0], [2.0]])
    assert after(lambda: 2.0 * tf.matmul(w, x), x).numpy().tolist() == [[8.0], [12.0]]
    row = tf.constant([5.0, 7.0])
    assert after(lambda: tf.exp(w * 0.0) * 0.5 * row, row).numpy().tolist() == [1.0, 1.0]


def test_later_operations_and_persistent_tapes():
    v, x = tf.Variable(2.0), tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = v * x
        tape.watch(x)
        tape.watch(x)
        q = x**3
    assert [float(g) for g in tape.gradient([y, q], [x, v])] == [29.0, 3.0]
    assert float(tape.gradient(y, x)) == 2.0


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "function"])
def test_second_derivatives_watched_in_between(wrap):
    w = tf.Variable([[1.5, -0.5]])
    x = tf.constant([[0.3], [0.2]])

    @wrap
    def derivatives(x):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.tanh(tf.matmul(x, w))
            first = inner.gradient(y, x)
            outer.watch(x)
        return first, outer.gradient(first, x)

    first, second = derivatives(x)
    t = np.tanh(x.numpy() @ w.numpy())
    np.testing.assert_allclose(first, ((1 - t**2) * w.numpy()).sum(1, keepdims=True), rtol=1e-5)
    np.testing.assert_allclose(
        second, (-2 * t * (1 - t**2) * w.numpy() ** 2).sum(1, keepdims=True), rtol=1e-5
    )


def test_many_watched_late_keep_their_own():
    v = tf.Variable(1.0)
    xs = [tf.constant(float(i)) for i in range(40)]
    with tf.GradientTape() as tape:
        y = tf.add_n([v * x * x for x in xs])
        for x in xs:
            tape.watch(x)
    assert [float(g) for g in tape.gradient(y, xs)] == [2.0 * i for i in range(40)]


def test_operations_without_results():
    @tf.custom_gradient
    def nothing(a):
        return (), lambda *g: ()

    v, x = tf.Variable(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        assert nothing(v * x) == ()
        y = v * x
        tape.watch(x)
    assert float(tape.gradient(y, x)) == 2.0
