"""Threads that end together."""

import threading
import time

import pytest
from library import AGAINST_TENSORFLOW, tf


def test_the_first_error_reaches_who_waits():
    coord = tf.train.Coordinator()
    ended = []

    def work():
        while not coord.wait_for_stop(0.01):
            pass
        ended.append(True)

    def fail():
        with coord.stop_on_exception():
            raise ValueError("broken")

    threads = [threading.Thread(target=each) for each in (work, work, fail)]
    for thread in threads:
        thread.start()
    with pytest.raises(ValueError, match="broken"):
        coord.join(threads)
    assert ended == [True, True]
    assert coord.should_stop()
    assert coord.joined


def test_the_end_of_the_data_is_no_error():
    coord = tf.train.Coordinator()
    coord.request_stop(tf.errors.OutOfRangeError(None, None, "end"))
    coord.join()
    coord.clear_stop()
    assert not coord.should_stop()


def test_threads_that_do_not_end_are_named():
    coord, release = tf.train.Coordinator(), threading.Event()
    thread = threading.Thread(target=release.wait, name="stubborn")
    thread.start()
    coord.register_thread(thread)
    coord.request_stop()
    with pytest.raises(RuntimeError, match="threads still running: stubborn"):
        coord.join(stop_grace_period_secs=0.1)
    release.set()
    thread.join()


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="it raises what sys.exc_info() says, which is None")
def test_an_error_after_the_end_is_raised_at_once():
    coord = tf.train.Coordinator()
    coord.request_stop()
    coord.join()
    with pytest.raises(ValueError, match="late"):
        coord.request_stop(ValueError("late"))


def test_who_waits_sleeps():
    coord, start = tf.train.Coordinator(), time.process_time()
    threading.Timer(0.3, coord.request_stop).start()
    assert coord.wait_for_stop(10)
    assert time.process_time() - start < 0.2
