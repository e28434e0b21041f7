"""What the turns of a loop are handed: numbers of Python's as they are, but tensors in traces."""

import numpy as np
import pytest
from library import tf

ops = getattr(tf.keras, "ops", None)


def test_turns_outside_of_functions_hand_on_what_they_are_given():
    seen = []

    def body(i, a, x):
        seen.append((type(i), type(a), type(x)))
        return i + 1, a + 1, x

    start = (0, 0.5, np.zeros(2, "float32"))
    found = tf.while_loop(lambda i, a, x: i < 2, body, start)
    assert seen == [(int, float, np.ndarray)] * 2
    assert all(tf.is_tensor(one) for one in found)
    assert found[1].numpy() == 2.5


def test_turns_in_functions_are_handed_tensors():
    @tf.function
    def counted(start):
        def body(i, a):
            assert tf.is_tensor(i)
            assert tf.is_tensor(a)
            return i + 1, a + tf.cast(i, a.dtype)

        return tf.while_loop(lambda i, a: i < 4, body, (0, start))[1]

    assert float(counted(tf.constant(1.0))) == 7.0


@pytest.mark.keras_3
def test_numbers_count_with_tensors_of_any_dtype():
    assert float(ops.fori_loop(0, 4, lambda i, a: a + i, 1.5)) == 7.5
    assert int(ops.fori_loop(0, 4, lambda i, a: a + i, np.array(1))) == 7
    weights = [1.0, 2.0, 3.0]
    assert float(ops.fori_loop(0, 3, lambda i, a: a + weights[i], 0.0)) == 6.0
    row = ops.fori_loop(
        0, 3, lambda i, x: ops.slice_update(x, (i,), ops.ones((1,)) * i), ops.zeros((3,))
    )
    assert row.numpy().tolist() == [0, 1, 2]
    _, total = ops.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + 0.5 * i), (0, 0.0))
    assert float(total) == 1.5


@pytest.mark.keras_3
def test_loops_in_functions_go_over_tensors():
    loop = tf.function(lambda x: ops.fori_loop(0, 3, lambda i, a: a + tf.cast(i, tf.float32), x))
    assert float(loop(tf.constant(1.0))) == 4.0


@pytest.mark.keras_3
def test_gradients_of_loops():
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = ops.fori_loop(1, 4, lambda i, a: a * x * i, 1.0)
    assert float(tape.gradient(y, x)) == 72.0
