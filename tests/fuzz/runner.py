"""The parent: keeps a child at work, notices its death and its silence, and gathers findings."""

from __future__ import annotations

import json
import os
import select
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import child
import program

# Seconds without progress after which a child counts as hanging: the clock inside of it, which
# speaks as Ctrl-C does, was not heard. On a busy machine it gets four times as long, until it has
# used WORK seconds of a processor.
SILENCE, WORK = 15.0, 3.0


class Finding(NamedTuple):
    """Something that must not happen: its kind, the public name, the place, and the program."""

    kind: str
    path: str
    where: str
    detail: str
    seed: int
    number: int
    since: int

    @property
    def key(self) -> tuple[str, str]:
        """Findings with one key are one."""
        return (self.kind, self.where or self.path)


class Runner:
    """Runs programs in children and gathers what they say."""

    def __init__(self, source: program.Source) -> None:
        self.source = source
        self.findings: list[Finding] = []
        self.totals = [0, 0, 0, 0]
        self.tally: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()

    def run(self, first: int, last: int, seconds: float = float("inf")) -> int:
        """Runs programs `first` to `last` while there is time; the number of the next."""
        end = time.monotonic() + seconds
        while first < last and time.monotonic() < end:
            numbers = range(first, min(last, first + child.LIFE))
            first = self.one_child(numbers, end)
        return first

    def one_child(self, numbers: range, end: float) -> int:
        """Starts a child and follows it to its end; the number of the program behind its last."""
        state = child.State()
        folder = tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True)
        with folder as place, tempfile.TemporaryFile("a+", errors="replace") as errors:
            read, write = os.pipe()
            pid = os.fork()
            if pid == 0:
                child.start(self.source, numbers, state, write, errors.fileno(), place)
            os.close(write)
            said, status = follow(pid, read, state, end)
            errors.seek(0)
            return self.take(numbers, state, said, status, errors.read())

    def take(self, numbers: range, state: child.State, said: str, status: str, errors: str) -> int:
        """Notes what a child said and how it ended."""
        number, *counts = state.read()
        self.totals = [a + b for a, b in zip(self.totals, counts)]
        told = False
        for message in map(json.loads, said.splitlines()):
            if "tally" in message:
                self.tally.update(message["tally"])
                self.kinds.update(message["kinds"])
            else:
                told = True
                self.note(message, numbers)
        if status and not told:
            path = self.source.program(number).path if number >= 0 else ""
            kind, where = named(status, errors)
            self.note(
                {
                    "kind": kind,
                    "path": path,
                    "where": where,
                    "detail": errors[:20_000],
                    "number": number,
                },
                numbers,
            )
        return number + 1

    def note(self, message: dict[str, Any], numbers: range) -> None:
        """Keeps a finding."""
        fields = {k: message[k] for k in ("kind", "path", "where", "detail", "number")}
        self.findings.append(Finding(**fields, seed=self.source.seed, since=numbers.start))


def named(status: str, errors: str) -> tuple[str, str]:
    """The kind and the place of a death."""
    lines = errors.splitlines()
    for i, line in enumerate(lines):
        if "panicked at" in line:
            return f"panic, {status}", line.split("panicked at")[1].strip(" :")
        if "memory allocation of" in line:
            return "abort: memory allocation failed", ""
        if "stack overflow" in line.lower():
            return f"{status}: stack overflow", ""
        if line.startswith("Fatal Python error") and i == 0 and status == "SIGABRT":
            return f"{status}: {line}", ""
    return status, ""


def used(pid: int) -> float:
    """How many seconds of a processor a process has used, where the system tells."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return float("inf")
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def follow(pid: int, pipe: int, state: child.State, end: float) -> tuple[str, str]:
    """Reads what a child says to its end; says how that was: a signal, `hang`, or nothing."""
    said, seen, since, status = b"", -2, time.monotonic(), ""
    began = 0.0
    while True:
        ready, _, _ = select.select([pipe], [], [], 0.2)
        now = time.monotonic()
        if ready:
            piece = os.read(pipe, 1 << 16)
            if not piece:
                break
            said += piece
        number = state.read()[0]
        if number != seen:
            seen, since, began = number, now, used(pid)
        elif now - since > SILENCE and (used(pid) - began > WORK or now - since > 4 * SILENCE):
            status = "hang"
            os.kill(pid, signal.SIGABRT)  # the fault handler shows where it is
            time.sleep(0.5)
            os.kill(pid, signal.SIGKILL)
            break
        if now > end:
            status = "out of time"
            os.kill(pid, signal.SIGKILL)
            break
    os.close(pipe)
    _, code = os.waitpid(pid, 0)
    complete = said[: said.rfind(b"\n") + 1].decode()
    if status == "out of time":
        return complete, ""
    if status:
        return complete, status
    if os.WIFSIGNALED(code):
        return complete, signal.Signals(os.WTERMSIG(code)).name
    return complete, "" if os.WEXITSTATUS(code) == 0 else f"exit {os.WEXITSTATUS(code)}"
