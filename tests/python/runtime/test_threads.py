"""Threads: recording belongs to the thread that entered the tape, answers may be asked anywhere."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from checks import assert_close
from library import tf


def elsewhere(f):
    """f() in another thread: its result, or its exception raised here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(f).result(timeout=50)


def test_operations_of_another_thread_are_not_recorded():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = elsewhere(lambda: x * x)
    assert y.numpy() == 9.0
    assert tape.gradient(y, x) is None


def test_the_gradient_may_be_asked_from_another_thread():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert elsewhere(lambda: tape.gradient(y, x)).numpy() == 6.0
    with pytest.raises(RuntimeError):
        tape.gradient(y, x)


def test_the_jacobian_may_be_asked_from_another_thread():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert_close(elsewhere(lambda: tape.jacobian(y, x)), [[2.0, 0.0], [0.0, 4.0]])


def test_an_active_tape_cannot_be_entered_from_another_thread():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        with pytest.raises(ValueError, match="Tape is still recording"):
            elsewhere(tape.__enter__)
        y = x * x
    assert tape.gradient(y, x).numpy() == 6.0


def test_a_tape_may_record_in_one_thread_and_then_in_another():
    x = tf.constant(3.0)
    tape = tf.GradientTape()
    with tape:
        tape.watch(x)
        y = x * x

    def go_on():
        with tape:
            return y * x

    z = elsewhere(go_on)
    assert tape.gradient(z, x).numpy() == 27.0


def test_watch_from_another_thread_that_has_a_tape_of_its_own():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:

        def watch():
            with tf.GradientTape():
                tape.watch(x)

        elsewhere(watch)
        y = x * x
    assert tape.gradient(y, x).numpy() == 6.0


def test_many_threads_each_with_its_own_tape_share_a_variable():
    v = tf.Variable(2.0)
    start = threading.Barrier(8, timeout=30)

    def work(k):
        start.wait()
        found = []
        for _ in range(50):
            with tf.GradientTape() as tape:
                y = v * v * float(k)
            found.append(float(tape.gradient(y, v)))
        return found

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, range(8), timeout=50))
    assert results == [[4.0 * k] * 50 for k in range(8)]


def test_threads_that_assign_lose_no_update():
    v = tf.Variable(0.0)
    start = threading.Barrier(4, timeout=30)

    def work(_):
        start.wait()
        for _ in range(500):
            v.assign_add(1.0, use_locking=True)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4), timeout=50))
    assert v.numpy() == 2000.0


def test_a_tape_entered_elsewhere_does_not_see_the_operations_here():
    x = tf.constant(3.0)
    entered, done = threading.Event(), threading.Event()
    kept = []

    def record():
        with tf.GradientTape() as tape:
            tape.watch(x)
            kept.append(tape)
            entered.set()
            done.wait(30)
            kept.append(x * x)

    thread = threading.Thread(target=record)
    thread.start()
    assert entered.wait(30)
    here = x * x
    done.set()
    thread.join(30)
    tape, there = kept
    assert tape.gradient([here, there], x).numpy() == 6.0


def test_one_persistent_tape_answers_many_threads_at_once():
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.sin(x) * x)
    expected = tape.gradient(y, x).numpy()
    with ThreadPoolExecutor(4) as pool:
        results = pool.map(lambda _: tape.gradient(y, x), range(40), timeout=50)
    for g in results:
        assert_close(g, expected)
