"""`python tests/fuzz`: generated programs in child processes, until a number of them has run.

    python tests/fuzz --programs 20000 --seed 1      run programs 0 ... 19999 of seed 1
    python tests/fuzz --seed 1 --only 4711           run one program here, and print it
    python tests/fuzz --seed 1 --only 4711 --print   print it as a program that runs by itself

A finding is a death by a signal, a hang that does not answer an interrupt, a panic, an
`InternalError` or a `SystemError`. The exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import os
import select
import signal
import sys
import tempfile
import time
from mmap import mmap
from pathlib import Path
from typing import NamedTuple

import child
import program

PATIENCE = 20.0  # seconds that a program may take before it is interrupted
GRACE = 20.0  # seconds that it may take to answer; both are for a loaded machine
CHUNK = 5_000  # programs for each child: memory that the programs keep is given back in between


class Finding(NamedTuple):
    """A program that did what no program may bring about."""

    number: int
    what: str


class Worker:
    """A child that runs the programs from `first` up to `last`."""

    def __init__(self, known: program.Grammar, seed: int, first: int, last: int) -> None:
        self.last, self.interrupted = last, False
        self.shared = mmap(-1, child.SLOT.size)
        child.SLOT.pack_into(self.shared, 0, first, 0, 0, 0)
        self.reports, report = os.pipe()
        self.errors_path = Path(f"{os.getpid()}-{first}.stderr")
        self.pid = os.fork()
        if not self.pid:
            errors = os.open(self.errors_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(errors, 2)
            child.run(known, seed, first, last, self.shared, report)
        os.close(report)
        self.number, self.since = first, time.monotonic()

    def state(self) -> tuple[int, int, int]:
        """The number that runs, how many were done, how many of them ended well."""
        number, done, well, _ = child.SLOT.unpack_from(self.shared)
        return number, done, well

    def watch(self) -> str | None:
        """None while it runs; how it ended ("" if all is well) once it has."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        number = self.state()[0]
        if pid:
            code = os.waitstatus_to_exitcode(status)
            if code == 0:
                return ""
            last = self.errors_path.read_text(errors="replace")[-2000:]
            return f"died: {signal.Signals(-code).name if code < 0 else code}\n{last}"
        if number != self.number:
            self.number, self.since, self.interrupted = number, time.monotonic(), False
        waited = time.monotonic() - self.since
        if waited > PATIENCE and not self.interrupted:
            os.kill(self.pid, signal.SIGINT)
            self.interrupted = True
        if waited > PATIENCE + GRACE:
            os.kill(self.pid, signal.SIGABRT)  # the fault handler shows where it is
            os.waitpid(self.pid, 0)
            return f"hung\n{self.errors_path.read_text(errors='replace')[-2000:]}"
        return None

    def findings(self) -> list[Finding]:
        """The defects that the programs raised, as far as they were reported."""
        found, text = [], b""
        while select.select([self.reports], [], [], 0)[0] and (
            part := os.read(self.reports, 65536)
        ):
            text += part
        for line in text.decode(errors="replace").splitlines():
            number, _, what = line.partition("\t")
            found.append(Finding(int(number), what))
        return found

    def close(self) -> None:
        """Give back what the worker holds."""
        os.close(self.reports)
        self.errors_path.unlink(missing_ok=True)


class Run:
    """The programs from `first` up to `last` of a seed, with several workers at once."""

    def __init__(self, known: program.Grammar, seed: int, first: int, last: int) -> None:
        self.known, self.seed, self.next, self.last = known, seed, first, last
        self.done = self.well = 0
        self.found: list[Finding] = []
        self.workers: list[Worker] = []

    def start(self, first: int, last: int) -> None:
        self.workers.append(Worker(self.known, self.seed, first, last))

    def go(self, jobs: int, until: float) -> None:
        """Run everything, or what can be run until then."""
        while self.workers or (self.next < self.last and time.monotonic() < until):
            while len(self.workers) < jobs and self.next < self.last and time.monotonic() < until:
                end = min(self.next + CHUNK, self.last)
                self.start(self.next, end)
                self.next = end
            for worker in list(self.workers):
                self.look_at(worker)
            if time.monotonic() > until:
                for worker in self.workers:
                    worker.last = 0  # is not started again, and ends here
                    os.kill(worker.pid, signal.SIGKILL)
                    os.waitpid(worker.pid, 0)
                    self.count(worker)
                self.workers.clear()
            time.sleep(0.02)

    def look_at(self, worker: Worker) -> None:
        how = worker.watch()
        self.report(worker.findings())
        if how is None:
            return
        self.workers.remove(worker)
        number = self.count(worker)
        if how:
            self.report([Finding(number, how)])
            self.done += 1
            if number + 1 < worker.last:
                self.start(number + 1, worker.last)

    def count(self, worker: Worker) -> int:
        number, done, well = worker.state()
        self.done += done
        self.well += well
        worker.close()
        return number

    def report(self, found: list[Finding]) -> None:
        for finding in found:
            self.found.append(finding)
            text = program.text(self.known, self.seed, finding.number)
            print(f"--- {text.path}: --seed {self.seed} --only {finding.number}: {finding.what}")
            print(text.code, flush=True)


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--programs", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--print", action="store_true")
    return parser.parse_args()


def only(known: program.Grammar, given: argparse.Namespace) -> None:
    """One program, printed, and run here unless it is to be printed alone."""
    text = program.text(known, given.seed, given.only)
    print(f"from hostile import *  # {text.path}\n{text.code}", flush=True)
    if not given.print:
        names = child.scope()
        names["method"] = lambda o, share: program.called(known, o, share)
        exec(compile(text.code, "<program>", "exec"), names)


def main() -> int:
    """Run what was asked for; 1 if there is a finding."""
    given = arguments()
    os.chdir(tempfile.mkdtemp(prefix="gradtape-fuzz-"))
    known = program.Grammar()
    if given.only is not None:
        only(known, given)
        return 0
    start = time.monotonic()
    run = Run(known, given.seed, given.first, given.first + given.programs)
    run.go(given.jobs, start + given.seconds)
    seconds = time.monotonic() - start
    share = 100 * run.well / max(run.done, 1)
    print(f"{run.done} programs in {seconds:.0f} s ({run.done / seconds:.0f} a second), ", end="")
    print(f"{share:.0f} % ended without an exception, {len(run.found)} findings")
    return bool(run.found)


if __name__ == "__main__":
    sys.exit(main())
