"""Collectives on tensors, over two and three processes."""

import subprocess
import sys

import pytest
from library import AGAINST_TENSORFLOW
from ranks import MISSING, needs_mpi, run


@pytest.mark.parametrize("count", [2, 3])
class TestCollectives:
    pytestmark = needs_mpi

    def test_every_collective_does_what_it_says(self, count):
        said = run(count, "collectives.py")
        assert [lines[-1] for lines in said] == [f"done {r}" for r in range(count)]
        for lines in said:
            texts = dict(line.split(" ", 1) for line in lines[:-1])
            assert "allreduce(SUM) of float32[2]; rank 1" in texts["shape"]
            assert "allreduce(SUM) of float32[3]" in texts["shape"]
            assert "rank 0: " in texts["dtype"]
            assert "float64[2]" in texts["dtype"]
            assert "barrier" in texts["order"]
            assert "allreduce(MEAN)" in texts["op"]


FORKED = """
import os, gradtape as tf
tf.distribute.allreduce(tf.constant(1.0))
if os.fork():
    raise SystemExit(os.waitstatus_to_exitcode(os.wait()[1]))
try:
    tf.distribute.allreduce(tf.constant(1.0))
except tf.errors.FailedPreconditionError as error:
    print(error, flush=True)
    os._exit(7)
"""


@pytest.mark.skipif(bool(MISSING), reason="there is no MPI")
def test_a_copy_of_a_process_is_told_that_it_has_no_connection():
    done = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 7, done.stderr
    assert "of which this one is a copy" in done.stdout


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")
def test_without_mpi4py_the_error_says_what_to_install():
    program = """
import sys
sys.modules["mpi4py"] = None
import gradtape as tf
try:
    tf.distribute.allreduce(tf.constant(1.0))
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "pip install 'gradtape[mpi]'" in done.stdout, done.stderr
