"""Loops that make a small object for each item end in an error where memory does."""

import pytest
from library import ours
from limited import outcomes

pytestmark = ours("TensorFlow ends with the memory")

PROGRAMS = [
    "tf.dynamic_stitch(range(2**40), [tf.ones([2])])",
    "tf.stack(range(2**40))",
    "tf.add_n(tf.ones([]) for _ in range(2**40))",
    "tf.constant([[1.0]] * 2**26)",
    "list(tf.broadcast_to(1., [2**40]))",
    "list(reversed(tf.broadcast_to(1., [2**40])))",
    "tf.unstack(tf.broadcast_to(1., [2**40]))",
    "tf.unstack(tf.broadcast_to(1., [2**22]))",
    "tf.split(tf.broadcast_to(1., [2**22]), 2**22)",
    "tf.nest.flatten([tf.ones([])] * 2**26)",
    # Each of them a small allocation, and no loop of ours.
    "[tf.constant(1.0) for _ in range(2**40)]",
    "[x := tf.constant(1.0)] + [x := x + 1.0 for _ in range(2**40)]",
    "[tf.Variable(1.0) for _ in range(2**40)]",
    "kind = type('Own', (tf.Variable,), {}); [kind(1.0) for _ in range(2**40)]",
    "[tf.GradientTape() for _ in range(2**40)]",
    # What was made is freed while there is no memory.
    "[tf.zeros([2**18]) for _ in range(2**20)]",
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_error_where_memory_ends(program):
    # Each in a process of its own: what one leaves behind would be the next one's trouble.
    (end,) = outcomes([program], memory=96 << 20, patience=60.0)
    assert end.kind in {"ResourceExhaustedError", "MemoryError", "ValueError"}, end


def test_a_product_without_room_for_its_packed_factors_is_an_error():
    program = "x = tf.ones([30, 30]); limit(1 << 20); x @ x"
    limit = "resource.setrlimit(resource.RLIMIT_AS, (size() + more, resource.RLIM_INFINITY))"
    size = "int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()"
    head = f"import resource\ndef size(): return {size}\ndef limit(more): {limit}\n"
    (end,) = outcomes([head + program.replace("; ", "\n")])
    assert end.kind == "ResourceExhaustedError", end
