"""How often a function counts as traced, and the signatures that it prints."""

import numpy as np
from library import ours, tf


@tf.function
def scaled(x, n=1, flag=True):
    return x * n


CALLS = [
    ((tf.constant(1.0),), {}, 1),
    ((tf.constant(2.0),), {}, 1),
    ((tf.constant([1.0]),), {}, 2),
    ((1,), {}, 3),
    ((2,), {}, 4),
    ((1.0,), {}, 4),
    ((tf.constant(1.0), 2), {}, 5),
    ((tf.constant(1),), {}, 6),
    ((np.float32(1),), {}, 6),
    ((np.ones(3, "float32"),), {}, 7),
    ((tf.Variable(1.0),), {}, 8),
    ((tf.Variable(2.0),), {}, 8),
    (([tf.constant(1.0)],), {}, 9),
    (((tf.constant(1.0),),), {}, 10),
    ((tf.constant(1.0),), {"flag": False}, 11),
    ((), {"x": tf.constant(1.0)}, 11),
    ((tf.constant(1.0),), {"n": 1}, 11),
]


def test_calls_that_look_alike_count_once():
    for args, named, count in CALLS:
        scaled(*args, **named)
        assert scaled.experimental_get_tracing_count() == count, (args, named)


def test_a_signature_and_relaxed_shapes():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def fixed(x):
        return x + 1.0

    @tf.function(reduce_retracing=True)
    def relaxed(x):
        return x + 1.0

    counts = []
    for size in (1, 2, 3):
        fixed(tf.zeros([size]))
        relaxed(tf.zeros([size]))
        counts.append([f.experimental_get_tracing_count() for f in (fixed, relaxed)])
    assert counts == [[1, 1], [1, 2], [1, 2]]


def test_methods_count_for_each_instance():
    class Own(tf.Module):
        @tf.function
        def run(self, x):
            return x

    one, other = Own(), Own()
    one.run(1.0)
    one.run(2.0)
    other.run(1.0)
    assert one.run.experimental_get_tracing_count() == 2
    assert other.run.experimental_get_tracing_count() == 1


WRITTEN = """\
Input Parameters:
  a (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(2,), dtype=tf.float32, name=None)
  b (POSITIONAL_OR_KEYWORD): Literal[3]
Output Type:
  Dict[['s', TensorSpec(shape=(2,), dtype=tf.float32, name=None)]]
Captures:
  None"""


def test_signatures_are_written():
    @tf.function
    def both(a, b):
        return {"s": a * b}

    assert both.pretty_printed_concrete_signatures() == ""
    both(tf.constant([1.0, 2.0]), 3)
    assert both.pretty_printed_concrete_signatures() == WRITTEN
    both(tf.constant([1.0]), 3)
    assert both.pretty_printed_concrete_signatures().split("\n\n")[0] == WRITTEN
    concrete = both.get_concrete_function(tf.TensorSpec([2]), 3)
    assert str(concrete) == f"ConcreteFunction {WRITTEN}"


@ours("TensorFlow keeps its arguments itself, and prints them otherwise")
def test_a_signature_keeps_no_object_alive():
    import gc
    import weakref

    class Thing:
        pass

    thing = Thing()
    function = tf.function(lambda x: None)
    function(thing)
    dead = weakref.ref(thing)
    del thing
    gc.collect()
    assert dead() is None
    assert "<Thing object>" in function.pretty_printed_concrete_signatures()
