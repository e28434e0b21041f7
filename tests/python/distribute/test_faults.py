"""Processes that die, hang, raise or leave: the job ends in time, and says who and when."""

import ast
import sys
import time

import numpy as np
import pytest
from ranks import needs_mpi, run, start

pytestmark = needs_mpi
QUICK = {"GRADTAPE_DISTRIBUTE_TIMEOUT": "2"}


@pytest.mark.parametrize(
    ("how", "texts"),
    [
        ("hang", ["rank 0, step 3", "has waited", "rank 1, which is busy elsewhere"]),
        ("raise", ["ZeroDivisionError: mine", "rank 1 of 3 failed in step 2"]),
        ("leave", ["rank 0, step 3", "has waited", "rank 1"]),
        ("mismatch", ["step 3: the processes do not do the same", "rank 1: ", "rank 0, 2: "]),
        pytest.param(
            "kill",
            ["rank 1 of 3 died, in step 2"],
            marks=pytest.mark.skipif(sys.platform != "linux", reason="a guardian needs Linux"),
        ),
    ],
)
def test_the_job_ends_and_says_who_and_when(how, texts):
    began = time.monotonic()
    done = start(3, "failing.py", how, timeout=90, **QUICK)
    assert done.returncode != 0
    assert "finished" not in done.stdout
    for text in texts:
        assert text in done.stderr, done.stderr[-4000:]
    assert time.monotonic() - began < 50


def test_one_that_is_late_is_waited_for():
    done = start(3, "failing.py", "slow", GRADTAPE_DISTRIBUTE_TIMEOUT="20")
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.count("finished") == 3


def test_checkpoints_are_written_by_one_and_read_by_any_number(tmp_path):
    def weights(count, name, first, last):
        lines = run(count, "resuming.py", str(tmp_path / name), str(first), str(last))
        assert len({line for (line,) in lines}) == 1
        assert lines[0][0].startswith("True division by zero")
        return ast.literal_eval(lines[0][0].partition("zero ")[2])

    weights(3, "cut", 0, 2)
    resumed = weights(2, "cut", 2, 4)
    np.testing.assert_allclose(resumed, weights(1, "whole", 0, 4), rtol=1e-5, atol=1e-7)
