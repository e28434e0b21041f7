"""What a gradient function, or another thread, does to a tape while that is swept."""

import gc
import threading

import pytest
from checks import assert_close
from library import ours, tf

CHAIN = 40


def chain(tape, x, act, length=CHAIN):
    """x times 2**length, by custom gradients each of which calls act(tape) on the way back."""

    @tf.custom_gradient
    def double(t):
        def grad(upstream):
            act(tape)
            return upstream * 2.0

        return t * 2.0, grad

    for _ in range(length):
        x = tf.sin(double(x)) * 0.0 + double(x)
    return x


def leave_and_enter(tape):
    tape.__exit__(None, None, None)
    tape.__enter__()


def reset_and_record(tape):
    tape.reset()
    x = tf.constant(1.0)
    tape.watch(x)
    for _ in range(3):
        x = x * x
    assert tape.gradient(x, x) is not None


def suspend(tape):
    with tape.stop_recording():
        tf.constant(1.0) * 2.0


def ask_again(tape):
    x = tf.constant(1.0)
    tape.watch(x)
    assert_close(tape.gradient(x * x, x), 2.0)
    assert_close(tape.jacobian(x * x, x), 2.0)


ACTS = {
    "reset": lambda tape: tape.reset(),
    "reset twice": lambda tape: (tape.reset(), tape.reset()),
    "reset and record": reset_and_record,
    "leave and enter": leave_and_enter,
    "suspend": suspend,
    "watch": lambda tape: tape.watch([tf.constant(1.0), tf.Variable(1.0)]),
    "ask again": ask_again,
    "collect": lambda _: gc.collect(),
    "initialise again": lambda tape: tape.__init__(persistent=True),
}


@pytest.mark.parametrize("ask", ["gradient", "jacobian"])
@pytest.mark.parametrize("name", ACTS)
def test_a_gradient_function_acts_on_the_persistent_tape_that_calls_it(name, ask):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = chain(tape, x, ACTS[name], 4)
        g = getattr(tape, ask)(y, x)
    expected = 2.0**4
    assert_close(g, [expected] * 2 if ask == "gradient" else [[expected, 0.0], [0.0, expected]])


def test_after_a_reset_in_the_middle_the_tape_knows_nothing_and_records_on():
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = chain(tape, x, ACTS["reset"])
        assert_close(tape.gradient(y, x), 2.0**CHAIN)
        assert tape.gradient(y, x) is None
        tape.watch(x)
        z = x * x
    assert_close(tape.gradient(z, x), 6.0)


def test_a_gradient_function_finds_its_tape_used_up_and_may_enter_it_again():
    x = tf.constant(3.0)
    tape = tf.GradientTape()
    refused = []

    def act(tape):
        try:
            tape.gradient(x, x)
        except RuntimeError:
            refused.append(True)
        leave_and_enter(tape)

    with tape:
        tape.watch(x)
        y = chain(tape, x, act, 1)
    assert_close(tape.gradient(y, x), 2.0)
    assert refused == [True]
    tape.__exit__(None, None, None)


@ours("TensorFlow's tape belongs to one thread")
@pytest.mark.parametrize("act", ["reset", "reset and record"])
def test_another_thread_resets_the_tape_while_it_is_swept(act):
    x = tf.constant(3.0)
    inside, done = threading.Event(), threading.Event()
    tape = tf.GradientTape(persistent=True)

    def pause(_):
        inside.set()
        assert done.wait(30)

    def reset():
        assert inside.wait(30)
        for _ in range(10):
            ACTS[act](tape)
        done.set()

    thread = threading.Thread(target=reset)
    thread.start()
    with tape:
        tape.watch(x)
        y = chain(tape, x, pause)
        assert_close(tape.gradient(y, x), 2.0**CHAIN)
        assert tape.gradient(y, x) is None
    thread.join(30)


@ours("the memory of a tape")
def test_what_a_reset_in_the_middle_has_left_is_gone_after_the_sweep():
    def once():
        x = tf.ones([1000])
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = chain(tape, x, ACTS["reset"])
            tape.gradient(y, x)
            return tape

    kept = [once() for _ in range(3)]
    gc.collect()
    before = tf.memory.live_bytes()
    kept += [once() for _ in range(3)]
    gc.collect()
    assert tf.memory.live_bytes() == before
    assert all(tape._size() == (0, 0) for tape in kept)


@ours("TensorFlow's tape stays on its stack")
def test_a_tape_that_is_left_where_recording_is_suspended_records_no_more():
    x = tf.Variable(3.0)
    tape = tf.GradientTape(persistent=True)

    def body(t):
        tape.__exit__(None, None, None)
        return t * t

    with tape:
        tf.recompute_grad(body)(x)
    x * x
    assert tape._size()[0] <= 1
    with tape:
        y = x * x
    size = tape._size()[0]
    x * x
    assert tape._size()[0] == size
    assert_close(tape.gradient(y, x), 6.0)
