"""Python code that the library calls and that calls it again: too deep is an error, no crash.

A program that raises Python's recursion limit has only the stack for a limit. The interpreter
guards its own calls from 3.12 on; those that go through the library are guarded by the library.
"""

import subprocess
import sys

import numpy as np
import pytest
from library import ours

pytestmark = ours("TensorFlow overflows the stack")

PROGRAM = """
import sys, threading
import numpy as np
import gradtape as tf

{define}

def refused():
    sys.setrecursionlimit(10**6)
    try:
        {call}
    except RecursionError as error:
        print("refused", flush=True)
    sys.setrecursionlimit(1000)
    x = tf.constant(3.0)
    with tf.GradientTape() as after:
        after.watch(x)
        y = x * x
    assert after.gradient(y, x).numpy() == 6.0
    assert not tf.executing_eagerly() or y.numpy() == 9.0

{stack}
thread = threading.Thread(target=refused)
thread.start()
thread.join()
"""

RECURSIVE = """
class Odd:
    def {method}(self, *_args, **_kwargs):
        return {answer}
"""

PROGRAMS = {
    "a gradient function that asks for its own gradient": (
        """
x = tf.constant(1.0)

@tf.custom_gradient
def f(t):
    def grad(upstream):
        return ask()

    return t * 1.0, grad

def ask():
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x)
""",
        "ask()",
    ),
    "a registered gradient that asks for itself": (
        """
x = tf.constant([1.0, 2.0])

@tf.RegisterGradient("Bitcast")
def grad(op, upstream):
    return ask()

def ask():
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.bitcast(x, tf.float32)
    return tape.gradient(y, x)
""",
        "ask()",
    ),
    "a jacobian that asks for jacobians": (
        """
x = tf.constant([1.0, 2.0])

@tf.custom_gradient
def f(t):
    return t * 1.0, lambda upstream: ask()[0]

def ask():
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.jacobian(y, x)
""",
        "ask()",
    ),
    "a custom gradient within itself": (
        """
@tf.custom_gradient
def f(t):
    return f(t), lambda upstream: upstream
""",
        "f(tf.constant(1.0))",
    ),
    "a recomputed function within itself": (
        "f = tf.recompute_grad(lambda t: f(t))",
        "f(tf.constant(1.0))",
    ),
    "a function of Python within itself": (
        "def f(t): return tf.py_function(f, [t], tf.float32)",
        "f(tf.constant(1.0))",
    ),
    "an initial value within itself": ("def f(): return tf.Variable(f)", "f()"),
    "__tf_tensor__": (
        RECURSIVE.format(method="__tf_tensor__", answer="tf.constant(Odd())"),
        "tf.constant(Odd())",
    ),
    "__tf_tensor__ of an operand": (
        RECURSIVE.format(method="__tf_tensor__", answer="tf.add(Odd(), 1.0)"),
        "tf.constant(1.0) * Odd()",
    ),
    "__array__": (
        RECURSIVE.format(method="__array__", answer="tf.constant(Odd()).numpy()"),
        "tf.constant(Odd())",
    ),
    "__index__": (
        RECURSIVE.format(method="__index__", answer="tf.zeros([Odd()]).shape[0]"),
        "tf.zeros([Odd()])",
    ),
    "__iter__": (
        RECURSIVE.format(method="__iter__", answer="iter(tf.zeros(Odd()))"),
        "tf.zeros(Odd())",
    ),
    "__bool__": (
        RECURSIVE.format(method="__bool__", answer="tf.GradientTape(Odd()) is None"),
        "tf.GradientTape(Odd())",
    ),
    "__radd__": (
        RECURSIVE.format(method="__radd__", answer="tf.constant(1.0) + Odd()"),
        "tf.constant(1.0) + Odd()",
    ),
}

