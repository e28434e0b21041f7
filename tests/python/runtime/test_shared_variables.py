"""Variables that several threads change: no update is lost, nobody waits for ever."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from library import ours, tf

ROWS, COLUMNS, TIMES = 4, 40_000, 6


def at_once(work, threads=ROWS):
    """work(k) in as many threads, which begin at the same time."""
    start = threading.Barrier(threads, timeout=30)

    def begin(k):
        start.wait()
        return work(k)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(begin, range(threads), timeout=50))


def slices(k, value):
    return tf.IndexedSlices(tf.fill([1, COLUMNS], value), tf.constant([k]))


def point(k, value):
    return tf.constant([[k]]), tf.fill([1, COLUMNS], value)


def row_of(k, value):
    """A delta that changes row k alone."""
    return tf.fill([ROWS, COLUMNS], 0.0).numpy() + np.eye(ROWS, dtype=np.float32)[:, [k]] * value


# How thread k changes row k of a variable of ones, and what the row holds after TIMES changes.
CHANGES = {
    "assign_add": (lambda v, k, _: v.assign_add(row_of(k, 1.0)), 1.0 + TIMES),
    "assign_sub": (lambda v, k, _: v.assign_sub(row_of(k, 1.0)), 1.0 - TIMES),
    "scatter_add": (lambda v, k, _: v.scatter_add(slices(k, 1.0)), 1.0 + TIMES),
    "scatter_sub": (lambda v, k, _: v.scatter_sub(slices(k, 1.0)), 1.0 - TIMES),
    "scatter_mul": (lambda v, k, _: v.scatter_mul(slices(k, 2.0)), 2.0**TIMES),
    "scatter_div": (lambda v, k, _: v.scatter_div(slices(k, 2.0)), 2.0**-TIMES),
    "scatter_max": (lambda v, k, i: v.scatter_max(slices(k, 2.0 + i)), 1.0 + TIMES),
    "scatter_min": (lambda v, k, i: v.scatter_min(slices(k, -1.0 - i)), 0.0 - TIMES),
    "scatter_update": (lambda v, k, i: v.scatter_update(slices(k, 2.0 + i)), 1.0 + TIMES),
    "scatter_nd_add": (lambda v, k, _: v.scatter_nd_add(*point(k, 1.0)), 1.0 + TIMES),
    "scatter_nd_sub": (lambda v, k, _: v.scatter_nd_sub(*point(k, 1.0)), 1.0 - TIMES),
    "scatter_nd_max": (lambda v, k, i: v.scatter_nd_max(*point(k, 2.0 + i)), 1.0 + TIMES),
    "scatter_nd_min": (lambda v, k, i: v.scatter_nd_min(*point(k, -1.0 - i)), 0.0 - TIMES),
    "scatter_nd_update": (lambda v, k, i: v.scatter_nd_update(*point(k, 2.0 + i)), 1.0 + TIMES),
    "slice": (lambda v, k, i: v[k].assign(tf.fill([COLUMNS], 2.0 + i)), 1.0 + TIMES),
    "strided slice": (lambda v, k, i: v[k, ::-1].assign(2.0 + i), 1.0 + TIMES),
}


def test_the_table_has_every_method_that_changes_a_variable():
    methods = {name for name in dir(tf.Variable) if name.startswith(("assign", "scatter"))}
    assert methods == {name for name in CHANGES if "slice" not in name} | {"assign"}


@ours("TensorFlow's variables need `use_locking`, which not every method has")
@pytest.mark.parametrize("held", [False, True], ids=["alone", "held"])
@pytest.mark.parametrize("name", CHANGES)
def test_threads_that_change_a_row_each_lose_no_update(name, held):
    change, expected = CHANGES[name]
    v = tf.Variable(tf.ones([ROWS, COLUMNS]))
    seen = []

    def work(k):
        for i in range(TIMES):
            if held:
                seen.append(v.value())  # whoever changes the variable has to copy it
            change(v, k, i)

    at_once(work)
    assert (v.numpy() == np.float32(expected)).all()
    assert all(len(np.unique(row)) == 1 for value in seen for row in value.numpy())


@ours("one optimizer of Keras is for one thread")
@pytest.mark.parametrize("kind", ["SGD", "Adam", "RMSprop", "Adagrad"])
def test_steps_of_one_optimizer_in_many_threads_are_all_made_and_counted(kind):
    v = tf.Variable(tf.ones([COLUMNS]))
    alone = tf.Variable(tf.ones([COLUMNS]))
    gradient = tf.fill([COLUMNS], 0.5)

    def steps(variable, optimizer, count):
        for _ in range(count):
            optimizer.apply_gradients([(gradient, variable)])

    def make():
        return getattr(tf.keras.optimizers, kind)(0.01)

    together, one = make(), make()
    together.build([v])
    at_once(lambda _: steps(v, together, TIMES))
    steps(alone, one, ROWS * TIMES)
    assert int(together.iterations) == int(one.iterations) == ROWS * TIMES
    assert (v.numpy() == alone.numpy()).all()


@ours("memory that is not ours")
def test_a_reader_and_a_writer_of_borrowed_memory_do_not_wait_for_each_other():
    # What was in the cell gives its memory back to NumPy, which needs the interpreter's lock.
    program = """
