"""A step for which there is no memory: ResourceExhaustedError, and nothing has changed.

Each program has a process of its own, whose memory is limited once its variables are made.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours

pytestmark = [
    ours("TensorFlow's memory cannot be limited like that"),
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="limits memory as Linux does"),
]

HEAD = """
import resource
import gradtape as tf

def limit(more):
    '''Lets the process have `more` bytes beyond what it has.'''
    pages = int(open("/proc/self/statm").read().split()[0])
    most = pages * resource.getpagesize() + more if more else resource.RLIM_INFINITY
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))

def state():
    return [float(tf.cast(v[i], tf.float32)) for v in everything() for i in (0, -1)]

def everything():
    return [*variables, *(v for v in optimizer.variables if v.shape.rank == 1)]

MB = 1 << 20
n = 8 * MB  # elements: 16 MiB of 16-bit floats
variables = [tf.Variable(tf.ones([n], tf.{dtype})) for _ in range(2)]
optimizer = {optimizer}
"""

SHORT = """
optimizer.build(variables)
gradients = [tf.fill([n], tf.constant(0.5, tf.float32)) for _ in variables]
before = state(), int(optimizer.iterations)
limit(24 * MB)  # a gradient in the parameter's type fits, two do not
try:
    optimizer.apply_gradients(zip(gradients, variables))
except tf.errors.ResourceExhaustedError:
    refused = True
limit(0)
assert refused and before == (state(), int(optimizer.iterations))
optimizer.apply_gradients(zip(gradients, variables))
after = state()
assert all(a != b for a, b in zip(after, before[0])) and after[0] == after[2] == after[3]
"""

NARROW = """
optimizer.build(variables)
gradients = [tf.fill([n], tf.cast(0.5, tf.{dtype})) for _ in variables]
before = state()
limit(4 * MB)  # nothing is copied in another type
optimizer.apply_gradients(zip(gradients, variables))
limit(0)
assert all(a != b for a, b in zip(state(), before))
"""

UNBUILT = """
gradients = [tf.fill([n], tf.cast(0.5, tf.{dtype})) for _ in variables]
before = [float(v[0]) for v in variables]
limit(40 * MB)  # two slots of four
try:
    optimizer.apply_gradients(zip(gradients, variables))
except tf.errors.ResourceExhaustedError:
    refused = True
limit(0)
assert refused and before == [float(v[0]) for v in variables]
optimizer.apply_gradients(zip(gradients, variables))
assert int(optimizer.iterations) == 1 and len(set(state()[:4])) == 1 and state()[0] != before[0]
"""


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("program", ["SHORT", "NARROW", "UNBUILT"])
def test_a_step_without_memory_changes_nothing(program, dtype):
    code = (HEAD + globals()[program]).replace("{dtype}", dtype)
    code = code.replace("{optimizer}", "tf.keras.optimizers.Adam(0.1)")
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "MALLOC_ARENA_MAX": "1", "GRADTAPE_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