STACKS = {
    "of a megabyte": "threading.stack_size(1 << 20)",
    "of eight": "threading.stack_size(8 << 20)",
}


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("kind", PROGRAMS)
def test_recursion_without_end_is_refused_and_everything_stays_usable(kind, stack):
    define, call = PROGRAMS[kind]
    program = PROGRAM.format(define=define, call=call, stack=STACKS[stack])
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (run.returncode, run.stdout) == (0, "refused\n"), run.stderr[-2000:]


CHAINS = {
    "memory that went to NumPy and back": """
t = tf.ones([100])
for _ in range(50_000):
    t = tf.experimental.dlpack.from_dlpack(np.from_dlpack(t))
""",
    "memory of our own": """
t = tf.ones([100])
for _ in range(50_000):
    t = tf.experimental.dlpack.from_dlpack(t)
""",
    "tapes": """
t = None
def after(last):
    @tf.custom_gradient
    def f(x):
        return x * 1.0, lambda upstream: (upstream, last)
    tape = tf.GradientTape(persistent=True)
    with tape:
        x = tf.constant(1.0)
        tape.watch(x)
        f(x)
    return tape
for _ in range(50_000):
    t = after(t)
""",
    "slices of variables": """
v = tf.Variable([0, 0, 0])
t = v[0]
for _ in range(100_000):
    t = v[t]
""",
    "constraints": """
t = tf.Variable(1.0)
for _ in range(100_000):
    t = tf.Variable(1.0, constraint=t.assign)
""",
    "attributes": """
t = tf.ones([1])
for _ in range(100_000):
    last, t = t, tf.ones([1])
    t.last = last
del last
""",
}


if np.lib.NumpyVersion(np.__version__) < "2.0.0":  # which hands out nothing that is read-only
    del CHAINS["memory that went to NumPy and back"]


@pytest.mark.parametrize("kind", CHAINS)
def test_a_long_chain_of_objects_is_taken_apart(kind):
    program = f"import numpy as np\nimport gradtape as tf\n{CHAINS[kind]}\ndel t\n"
    program += "assert tf.memory.live_bytes() == 0\nprint('gone')"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (run.returncode, run.stdout) == (0, "gone\n"), run.stderr[-2000:]


def test_a_list_that_grows_into_itself_while_it_is_converted():
    program = """
import gradtape as tf
items = [tf.constant(1.0)]
class Odd:
    def __tf_tensor__(self, *_args, **_kwargs):
        items[1] = items
        return tf.constant(1.0)
items.insert(0, Odd())
try:
    tf.convert_to_tensor(items)
except ValueError as error:
    print(error)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert "32 deep" in run.stdout


EXITS = {
    "a tape is open that holds borrowed memory": """
tape = tf.GradientTape()
tape.__enter__()
x = tf.experimental.dlpack.from_dlpack(np.ones(1000, np.float32))
tape.watch(x)
y = x * x
""",
    "a tape is open that holds a gradient function": """
tape = tf.GradientTape()
tape.__enter__()
x = tf.constant(1.0)
tape.watch(x)
y = tf.grad_pass_through(tf.round)(x)
""",
    "a thread has left its tapes open and suspended": """
def leave():
    tape = tf.GradientTape()
    tape.__enter__()
    x = tf.experimental.dlpack.from_dlpack(np.ones(1000, np.float32))
    tape.watch(x)
    y = x * x
    tf.recompute_grad(lambda t: kept.append(open_context()) or t)(x)
def open_context():
    context = _core.stop_recording_all()
    context.__enter__()
    return context
kept = []
thread = threading.Thread(target=leave)
thread.start()
thread.join()
""",
}


@pytest.mark.parametrize("kind", EXITS)
def test_the_process_ends_well_while(kind):
    program = (
        "import threading\nimport numpy as np\nimport gradtape as tf\nfrom gradtape import _core\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program + EXITS[kind]], capture_output=True, text=True, timeout=60
    )
    assert (run.returncode, run.stderr) == (0, "")
