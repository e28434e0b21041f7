"""Threads: their number is heeded, and never shows in a result; long work can be stopped."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from library import ours, tf

threading = tf.config.threading
LONG = 1_000_003


@pytest.fixture
def number_of_threads():
    yield threading.set_intra_op_parallelism_threads
    threading.set_intra_op_parallelism_threads(0)


def run(program, **environment):
    """The output of a program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@ours("TensorFlow's cannot be set once anything has run")
def test_the_number_of_threads_can_be_set(number_of_threads):
    assert threading.get_intra_op_parallelism_threads() == 0
    number_of_threads(3)
    assert threading.get_intra_op_parallelism_threads() == 3


@ours("TensorFlow takes any number")
@pytest.mark.parametrize("number", [-1, 5000, 1.5, True])
def test_not_a_number_of_threads(number_of_threads, number):
    error = ValueError if type(number) is int else TypeError
    with pytest.raises(error, match="num_threads"):
        number_of_threads(number)


@ours("the environment variable")
@pytest.mark.parametrize(("value", "threads"), [("3", "3"), ("1", "1"), ("0", ""), ("many", "")])
def test_the_environment_names_the_default(value, threads):
    program = "from gradtape import _core; print(_core.num_threads())"
    expected = threads or str(len(os.sched_getaffinity(0)))
    assert run(program, GRADTAPE_NUM_THREADS=value) == expected


def numbers():
    rng = np.random.default_rng(1)
    return tf.constant(rng.standard_normal(LONG), tf.float32)


def matrix(columns):
    rng = np.random.default_rng(2)
    return tf.constant(rng.standard_normal((LONG // columns, columns)), tf.float32)


WORK = {
    "exp": lambda: tf.exp(numbers()),
    "add": lambda: numbers() + tf.reverse(numbers(), [0]),
    "add a row": lambda: matrix(7) + matrix(7)[3],
    "add a column": lambda: matrix(700) + matrix(700)[:, 1:2],
    "sum": lambda: tf.reduce_sum(numbers()),
    "mean": lambda: tf.reduce_mean(numbers()),
    "sum of rows": lambda: tf.reduce_sum(matrix(100), 1),
    "sum of long rows": lambda: tf.reduce_sum(matrix(300_000), 1),
    "sum of columns": lambda: tf.reduce_sum(matrix(100), 0),
    "sum of few rows": lambda: tf.reduce_sum(matrix(300_000), 0),
    "sum of narrow columns": lambda: tf.reduce_sum(matrix(3), 0),
    "sum of planes": lambda: tf.reduce_sum(tf.reshape(matrix(100), [-1, 50, 2]), 1),
    "variance": lambda: tf.math.reduce_variance(numbers()),
    "maximum": lambda: tf.reduce_max(matrix(100), 0),
    "softmax": lambda: tf.nn.softmax(matrix(1000)),
    "cumsum": lambda: tf.cumsum(matrix(1000), 1),
    "matmul": lambda: tf.matmul(matrix(1000), matrix(1000), transpose_a=True),
    "normal": lambda: tf.random.stateless_normal([LONG], [1, 2]),
}


@ours("TensorFlow's cannot be set once anything has run")
@pytest.mark.parametrize("name", WORK)
def test_the_number_of_threads_does_not_show_in_a_result(number_of_threads, name):
    results = []
    for threads in (1, 2, 5):
        number_of_threads(threads)
        results.append(WORK[name]().numpy().tobytes())
    assert results[0] == results[1] == results[2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@ours("TensorFlow's threads do not survive a fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_computes_with_threads_of_its_own(number_of_threads):
    number_of_threads(2)
    x = numbers()
    expected = float(tf.reduce_sum(tf.exp(x)))
    tf.matmul(matrix(1000), matrix(1000), transpose_a=True)
    child = os.fork()
    if child == 0:
        again = float(tf.reduce_sum(tf.exp(x)))
        product = tf.matmul(matrix(1000), matrix(1000), transpose_a=True)
        os._exit(0 if again == expected and product.shape == [1000, 1000] else 1)
    assert os.waitpid(child, 0)[1] == 0


SLOW = {
    "function of one": "tf.math.lgamma(x)",
    "function of two": "tf.math.zeta(x, x)",
    "matmul": "tf.matmul(tf.ones([7000, 7000]), tf.ones([7000, 7000]))",
    "batch": "tf.matmul(tf.ones([50, 1800, 1800]), tf.ones([50, 1800, 1800]))",
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no signals of this kind here")
@ours("TensorFlow cannot be interrupted")
@pytest.mark.parametrize("name", SLOW)
def test_long_work_is_interrupted(name):
    program = f"""
        import signal, time
        import gradtape as tf

        tf.config.threading.set_intra_op_parallelism_threads(2)
        x = tf.fill([40_000_000], 50.0)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.15)
        start = time.perf_counter()
        try:
            {SLOW[name]}
        except KeyboardInterrupt:
            print("stopped")
        else:
            print(f"ended after {{time.perf_counter() - start}} s")
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert float(tf.reduce_sum(tf.ones([1_000_000]))) == 1e6
    """
    assert run(program) == "stopped"
