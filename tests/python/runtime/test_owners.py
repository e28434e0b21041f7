"""Which object stands for a variable: whatever happens to the others, it is one that lives."""

import copy
import gc
import sys
import weakref

import pytest
from library import ours, tf


def watched(v):
    with tf.GradientTape() as tape:
        v * 1.0
    (found,) = tape.watched_variables()
    return found


def other_objects():
    return {
        "what an assignment returned": lambda v: v.assign_add(1.0),
        "a shallow copy": copy.copy,
        "what a slice's assignment returned": lambda v: v[...].assign(1.0),
    }


@ours("how a variable finds its object is our own")
@pytest.mark.parametrize("kind", other_objects())
def test_another_object_of_the_cell_never_stands_for_it(kind):
    v = tf.Variable(1.0)
    other = other_objects()[kind](v)
    other.__init__()
    assert watched(v) is v
    assert watched(other) is v
    del other
    held = [object() for _ in range(1000)] + [tf.Variable(2.0) for _ in range(100)]
    assert watched(v) is v
    del held


@ours("how a variable finds its object is our own")
def test_an_object_that_is_gone_is_replaced_by_one_that_stays():
    v = tf.Variable(1.0)
    other = v.assign_add(1.0)
    del v
    gc.collect()
    stand_in = watched(other)
    assert stand_in is not other
    assert watched(other) is stand_in
    assert stand_in.numpy() == 2.0


@ours("how a variable finds its object is our own")
def test_an_object_made_without_init_and_one_initialised_twice():
    cls = type(tf.Variable(1.0))
    bare = cls.__new__(cls, 3.0)
    stand_in = watched(bare)
    assert stand_in is not bare
    bare.__init__()
    bare.__init__()
    assert watched(bare) is bare
    del stand_in
    gc.collect()
    assert watched(bare) is bare


@ours("how a variable finds its object is our own")
def test_the_object_may_be_asked_for_while_it_dies():
    found = []

    class Mine(tf.Variable):
        def __del__(self):
            found.append(watched(self))

    v = Mine(1.0)
    other = v.assign_add(1.0)
    gone = weakref.ref(v, lambda _: found.append(watched(other)))
    del v
    gc.collect()
    assert gone() is None or gone() in found
    assert all(float(x) == 2.0 for x in found)
    assert len(found) >= 1
    assert sys.getrefcount(found[0]) >= 2
