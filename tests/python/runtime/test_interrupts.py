"""Interrupts: long work stops when the user asks, and everything stays usable."""

import os
import signal
import subprocess
import sys
import time

import pytest
from library import ours

# The program says when its work begins, is interrupted, and must end by KeyboardInterrupt; what it
# holds must still work then.
# A program that was started in the background may have been told to ignore SIGINT.
INTERRUPTED = """
import signal
import gradtape as tf
import numpy  # which cannot be imported again where an interrupt came in between
tf.nn, tf.linalg, tf.signal
signal.signal(signal.SIGINT, signal.default_int_handler)
{prepare}
print("ready", flush=True)
try:
    while True:
        {work}
except KeyboardInterrupt:
    pass
{check}
x = tf.constant(3.0)
with tf.GradientTape() as after:
    after.watch(x)
    y = x * x
assert after.gradient(y, x).numpy() == 6.0
print("usable", flush=True)
"""

PROGRAMS = {
    "a sum of rows, which runs no line of Python": (
        "a = tf.broadcast_to(1, [2**40])",
        "sum(a)",
        "assert sum(a[:5]).numpy() == 5",
    ),
    "the same, observed by lines of Python that are not the program's": (
        "a = tf.broadcast_to(1.0, [2**40])\ntf.debugging.enable_check_numerics()",
        "sum(a)",
        "tf.debugging.disable_check_numerics()\nassert sum(a[:5]).numpy() == 5.0",
    ),
    "one long product": (
        "a = tf.ones([8192, 8192])",
        "tf.matmul(a, a)",
        "assert tf.matmul(a[:2], a[:, :2]).numpy()[0, 0] == 8192.0",
    ),
    "a batch of products": (
        "a = tf.ones([4096, 200, 200])",
        "tf.matmul(a, a)",
        "assert tf.matmul(a[0], a[0]).numpy()[0, 0] == 200.0",
    ),
    "a jacobian": (
        "x = tf.ones([1200])\n"
        "with tf.GradientTape(persistent=True) as tape:\n"
        "    tape.watch(x)\n"
        "    y = x\n"
        "    for _ in range(400): y = tf.tanh(y) + tf.sin(y)\n",
        "tape.jacobian(y, x)",
        "assert tape.gradient(y, x).shape == [1200]",
    ),
    "a jacobian row by row": (
        "x = tf.ones([20000])\n"
        "with tf.GradientTape(persistent=True) as tape:\n"
        "    tape.watch(x)\n"
        "    y = tf.cumsum(x)\n",
        "tape.jacobian(y, x)",
        "assert tape.gradient(y, x).numpy()[-1] == 1.0",
    ),
    "a long sweep": (
        "x = tf.constant(1.0)\n"
        "with tf.GradientTape(persistent=True) as tape:\n"
        "    tape.watch(x)\n"
        "    y = x\n"
        "    for _ in range(300_000): y = y * 1.0\n",
        "tape.gradient(y, x)",
        "assert tape.gradient(y, x).numpy() == 1.0",
    ),
    "a sweep through large tensors": (
        "x = tf.ones([1 << 20])\n"
        "with tf.GradientTape(persistent=True) as tape:\n"
        "    tape.watch(x)\n"
        "    y = x\n"
        "    for _ in range(40): y = tf.sin(y)\n",
        "tape.gradient(y, x)",
        "assert tape.gradient(y, x).shape == [1 << 20]",
    ),
    "map_fn": (
        "x = tf.ones([1_000_000])",
        "tf.map_fn(lambda t: t * 2.0, x)",
        "assert tf.map_fn(lambda t: t * 2.0, x[:2]).numpy().tolist() == [2.0, 2.0]",
    ),
    "while_loop": (
        "zero = tf.constant(0)",
        "tf.while_loop(lambda i: i < 10**9, lambda i: [i + 1], [zero])",
        "assert tf.while_loop(lambda i: i < 3, lambda i: [i + 1], [zero])[0].numpy() == 3",
    ),
    "recording": (
        "x = tf.Variable(1.0)\ntape = tf.GradientTape(persistent=True)\n"
        "def record():\n"
        "    with tape:\n"
        "        y = x\n"
        "        while True: y = y * 1.0\n",
        "record()",
        "with tape: y = x * x\nassert tape.gradient(y, x).numpy() == 2.0",
    ),
    "singular values": (
        "a = tf.random.normal([3000, 3000])",
        "tf.linalg.svd(a)",
        "assert tf.linalg.svd(a[:2, :2])[0].shape == [2]",
    ),
    "eigenvalues": (
        "a = tf.random.normal([3000, 3000])",
        "tf.linalg.eigh(a)",
        "assert tf.linalg.eigh(a[:2, :2])[0].shape == [2]",
    ),
    "the square root of a matrix": (
        "a = tf.random.normal([1500, 1500])",
        "tf.linalg.sqrtm(a)",
        "assert tf.linalg.sqrtm(tf.eye(2)).numpy().tolist() == [[1.0, 0.0], [0.0, 1.0]]",
    ),
    "a convolution": (
        "x, w = tf.ones([64, 64, 64, 128]), tf.ones([3, 3, 128, 128])",
        "tf.nn.conv2d(x, w, 1, 'SAME')",
        "assert tf.nn.conv2d(x[:1, :3, :3], w, 1, 'VALID').shape == [1, 1, 1, 128]",
    ),
    "the gradient of a convolution": (
        "x, w = tf.ones([64, 64, 64, 64]), tf.ones([3, 3, 64, 128])\n"
        "with tf.GradientTape(persistent=True) as tape:\n"
        "    tape.watch([x, w])\n"
        "    y = tf.nn.conv2d(x, w, 1, 'SAME')",
        "tape.gradient(y, [x, w])",
        "assert tape.gradient(y, w).shape == w.shape",
    ),
    "pooling": (
        "x = tf.ones([16, 256, 256, 64])",
        "tf.nn.max_pool2d(x, 9, 1, 'SAME')",
        "assert tf.nn.max_pool2d(x[:1, :9, :9], 9, 1, 'VALID').numpy().max() == 1.0",
    ),
    "sorting": (
        "x = tf.random.uniform([1 << 25])",
        "tf.argsort(x)",
        "assert tf.sort(x[:9]).shape == [9]",
    ),
    "a fourier transform": (
        "x = tf.cast(tf.random.uniform([1 << 23]), tf.complex64)",
        "tf.signal.fft(x)",
        "assert tf.signal.fft(x[:1]).shape == [1]",
    ),
    "a linear system": (
        "a = tf.random.normal([5000, 5000])",
        "tf.linalg.inv(a)",
        "assert tf.linalg.inv(tf.eye(2)).numpy().tolist() == [[1.0, 0.0], [0.0, 1.0]]",
    ),
    "triangular and orthogonal factors": (
        "a = tf.random.normal([3000, 3000])",
        "tf.linalg.qr(a)\n        tf.linalg.cholesky(3000.0 * tf.eye(3000) + a @ tf.transpose(a))",
        "assert tf.linalg.qr(a[:2, :2])[0].shape == [2, 2]",
    ),
    "elementwise": (
        "x = tf.fill([1 << 22], 0.5)",
        "tf.sin(x)",
        "assert tf.sin(x).shape == [1 << 22]",
    ),
}

