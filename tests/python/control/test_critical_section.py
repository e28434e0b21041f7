"""`CriticalSection`: one thread at a time."""

import threading
import time

import numpy as np
import pytest
from library import ours, tf


def test_results_are_tensors_of_their_own():
    v = tf.Variable(1.0)
    section = tf.CriticalSection(name="a")
    found = section.execute(lambda: (v, {"b": v + 1.0, "c": [3, "x"]}, np.ones(2)))
    v.assign(5.0)
    assert found[0].numpy() == 1.0
    assert found[1]["b"].numpy() == 2.0
    assert found[1]["c"][1].numpy() == b"x"
    assert found[2].dtype == tf.float64
    assert section.execute(lambda: None) is None
    rows = tf.ragged.constant([[1], [2, 3]])
    assert section.execute(lambda: rows).to_list() == [[1], [2, 3]]


def test_a_section_is_not_entered_twice():
    section = tf.CriticalSection()
    with pytest.raises(ValueError, match="in which we are already running"):
        section.execute(lambda: section.execute(lambda: tf.constant(1)))
    assert section.execute(lambda: tf.constant(2)).numpy() == 2


@ours("TensorFlow's are one while nothing is traced, and wait for themselves")
def test_other_sections_are_others():
    one, other = tf.CriticalSection(), tf.CriticalSection()
    assert one.execute(lambda: other.execute(lambda: tf.constant(1))).numpy() == 1


def test_errors_leave_it_open():
    section = tf.CriticalSection()
    with pytest.raises(ZeroDivisionError):
        section.execute(lambda: 1 / 0)
    assert section.execute(lambda: tf.constant(2)).numpy() == 2


def test_gradients_pass():
    v = tf.Variable(3.0)
    section = tf.CriticalSection()
    with tf.GradientTape() as tape:
        y = section.execute(lambda: v * v)
    assert tape.gradient(y, v).numpy() == 6.0


@pytest.mark.parametrize("shared", [False, True])
def test_threads_wait_for_each_other(shared):
    one = tf.CriticalSection(shared_name="counted" if shared else None)
    sections = [tf.CriticalSection(shared_name="counted") if shared else one for _ in range(4)]
    total = tf.Variable(0.0)

    def add():
        value = total.numpy()
        time.sleep(0.01)
        return total.assign(value + 1.0)

    threads = [threading.Thread(target=lambda s=s: s.execute(add)) for s in sections]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert total.numpy() == 4.0


def test_no_definition_is_read():
    with pytest.raises(ValueError, match="`critical_section_def` is not supported"):
        tf.CriticalSection(critical_section_def=object())
