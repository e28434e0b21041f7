"""The generated calls of tests/fuzz: a seed makes the same calls again, and a defect is noticed.

The defects are made here, by programs that stand in for generated ones; each runs in children of a
process of its own.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours

pytestmark = ours("looks at the generator of calls of this repository")

FUZZ = Path(__file__).parents[1] / "fuzz"

RUN = """
import json, sys
import program, runner
codes = {codes!r}
program.text = lambda known, seed, number: program.Text("made", codes[number])
runner.SILENCE = 3.0
run = runner.Runner(None, 0)
end = run.run(0, len(codes))
print(json.dumps([end, run.totals, [(f.kind, f.number) for f in run.findings]]))
"""

DEFECTS = {
    "SIGSEGV": "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
    "exit 3": "import os; os._exit(3)",
    "InternalError": "raise tf.errors.InternalError(None, None, 'broken')",
    "SystemError": "with go_on: raise SystemError('broken')",
    "panic": "import os; os.write(2, b\"thread 'main' panicked at src/x.rs:1:2:\\nbroken\\n\")",
    "hang": "import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n"
    "while True: time.sleep(1)",
}
ANSWERS = ["tf.add(1, 2)", "tf.add(1, 'a')", "raise MemoryError", "raise KeyboardInterrupt"]
ENDLESS = "while True: pass"


def outcome(code):
    """What a program prints as JSON, in the folder of the generator's modules."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(FUZZ), *filter(None, sys.path)])},
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("kind", DEFECTS)
def test_a_defect_is_a_finding_and_the_calls_behind_it_run(kind):
    codes = [ANSWERS[0], DEFECTS[kind], *ANSWERS]
    end, totals, findings = outcome(RUN.format(codes=codes))
    assert (end, findings) == (len(codes), [[kind, 1]])
    assert totals[0] >= len(codes) - 1


def test_answers_and_calls_that_the_clock_stops_are_no_findings():
    end, (ran, well, _, stopped), findings = outcome(RUN.format(codes=[*ANSWERS, ENDLESS]))
    assert (end, ran, well, stopped, findings) == (5, 5, 1, 1, [])


def test_a_seed_makes_the_same_calls_in_every_process():
    code = """
import contextlib, hashlib, io, json, os, tempfile
os.chdir(tempfile.mkdtemp())
import program
known = program.Grammar()
texts = [program.text(known, 3, n) for n in range(300)]
print(json.dumps([len(set(texts)), hashlib.sha256(repr(texts).encode()).hexdigest()]))
"""
    first, second = outcome(code), outcome(code)
    assert first == second
    assert first[0] > 250
