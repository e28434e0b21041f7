"""Attributes that a program gives to tensors, and what becomes of the tensor's memory."""

import gc
import threading
import weakref

import pytest
from library import AGAINST_TENSORFLOW, tf

ours = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="how this library words it")


def test_attributes_are_kept_until_they_are_deleted():
    t = tf.constant(1.0)
    t.note = "first"
    assert t.note == "first"
    assert vars(t) == {"note": "first"}
    t.__dict__["other"] = 2
    assert t.other == 2
    del t.note
    assert not hasattr(t, "note")
    assert hasattr(t, "other")
    t.__dict__ = {"third": 3}
    assert vars(t) == {"third": 3}
    assert t.third == 3


def test_what_is_not_there_cannot_be_read_or_deleted():
    t = tf.constant(1.0)
    with pytest.raises(AttributeError, match="has no attribute 'note'"):
        t.note  # noqa: B018
    with pytest.raises(AttributeError, match="has no attribute 'note'"):
        del t.note
    with pytest.raises(AttributeError):
        t.shape = (1,)
    assert t.shape == ()


@ours
def test_a_method_cannot_be_replaced():
    t = tf.constant(1.0)
    with pytest.raises(AttributeError, match="read-only"):
        t.numpy = None
    assert t.numpy() == 1.0


def test_attributes_belong_to_one_object():
    a = tf.constant(1.0)
    a.note = 1
    del a
    for _ in range(1000):
        t = tf.constant(2.0)
        assert not hasattr(t, "note")
        t.note = 2


def test_a_cycle_through_a_tensor_is_collected():
    t = tf.constant(1.0)
    t.itself = t
    other, t.held = tf.constant(2.0), {}
    t.held["other"], other.back = other, t
    gone = weakref.ref(t), weakref.ref(other)
    gc.collect()
    assert gone[0]() is t
    del t, other
    gc.collect()
    assert gone[0]() is None
    assert gone[1]() is None


def test_tensors_that_come_and_go_are_new_ones():
    gone = []
    for i in range(2000):
        t = tf.constant(float(i)) * 2.0
        gone.append(weakref.ref(t))
        assert float(t) == 2.0 * i
        assert sum(r() is not None for r in gone[-3:]) == 1
    kept = [tf.constant(float(i)) for i in range(1000)]
    del kept[::2]
    more = [tf.constant(-float(i)) for i in range(1000)]
    assert [float(t) for t in kept] == [float(i) for i in range(1, 1000, 2)]
    assert [float(t) for t in more] == [-float(i) for i in range(1000)]


def test_threads_make_and_drop_tensors_of_each_other():
    made = [tf.constant(float(i)) for i in range(400)]
    wrong = []

    def work(start):
        for i in range(start, len(made), 4):
            value, made[i] = made[i] + 1.0, None
            if float(value) != i + 1.0:
                wrong.append(i)
            value.note = i

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
