"""One iterator in many threads: each element goes to one of them, whatever the dataset does."""

import copy
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter

import numpy as np
import pytest
from library import ours, tf

Dataset = tf.data.Dataset
COUNT, THREADS = 600, 8


@pytest.fixture(autouse=True)
def _many_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def generated():
    for number in range(COUNT):
        time.sleep(0)  # lets another thread run in the middle of the generator
        yield number


def numbers():
    return Dataset.range(COUNT)


SPEC = tf.TensorSpec([], tf.int64)
PLAIN = {
    "range": numbers,
    "slices": lambda: Dataset.from_tensor_slices(np.arange(COUNT)),
    "generator": lambda: Dataset.from_generator(generated, output_signature=SPEC),
    "map": lambda: numbers().map(lambda x: x + 0),
    "filter": lambda: numbers().filter(lambda x: x >= 0),
    "flat_map": lambda: numbers().batch(7).flat_map(Dataset.from_tensor_slices),
    "take_while": lambda: numbers().take_while(lambda x: x < COUNT),
    "shuffle": lambda: numbers().shuffle(50),
    "shuffled slices": lambda: Dataset.from_tensor_slices(np.arange(COUNT)).shuffle(COUNT),
    "batch": lambda: numbers().batch(7),
    "batched generator": lambda: Dataset.from_generator(generated, output_signature=SPEC).batch(7),
    "unbatch": lambda: numbers().batch(7).unbatch(),
    "window": lambda: numbers().window(7).flat_map(lambda window: window),
    "prefetch": lambda: numbers().prefetch(4),
    "cache": lambda: numbers().cache(),
    "repeat": lambda: numbers().take(COUNT // 2).repeat(2).enumerate().map(lambda i, x: i),
    "zip": lambda: Dataset.zip((numbers(), numbers())).map(lambda x, y: x),
    "concatenate": lambda: numbers().take(100).concatenate(numbers().skip(100)),
    "skip and shard": lambda: (
        Dataset.range(2 * COUNT + 2).skip(2).shard(2, 0).map(lambda x: (x - 2) // 2)
    ),
    "all": lambda: (
        numbers().map(lambda x: x * 2, num_parallel_calls=4).shuffle(99).batch(7).prefetch(2)
    ).map(lambda x: x // 2),
}


def in_threads(work, count=THREADS):
    """Run `work(number)` in threads; the errors that it ended in."""
    errors = []

    def guarded(number):
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(n,), daemon=True) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "a thread waits for ever"
    return errors


def values(element):
    return np.asarray(element).reshape(-1).tolist()


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("how", ["for", "get_next", "numpy"])
def test_each_element_is_delivered_once(name, how):
    dataset = PLAIN[name]()
    iterator = dataset.as_numpy_iterator() if how == "numpy" else iter(dataset)
    taken = [[] for _ in range(THREADS)]

    def work(number):
        if how != "get_next":
            taken[number].extend(v for element in iterator for v in values(element))
            return
        try:
            while True:
                taken[number].extend(values(iterator.get_next()))
        except tf.errors.OutOfRangeError:
            pass

    assert in_threads(work) == []
    assert Counter(v for part in taken for v in part) == Counter(range(COUNT))
    if "shuffle" not in name and name != "all":  # every thread sees its elements in order
        assert all(part == sorted(part) for part in taken)


def test_a_function_that_fails_in_one_thread_stops_no_other():
    def fails(x):
        if int(x) == 300:
            raise ZeroDivisionError("the one")
        return x

    iterator, taken = iter(numbers().map(fails)), []
    errors = in_threads(lambda _: taken.extend(int(x) for x in iterator))
    assert [type(error) for error in errors] == [ZeroDivisionError]
    assert sorted(taken) == [n for n in range(600) if n != 300]
    assert in_threads(lambda _: next(iterator))  # the lock is free


@ours("TensorFlow traces the function, where there is no iterator to ask")
def test_a_function_that_asks_its_own_iterator():
    iterators = []
    dataset = Dataset.range(3).map(lambda x: x + next(iterators[0]))
    iterators.append(iter(dataset))
    with pytest.raises(tf.errors.FailedPreconditionError, match="that it is computing"):
        next(iterators[0])
    other = iter(Dataset.range(5))
    assert [int(x) for x in Dataset.range(3).map(lambda x: x + next(other))] == [0, 2, 4]


def test_gradients_are_recorded_beside_a_shared_iterator():
    """Elements are computed unrecorded in the thread that asks, and in no other."""
    iterator, gradients = iter(numbers().map(lambda x: tf.cast(x, tf.float32))), []

    def work(_):
        for x in iterator:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x * x
            gradients.append((float(x), float(tape.gradient(y, x))))

    assert in_threads(work) == []
    assert sorted(gradients) == [(float(n), 2.0 * n) for n in range(COUNT)]


def test_threads_with_iterators_of_their_own():
    dataset = numbers().shuffle(COUNT, seed=3).cache().batch(10)
    taken = [[] for _ in range(THREADS)]
    work = lambda number: taken[number].extend(v for x in dataset for v in values(x))  # noqa: E731
    assert in_threads(work) == []
    assert all(sorted(part) == list(range(COUNT)) for part in taken)
    again = [v for x in dataset for v in values(x)]
    assert again in taken


@ours("a seed fixes the sequence of orders, not those of TensorFlow")
def test_passes_that_begin_at_once_have_orders_of_their_own():
    dataset, orders = Dataset.range(50).shuffle(50, seed=5), []
    assert in_threads(lambda _: orders.append(tuple(int(x) for x in dataset))) == []
    assert len(set(orders)) == THREADS
    fresh = Dataset.range(50).shuffle(50, seed=5)
    assert {tuple(int(x) for x in fresh) for _ in range(THREADS)} == set(orders)


@ours("TensorFlow's datasets cannot be copied")
def test_a_dataset_can_be_copied():
    dataset = copy.deepcopy(Dataset.range(3).shuffle(3).batch(2))
    assert sorted(v for x in dataset for v in values(x)) == [0, 1, 2]


@ours("how this library answers an interrupt")
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_a_thread_that_waits_for_an_element_hears_an_interrupt():
    program = """
import signal, threading, time
import gradtape as tf
signal.signal(signal.SIGINT, signal.default_int_handler)
started = threading.Event()
def slow(x):
    started.set()
    time.sleep(60)
    return x
iterator = iter(tf.data.Dataset.range(3).map(slow))
threading.Thread(target=lambda: next(iterator), daemon=True).start()
started.wait()
print("ready", flush=True)
try:
    next(iterator)
except KeyboardInterrupt:
    print("heard", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        os.kill(child.pid, signal.SIGINT)
        assert child.stdout.readline() == "heard\n"
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
