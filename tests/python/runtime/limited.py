"""Programs in a child process that has little memory and is interrupted when they take long.

`outcomes(programs)` runs each, one after another in one child, and says how it ended.
"""

import json
import subprocess
import sys
from typing import NamedTuple


class Outcome(NamedTuple):
    """How a program ended: the exception's name ("" for none, "TooLong" for the interrupt), and how
    many seconds it went on after it was interrupted."""

    kind: str
    text: str
    late: float


# Memory beyond what the process starts with, and seconds until the interrupt.
CHILD = """
import itertools, json, resource, signal, sys, time
import numpy as np
import gradtape as tf
from gradtape import nest

class TooLong(BaseException):
    pass

class Liar:  # no length that is true, and no end
    def __len__(self): return 2**62
    def __getitem__(self, i): return 1

def endless():
    while True: yield 1

def watched():
    x = tf.constant(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
    return tape, y

def stop(*_):
    if state["running"]:
        state["stopped"] = state["stopped"] or time.perf_counter()
        raise TooLong

state = {{}}
pages = int(open("/proc/self/statm").read().split()[0])
most = pages * resource.getpagesize() + {memory}
signal.signal(signal.SIGALRM, stop)
names = dict(globals())
for program in json.load(sys.stdin):
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    state.update(running=True, stopped=0.0)
    kind = text = ""
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, {patience}, {patience})
            exec(program, dict(names))
        finally:
            state["running"] = False
    except BaseException as error:
        kind, text = type(error).__name__, str(error)[:300]
    late = time.perf_counter() - state["stopped"] if state["stopped"] else 0.0
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(json.dumps([kind, text, late]), flush=True)
"""


def outcomes(programs, memory=768 << 20, patience=0.5):
    """How each of the programs ended; the process must survive all of them."""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CHILD.format(memory=memory, patience=patience)],
        input=json.dumps(list(programs)),
        capture_output=True,
        text=True,
        timeout=110,
    )
    lines = run.stdout.splitlines()
    if run.returncode:
        died = programs[len(lines)] if len(lines) < len(programs) else "the end"
        raise AssertionError(f"{died!r} ended the process: {run.stderr[-1500:]}")
    assert "panicked" not in run.stderr, run.stderr[-1500:]
    return [Outcome(*json.loads(line)) for line in lines]
