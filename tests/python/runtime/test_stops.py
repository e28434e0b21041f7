"""Interrupts are heard soon by every operation: some of the calls of tests/stops, which has all
(`make stops`), and that it would notice one which does not hear."""

import subprocess
import sys
from pathlib import Path

from library import ours

pytestmark = ours("TensorFlow's kernels run to their end")

STOPS = Path(__file__).parents[2] / "stops"

# Of families that were slow to hear.
SAMPLE = "sort top_k unique searchsorted gather_nd betainc conv1d_transpose"

# A second of work on a fast processor, several on a slow one.
DEAF = """
import sys
sys.path.insert(0, {folder!r})
from silence import LIMIT, longest, stopping
took, silent = longest(lambda: sum(range(100_000_000)))
assert silent > 0.9 * took > LIMIT, (took, silent)
assert stopping(lambda: sum(range(100_000_000)), 0.01) > LIMIT
"""


def run(*arguments):
    run = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=3000)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_long_calls_hear_signals_soon():
    printed = run(str(STOPS), *SAMPLE.split())
    lines = printed.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == SAMPLE.split()
    assert "at most" not in printed, "not long enough to tell"


def test_a_call_that_does_not_hear_is_noticed():
    run("-c", DEAF.format(folder=str(STOPS)))
