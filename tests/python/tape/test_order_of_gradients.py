"""Sums of many gradients are added up in the order in which TensorFlow finds them."""

import numpy as np
import pytest
from library import tf

RANDOM = np.random.RandomState(5)
X, R = RANDOM.randn(2, 400).astype(np.float32)


def gradient(f, x=X):
    """The gradient of the sum of `R * f(x)`."""
    x = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x) * R
    return tape.gradient(y, x).numpy()


def scaled(factor):
    return R * np.float32(factor)


def summed(*parts):
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def test_operations_have_their_turn_when_all_that_used_them_had():
    found = gradient(lambda x: ((x * 3.0 + x * 5.0) + x * 7.0) + x * 0.3)
    assert (found == summed(scaled(0.3), scaled(7), scaled(3), scaled(5))).all()
    found = gradient(lambda x: (x * 3.0 + x * 5.0) + (x * 7.0 + x * 0.3))
    assert (found == summed(scaled(3), scaled(5), scaled(7), scaled(0.3))).all()


def test_the_first_summand_comes_first():
    found = gradient(lambda x: x * x + x * 3.0)
    assert (found == summed(R * X, R * X, scaled(3))).all()
    found = gradient(lambda x: x * 3.0 + x * x)
    assert (found == summed(scaled(3), R * X, R * X)).all()


def test_a_sum_within_is_final_before_it_goes_on():
    def f(x):
        y = x * 1.1
        return (y * 3.0 + y * 5.0) + y * 7.0

    found = gradient(f)
    assert (found == summed(scaled(7), scaled(3), scaled(5)) * np.float32(1.1)).all()


@pytest.mark.parametrize("count", [8, 9, 10, 12, 16, 17, 25])
def test_more_than_nine_are_added_up_by_eights(count):
    factors = [np.float32(0.3 + 0.7 * i) for i in range(count)]

    def f(x):
        return tf.add_n([x * factor for factor in factors])

    first = next(r for r in range(2, 10) if r % 8 == count % 8)
    parts = [scaled(factor) for factor in factors]
    total = summed(*parts[:first])
    for start in range(first, count, 8):
        total = total + summed(*parts[start : start + 8])
    assert (tf.add_n([tf.constant(part) for part in parts]).numpy() == total).all()
    # A sum of sums gives its last summand's operation the first turn.
    assert (gradient(f) == total).all()


def test_a_long_loop_adds_up_as_it_went():
    w = tf.Variable(np.float32(0.9))
    with tf.GradientTape() as tape:
        y = tf.constant(R)
        for _ in range(30):
            y = y * w
        y = tf.reduce_sum(y)
    exact = 30 * np.float64(0.9) ** 29 * R.astype(np.float64).sum()
    assert tape.gradient(y, w).numpy() == pytest.approx(exact, rel=1e-4)


def test_sources_between_and_several_results():
    x = tf.constant(X)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        a, b = tf.split(x * 2.0, 2)
        y = a * 3.0 + b * a + b + a
        z = tf.reduce_sum(y) + tf.reduce_sum(x)
    dx, da, db = tape.gradient(z, [x, a, b])
    assert np.allclose(da, 3.0 + b + 1.0)
    assert np.allclose(db, a + 1.0)
    assert np.allclose(dx, 2 * np.concatenate([da, db]) + 1, rtol=1e-6)
    again = tape.gradient(z, x)
    assert (again.numpy() == dx.numpy()).all()


def test_the_sum_is_recorded_for_higher_orders():
    x = tf.constant(X)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x * x + x * x + tf.sin(x)
        slope = tape.gradient(y, x)
    assert np.allclose(outer.gradient(slope, x), 6 * X + 2 - np.sin(X), rtol=1e-5, atol=1e-5)
