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
import json
import program, runner
from pools import Piece

class Source:
    seed, codes = 0, {codes!r}
    def program(self, number):
        code = self.codes[number]
        return program.Whole("made", [Piece(code, compile(code, "made", "exec"))])

runner.SILENCE = 3.0
run = runner.Runner(Source())
end = run.run(0, len(Source.codes))
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
        timeout=300,
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


TEXTS = """
import hashlib, json, os, random, tempfile
os.chdir(tempfile.mkdtemp())
import grammar, program
source = program.Source(grammar.Grammar(), 3)
texts = [source.program(n).text() for n in range(1000)]
alone = source.program(777).text() == texts[777]
compiled = sum(bool(source.pools.statements(text)) for text in texts)
sha = hashlib.sha256(repr(texts).encode()).hexdigest()
print(json.dumps([len(set(texts)), compiled, alone, sha]))
"""


def test_a_seed_makes_the_same_calls_in_every_process():
    first, second = outcome(TEXTS), outcome(TEXTS)
    assert first == second
    unlike, compiled, alone, _ = first
    assert unlike > 950
    assert compiled == 1000  # what a report prints can be run
    assert alone


SAME = """
import json, os, tempfile
os.chdir(tempfile.mkdtemp())
import child, grammar, hostile, program
import gradtape as tf
source = program.Source(grammar.Grammar(), 4)
rows = {row.path for row in source.known.rows}  # what files or settings change is not compared
unlike, compared = [], 0
for number in range(600):
    made = source.program(number)
    text = made.text()
    if made.path not in rows or any(part in text for part in ("hostile", "2**", "count")):
        continue
    if isinstance(made, program.Whole):
        continue
    kinds = []
    for run in (made.run, lambda names: exec(text, names)):
        tf.random.set_seed(number)
        try:
            run(child.scope())
            kinds.append("")
        except BaseException as error:
            kinds.append(type(error).__name__)
    compared += 1
    if kinds[0] != kinds[1]:
        unlike.append([number, kinds, text])
print(json.dumps([compared, unlike]))
"""


def test_the_text_of_a_program_does_what_the_program_does():
    compared, unlike = outcome(SAME)
    assert unlike == []
    assert compared > 200


def test_no_path_that_is_drawn_leaves_the_folder_of_a_child():
    code = """
import json
from random import Random
import kinds, values
drawn = {str(eval(draw(Random(n)))) for draw in (kinds.PATHS, values.word) for n in range(3000)}
print(json.dumps([path for path in drawn if path[:1] in ("/", "~") or ".." in path.split("/")]))
"""
    assert outcome(code) == []
