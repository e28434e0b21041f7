"""Loops over `from_generator` read one element ahead in TensorFlow's place."""

import threading
import time

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

PAUSE = 0.1 if AGAINST_TENSORFLOW else 0.0  # in which TensorFlow's thread reads


def counted(change, count=100):
    """A dataset over a generator, and how many elements that has yielded."""
    made = []

    def numbers():
        for number in range(count):
            made.append(number)
            yield number

    signature = tf.TensorSpec([], tf.int64)
    return change(tf.data.Dataset.from_generator(numbers, output_signature=signature)), made


def counts(change, steps=3):
    data, made = counted(change)
    iterator, found = iter(data), []
    for _ in range(steps):
        next(iterator)
        time.sleep(PAUSE)
        found.append(len(made))
    return found


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda data: data, [2, 3, 4]),
        (lambda data: data.batch(4), [8, 12, 16]),
        (lambda data: data.shuffle(5), [6, 7, 8]),
        (lambda data: data.repeat(), [2, 3, 4]),
        (lambda data: data.prefetch(1), [2, 3, 4]),
        (lambda data: data.prefetch(3), [4, 5, 6]),
        (lambda data: data.batch(2).prefetch(tf.data.AUTOTUNE), [4, 6, 8]),
        (lambda data: data.take(3), [2, 3, 3]),
        (lambda data: data.filter(lambda x: x % 2 == 0), [3, 5, 7]),
    ],
)
def test_how_far_is_read(in_tensorflows_place, change, expected):
    assert counts(change) == expected


def test_draws_of_a_generator_come_before_those_of_a_step(in_tensorflows_place):
    order = []

    def drawing():
        for number in range(3):
            order.append(f"g{number}")
            yield np.float32(number)

    data = tf.data.Dataset.from_generator(drawing, output_signature=tf.TensorSpec([], tf.float32))
    for number, _ in enumerate(data):
        time.sleep(PAUSE)
        order.append(f"b{number}")
    assert order == ["g0", "g1", "b0", "g2", "b1", "b2"]


def test_an_error_comes_in_its_place(in_tensorflows_place):
    def failing():
        yield 1
        raise KeyError("second")

    iterator = iter(tf.data.Dataset.from_generator(failing, tf.int64, []))
    assert int(next(iterator)) == 1
    with pytest.raises(Exception, match="second"):
        next(iterator)


def test_a_generator_that_waits_for_the_loop_is_not_waited_for(in_tensorflows_place):
    given = [threading.Event() for _ in range(4)]

    def waiting():
        for number, event in enumerate(given):
            event.wait()
            yield number

    iterator = iter(tf.data.Dataset.from_generator(waiting, tf.int64, []))
    found = []
    for event in given:
        event.set()
        found.append(int(next(iterator)))
    assert found == [0, 1, 2, 3]


@ours("TensorFlow's threads are not Python's")
def test_an_iterator_that_is_left_ends_its_thread(in_tensorflows_place):
    data, made = counted(lambda data: data)
    before = threading.active_count()
    for _ in data:
        break
    assert threading.active_count() == before
    assert len(made) == 2
