"""The driver's side: one worker process a library, asked in turn: noise falls on all alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import footprint
from workloads import Workload

WORKER = str(Path(__file__).with_name("worker.py"))
# After its turn a library's threads may spin for a while, waiting for more; let them fall asleep.
REST = 0.05
QUIET = {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "", "JAX_PLATFORMS": "cpu"}
ENVIRONMENT = {**os.environ, **QUIET}


class Worker:
    """A running worker; `ask` sends a request and waits for its answer."""

    def __init__(self, name: str, python: str) -> None:
        self.name = name
        self.python = python
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by close()
        self.process = subprocess.Popen(
            [python, WORKER, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env=ENVIRONMENT,
        )

    def ask(self, do: str, **arguments: Any) -> dict[str, Any]:
        """The answer; a worker that died answers with the last line it wrote."""
        try:
            print(json.dumps({"do": do, **arguments}), file=self.process.stdin, flush=True)
            return json.loads(self.process.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError):
            self.errors.seek(0)
            lines = self.errors.read().strip().splitlines() or ["no message"]
            return {"error": f"its process ended: {lines[-1][:200]}"}

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.errors.close()


@contextmanager
def worker(name: str, python: str) -> Iterator[Worker]:
    started = Worker(name, python)
    try:
        yield started
    finally:
        started.close()


@dataclass
class Row:
    """Figures of one line, by library: every sample, and a word where there are none."""

    title: str
    unit: str
    workload: Workload | None = None
    samples: dict[str, list[float]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def best(self, name: str) -> float | None:
        return min(self.samples[name]) if name in self.samples else None

    def median(self, name: str) -> float:
        return median(self.samples[name])

    def note(self, name: str, answer: dict[str, Any]) -> bool:
        """Takes down that a library cannot do this; true if so."""
        if "error" in answer:
            self.words[name] = answer["error"]
        return "error" in answer or "absent" in answer


def tell(text: str) -> None:
    """Progress, beside the report."""
    print(text, file=sys.stderr, flush=True)


def disagreeing(first: dict[str, float]) -> list[str]:
    """The libraries whose first answer is not that of the middle one."""
    if not first:
        return []
    middle = sorted(first.values())[len(first) // 2]
    return [name for name, v in first.items() if not abs(v - middle) <= 1e-3 * (1 + abs(middle))]


def time_row(
    workers: dict[str, Worker], index: int, workload: Workload, rounds: int, sample: float
) -> Row:
    """One row of EVERY: all warm up, then each takes a sample in turn, round after round."""
    row = Row(workload.title, "s", workload)
    first: dict[str, float] = {}
    for name, each in workers.items():
        answer = each.ask("prepare", row=index, sample=sample)
        if not row.note(name, answer):
            first[name] = answer["first"]
    for _ in range(rounds):
        for name in first:
            time.sleep(REST)
            answer = workers[name].ask("measure")
            if not row.note(name, answer):
                row.samples.setdefault(name, []).append(answer["seconds"] / workload.per)
    for name in disagreeing(first):
        row.words[name] = f"its answer {first[name]:g} is not the others'"
    return row


def time_rows(
    pythons: dict[str, str], rows: list[tuple[int, Workload]], rounds: int, sample: float
) -> tuple[list[Row], dict[str, Any]]:
    """Every row asked for, and what the libraries say of themselves."""
    with ExitStack() as stack:
        workers = {name: stack.enter_context(worker(name, py)) for name, py in pythons.items()}
        about = {name: each.ask("hello") for name, each in workers.items()}
        results = []
        for index, workload in rows:
            tell(f"  {workload.title}")
            results.append(time_row(workers, index, workload, rounds, sample))
    return results, about


def memory_row(pythons: dict[str, str], index: int, workload: Workload) -> Row:
    """One row of MEMORY, each library in a fresh process."""
    row = Row(workload.title, "over", workload)
    for name, python in pythons.items():
        with worker(name, python) as fresh:
            answer = fresh.ask("grow", row=index)
        if not row.note(name, answer):
            row.samples[name] = [answer["bytes"]]
    return row


def import_rows(pythons: dict[str, str], rounds: int) -> list[Row]:
    """Import time and resident memory: fresh processes in turn."""
    seconds, held = Row("import, over NumPy's", "s"), Row("resident after import, ditto", "over")
    for _ in range(rounds):
        for name, python in pythons.items():
            once = footprint.import_once(name, python, ENVIRONMENT)
            seconds.samples.setdefault(name, []).append(once["seconds"])
            held.samples.setdefault(name, []).append(once["bytes"])
    return [seconds, held]


def size_row(pythons: dict[str, str]) -> Row:
    """Space on disk."""
    row = Row("installed size, NumPy apart", "bytes")
    for name, python in pythons.items():
        with worker(name, python) as fresh:
            answer = fresh.ask("size")
        if not row.note(name, answer):
            row.samples[name] = [answer["bytes"]]
    return row
