"""Functions with a gradient of their own that compute with tensors which are no arguments."""

from library import tf


def test_where_no_tape_follows_an_argument_it_sees_what_the_function_does():
    held, x = tf.constant(3.0), tf.constant(2.0)

    @tf.custom_gradient
    def f(x):
        return x * held, lambda dy: dy * 100.0

    with tf.GradientTape() as tape:
        tape.watch(held)
        y = f(x)
    assert float(tape.gradient(y, held)) == 2.0
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([held, x])
        y = f(x)
    assert tape.gradient(y, held) is None
    assert float(tape.gradient(y, x)) == 100.0