import sys, threading
import numpy as np
import gradtape as tf
sys.setswitchinterval(1e-5)
n = 100_000
v = tf.Variable(np.zeros(n, np.float32))
optimizer = tf.keras.optimizers.SGD(0.1)
gradient = tf.ones([n])
done = threading.Event()
def read():
    while not done.is_set():
        v + 1.0
def write():
    for _ in range(300):
        v.assign(tf.experimental.dlpack.from_dlpack(np.ones(n, np.float32)))
        optimizer.apply_gradients([(gradient, v)])
    done.set()
threads = [threading.Thread(target=read), threading.Thread(target=write)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert abs(float(v[0]) - 0.9) < 1e-6
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@ours("TensorFlow updates one element after another without a lock")
def test_variables_that_are_each_others_deltas():
    a, b = tf.Variable(tf.ones([COLUMNS])), tf.Variable(tf.ones([COLUMNS]))

    def work(k):
        one, other = (a, b) if k % 2 else (b, a)
        for _ in range(50):
            one.assign_add(other)
            other.assign_sub(one)
            one.assign_add(one)
            one.scatter_nd_update(tf.constant([[0]]), [1.0])

    at_once(work)
    for v in (a, b):
        assert len(np.unique(v.numpy()[1:])) == 1


@ours("TensorFlow cannot be interrupted there")
def test_a_signal_handler_may_change_the_variable_that_is_being_changed():
    # The work is long enough for a handler to be called in the middle of it, if anybody asked.
    program = """
import signal
import numpy as np
import gradtape as tf
n = 8_000_000
v, ones = tf.Variable(tf.zeros([n], tf.int64)), tf.ones([n], tf.int64)
calls = []
def handler(*_):
    calls.append(1)
    v.assign_add(ones)
signal.signal(signal.SIGALRM, handler)
for k in range(12):
    signal.setitimer(signal.ITIMER_REAL, 0.001 + 0.003 * k)
    v.assign_add(ones)
    v.scatter_nd_add([[0]], tf.constant([0], tf.int64))
signal.setitimer(signal.ITIMER_REAL, 0)
assert calls
assert (v.numpy() == 12 + len(calls)).all(), (v, len(calls))
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_a_value_that_changes_the_variable_while_it_is_converted():
    v = tf.Variable([1.0, 2.0])

    class Odd:
        def __array__(self, *_args, **_kwargs):
            v.assign_add([10.0, 10.0])
            return np.ones(2, np.float32)

    v.assign_add(Odd())
    assert v.numpy().tolist() == [12.0, 13.0]
    v.scatter_nd_add([[0], [1]], Odd())
    assert v.numpy().tolist() == [23.0, 24.0]
    v[:].assign(Odd())
    assert v.numpy().tolist() == [1.0, 1.0]


@ours("TensorFlow cannot be used after a fork")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_while_another_thread_changes_a_variable_leaves_it_readable():
    program = """
import os, threading, warnings
import gradtape as tf
warnings.simplefilter("ignore")
n = 2_000_000
v, ones = tf.Variable(tf.zeros([n], tf.int64)), tf.ones([n], tf.int64)
done = threading.Event()
def change():
    while not done.is_set():
        v.assign_add(ones)
thread = threading.Thread(target=change)
thread.start()
for _ in range(40):
    child = os.fork()
    if child == 0:
        v.assign_sub(ones)
        os._exit(0 if int(tf.reduce_max(v)) == int(tf.reduce_min(v)) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
done.set()
thread.join()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
