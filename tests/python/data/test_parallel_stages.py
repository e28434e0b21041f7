"""prefetch and map with parallel calls: threads that compute elements ahead."""

import gc
import os
import subprocess
import sys
import threading
import time

import pytest
from library import AGAINST_TENSORFLOW, ours, tf

Dataset = tf.data.Dataset
IN_THREADS = [
    lambda d, f: d.map(f, num_parallel_calls=3),
    lambda d, f: d.map(f).prefetch(2),
    lambda d, f: d.map(f, num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE),
]
eager = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="functions are traced there")


def ours_alive():
    return [t for t in threading.enumerate() if t.name == "gradtape-data" and t.is_alive()]


def until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        gc.collect()
        time.sleep(0.005)
    return condition()


@pytest.mark.parametrize("make", IN_THREADS)
def test_the_order_is_kept(make):
    def slow(x):
        time.sleep(0.001 * (int(x) % 3)) if not AGAINST_TENSORFLOW else None
        return x * 2

    assert [int(x) for x in make(Dataset.range(30), slow)] == [2 * n for n in range(30)]


@eager
@pytest.mark.parametrize("make", IN_THREADS)
def test_an_exception_comes_where_its_element_would(make):
    def fails(x):
        time.sleep(0.001)
        if int(x) == 5:
            raise ZeroDivisionError("five")
        return x

    iterator, found = iter(make(Dataset.range(8), fails)), []
    for _ in range(8):
        try:
            found.append(int(next(iterator)))
        except ZeroDivisionError as error:
            found.append(str(error))
    assert found == [0, 1, 2, 3, 4, "five", 6, 7]
    assert next(iterator, None) is None
    assert until(lambda: not ours_alive())


@eager
def test_a_generator_that_fails_ends_after_its_error():
    def generator():
        yield 1
        raise ValueError("no more")

    dataset = Dataset.from_generator(generator, output_signature=tf.TensorSpec([], tf.int32))
    iterator = iter(dataset.prefetch(3))
    assert int(next(iterator)) == 1
    with pytest.raises(ValueError, match="no more"):
        next(iterator)
    assert next(iterator, None) is None


@eager
def test_prefetch_is_ahead_and_bounded():
    made = []

    def noted(x):
        made.append(int(x))
        return x

    iterator = iter(Dataset.range(100).map(noted).prefetch(4))
    next(iterator)
    assert until(lambda: len(made) == 5)
    time.sleep(0.05)
    assert made == [0, 1, 2, 3, 4]


@eager
def test_calls_run_at_the_same_time():
    together = threading.Barrier(3, timeout=20)

    def meets(x):
        together.wait()
        return x

    assert len(list(Dataset.range(6).map(meets, num_parallel_calls=3))) == 6


@eager
def test_elements_come_as_they_are_ready_if_that_is_asked_for():
    first = threading.Event()

    def waits(x):
        if int(x) == 0:
            first.wait(20)
        return x

    dataset = Dataset.range(4).map(waits, num_parallel_calls=2, deterministic=False)
    iterator = iter(dataset)
    found = [int(next(iterator)) for _ in range(2)]
    first.set()
    assert 0 not in found
    assert sorted(found + [int(x) for x in iterator]) == [0, 1, 2, 3]


@eager
@pytest.mark.parametrize("make", IN_THREADS[:2])
def test_threads_end_with_their_iterator(make):
    iterator = iter(make(Dataset.range(10**9), lambda x: x))
    assert int(next(iterator)) == 0
    assert ours_alive()
    del iterator
    assert until(lambda: not ours_alive())


@eager
def test_no_thread_begins_before_the_first_element():
    iterator = iter(Dataset.range(3).prefetch(1))
    assert not ours_alive()
    del iterator


@eager
def test_a_function_in_a_thread_that_asks_its_own_iterator():
    iterators = []
    dataset = Dataset.range(3).map(lambda x: x + next(iterators[0]), num_parallel_calls=2)
    iterators.append(iter(dataset))
    with pytest.raises(tf.errors.FailedPreconditionError, match="that it is computing"):
        next(iterators[0])
    iterators.clear()


@eager
def test_nothing_is_recorded():
    v = tf.Variable(2.0)
    dataset = Dataset.from_tensor_slices([1.0]).map(lambda x: x * v, num_parallel_calls=2)
    with tf.GradientTape() as tape:
        y = next(iter(dataset))
    assert tape.gradient(y, v) is None


def test_the_arguments():
    Invalid = tf.errors.InvalidArgumentError
    for calls in (0, -5):
        with pytest.raises(Invalid, match="num_parallel_calls must be greater than zero"):
            list(Dataset.range(3).map(lambda x: x, num_parallel_calls=calls))
    with pytest.raises(Invalid, match="buffer_size must be >= 0"):
        list(Dataset.range(3).prefetch(-5))
    assert len(list(Dataset.range(3).prefetch(0))) == 3


CHILD = """
import os, sys, time
import gradtape as tf
iterator = iter(tf.data.Dataset.range(1000).map(lambda x: x, num_parallel_calls=2).prefetch(2))
next(iterator)
{what}
"""


def run(what):
    program = CHILD.format(what=what)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )


@ours("how this library ends")
def test_the_interpreter_ends_while_threads_work():
    done = run("print('end')")
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


@ours("a forked process is told instead of hanging")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process():
    done = run(
        "import warnings; warnings.simplefilter('ignore')\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n"
        "        next(iterator)\n"
        "    except tf.errors.FailedPreconditionError as error:\n"
        "        print('told', flush=True)\n"
        "    print(sum(int(x) for x in tf.data.Dataset.range(4).prefetch(1)), flush=True)\n"
        "    os._exit(0)\n"
        "os.waitpid(child, 0)\n"
        "print(int(next(iterator)), flush=True)\n"
    )
    assert (done.returncode, done.stdout.split()) == (0, ["told", "6", "1"])


@ours("how this library answers an interrupt")
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_an_interrupt_is_heard_while_waiting():
    done = run(
        "import signal, threading\n"
        "def slow(x):\n"
        "    time.sleep(30)\n"
        "    return x\n"
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "try:\n"
        "    next(iter(tf.data.Dataset.range(3).map(slow, num_parallel_calls=1)))\n"
        "except KeyboardInterrupt:\n"
        "    print('heard', flush=True)\n"
        "os._exit(0)\n"
    )
    assert done.stdout == "heard\n"