# Seconds: a busy machine and an unoptimised build are slow; work that is not stopped never ends.
PROMPT = 15.0


@ours("TensorFlow's kernels run to their end")
@pytest.mark.parametrize("program", PROGRAMS)
def test_an_interrupt_stops_long_work_and_leaves_everything_usable(program):
    prepare, work, check = PROGRAMS[program]
    code = INTERRUPTED.format(prepare=prepare, work=work, check=check)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as run:
        try:
            assert run.stdout.readline() == "ready\n", run.stderr.read()
            time.sleep(0.3)
            run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=PROMPT)
        finally:
            run.kill()
    assert (run.returncode, out) == (0, "usable\n"), err


ALARM = """
import signal, time
import gradtape as tf
a = tf.ones([{n}, {n}])
def stop(*_):
    raise InterruptedError
signal.signal(signal.SIGALRM, stop)
start = time.perf_counter()
tf.matmul(a, a)
whole = time.perf_counter() - start
signal.setitimer(signal.ITIMER_REAL, whole / 20)
start = time.perf_counter()
try:
    tf.matmul(a, a)
except InterruptedError:
    print((time.perf_counter() - start) / whole)
"""


@ours("TensorFlow's kernels run to their end")
def test_a_single_product_stops_in_the_middle_by_any_exception_of_a_signal_handler():
    run = subprocess.run(
        [sys.executable, "-c", ALARM.format(n=4608)], capture_output=True, text=True, timeout=110
    )
    assert run.returncode == 0, run.stderr
    assert float(run.stdout) < 0.7


HELPED = """
import gradtape as tf
a = tf.random.normal([4, 100, 100])
for _ in range(20):
    s, u, v = tf.linalg.svd(a)
    w, _ = tf.linalg.eigh(a)
    r = tf.linalg.sqrtm(a)
x = tf.linalg.matmul(u * s[:, None, :], v, adjoint_b=True)
assert float(tf.reduce_max(tf.abs(x - a))) < 1e-3
"""


@ours("how threads are shared out is our own")
def test_threads_that_help_do_not_wait_for_the_interpreter():
    # Matrices so small that the interpreter's lock is kept, and so many that they are shared out.
    environment = {**os.environ, "GRADTAPE_NUM_THREADS": "4"}
    subprocess.run([sys.executable, "-c", HELPED], check=True, timeout=60, env=environment)
