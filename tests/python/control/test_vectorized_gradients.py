"""Gradients within a loop that TensorFlow traces once."""

from library import tf


def test_each_turn_asks_one_tape():
    v = tf.Variable([[1.0], [2.0], [3.0]])
    with tf.GradientTape() as tape:
        losses = tf.reduce_sum(v * v, axis=1)

    def one(i):
        with tape._ensure_recording():
            loss = tf.gather(losses, i)
        return tape.gradient(loss, v)

    found = tf.vectorized_map(one, tf.range(3))
    expected = [[[2.0], [0.0], [0.0]], [[0.0], [4.0], [0.0]], [[0.0], [0.0], [6.0]]]
    assert found.numpy().tolist() == expected


def test_a_tape_of_each_turn_is_its_own():
    x = tf.constant([1.0, 2.0, 3.0])

    def slope(row):
        with tf.GradientTape() as tape:
            tape.watch(row)
            y = row**3
        return tape.gradient(y, row)

    assert tf.vectorized_map(slope, x).numpy().tolist() == [3.0, 12.0, 27.0]
