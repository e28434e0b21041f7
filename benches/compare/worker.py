"""One library in a process of its own: `python worker.py torch`.

Reads a JSON request a line from standard input and answers each with a JSON line. Requests name a
method below; it is the driver that decides whose turn it is, and a worker sleeps meanwhile.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from itertools import repeat
from typing import Any

import footprint
import memory
import peers
import workloads

WARM_UP = 0.2  # seconds: caches, compilation, thread pools, the processor's clock


def timed(work: Callable[[], Any], calls: int) -> float:
    """Seconds for that many calls."""
    start = time.perf_counter()
    for _ in repeat(None, calls):
        work()
    return time.perf_counter() - start


class Worker:
    """The requests. Each answer is a dict; a workload that the library lacks has `absent`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.peer = peers.load(name)
        self.work: Callable[[], Any] = lambda: None
        self.calls = 1

    def hello(self) -> dict[str, Any]:
        return {"version": self.peer.version, "python": sys.version.split()[0]}

    def make(self, kind: str, row: int) -> Callable[[], Any] | None:
        """The function to time for a row of a table, or None where the adapter has none."""
        workload = getattr(workloads, kind)[row]
        method = getattr(self.peer, workload.method, None)
        return method and method(*workload.arguments)

    def prepare(self, row: int, sample: float) -> dict[str, Any]:
        """Warms a row of EVERY up and finds out how many calls take `sample` seconds."""
        work = self.make("EVERY", row)
        if work is None:
            return {"absent": True}
        self.work = work
        first = self.peer.number(work())
        taken, calls = 0.0, 0
        while taken < WARM_UP:
            taken += timed(work, 1)
            calls += 1
        self.calls = max(1, round(sample * calls / taken))
        return {"first": first}

    def measure(self) -> dict[str, Any]:
        """Seconds per call, over one sample."""
        gc.collect()
        gc.disable()
        try:
            return {"seconds": timed(self.work, self.calls) / self.calls}
        finally:
            gc.enable()

    def grow(self, row: int) -> dict[str, Any]:
        """Peak memory over the start, in bytes, of a row of MEMORY; wants a fresh process."""
        work = self.make("MEMORY", row)
        if work is None:
            return {"absent": True}
        memory.restart_peak()
        start = memory.resident()
        work()
        return {"bytes": memory.peak() - start}

    def size(self) -> dict[str, Any]:
        return {"bytes": footprint.installed_bytes(self.name)}


def answer(worker: Worker, request: dict[str, Any]) -> dict[str, Any]:
    """A library that lacks something, or fails at it, says so in words; the comparison goes on."""
    method = getattr(worker, request.pop("do"))
    try:
        return method(**request)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}".splitlines()[0][:200]}


def main() -> None:
    # Answers go to the original standard output; what libraries print goes to standard error.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    worker = Worker(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(answer(worker, json.loads(line))), file=answers)


if __name__ == "__main__":
    main()
