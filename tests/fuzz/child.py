"""A child process: runs one program after another and tells what happened to each.

A program may die, hang or leave the process in disorder; so a child ends at its first finding, and
the parent starts another behind it. Shared memory says which program runs, in case no more can be
said.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import json
import logging
import mmap
import os
import resource
import signal
import struct
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import hostile
import program

import gradtape as tf

# What a child may allocate beyond what it starts with, and the largest file that it may write.
MEMORY, FILE = 256 << 20, 8 << 20
# The clock looks this often, in seconds, and stops a program that it has seen use WORK seconds of a
# processor, or wait for WAIT seconds.
TICK, WORK, WAIT = 0.1, 0.25, 3.0
# A child that has run this many programs ends, so that none depends on a long history.
LIFE = 20_000
M_ARENA_MAX = -8  # of malloc.h
STATE = struct.Struct("=qqqqq")


class TooLong(BaseException):
    """The program takes too long; raised by the clock, as Ctrl-C would be."""


class State:
    """What a child says of itself: the program that runs, and counts."""

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, mmap.PAGESIZE)
        self.values = [-1, 0, 0, 0, 0]

    def write(self) -> None:
        STATE.pack_into(self.memory, 0, *self.values)

    def read(self) -> list[int]:
        """The number of the program; how many ran, went well, were under a tape, were stopped."""
        return list(STATE.unpack_from(self.memory))


class Clock:
    """Stops a program that takes too long, by an exception at the next place that hears signals."""

    def __init__(self, state: State) -> None:
        self.state, self.seen, self.running = state, -1, False
        self.worked = self.began = 0.0
        signal.signal(signal.SIGALRM, self.tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def tick(self, *_: Any) -> None:
        number, worked, now = self.state.values[0], time.process_time(), time.monotonic()
        if number != self.seen:
            self.seen, self.worked, self.began = number, worked, now
        elif self.running and (worked - self.worked > WORK or now - self.began > WAIT):
            raise TooLong


def scope() -> dict[str, Any]:
    """The names of a program."""
    found = {name: getattr(hostile, name) for name in hostile.__all__}
    return {**found, "__builtins__": __builtins__, "__name__": "program"}


class Child:
    """Runs programs and looks at what they leave."""

    def __init__(self, source: program.Source, state: State, pipe: int) -> None:
        self.source, self.state, self.pipe = source, state, pipe
        self.names = scope()
        self.clock = Clock(state)
        self.tally: Counter[tuple[str, bool]] = Counter()
        self.kinds: Counter[str] = Counter()
        self.is_damaged = False

    def run(self, numbers: range) -> None:
        """Runs the programs; returns at the first finding, and where the interpreter is damaged."""
        for number in numbers:
            made = self.source.program(number)
            found = self.try_one(number, made)
            if found:
                self.tell({"number": number, "path": made.path, **found})
            if found or self.is_damaged:
                return

    def try_one(self, number: int, made: program.Program) -> dict[str, str] | None:
        """Runs a program; says what is wrong, if anything is."""
        values = self.state.values
        values[0] = number
        self.state.write()
        error = self.execute(number, made)
        values[1] += 1
        values[2] += error is None
        values[3] += made.taped
        values[4] += isinstance(error, TooLong)
        self.tally[made.path, error is None] += 1
        self.kinds[type(error).__name__] += 1
        return self.judge(error)

    def execute(self, number: int, made: program.Program) -> BaseException | None:
        """The exception in which a program ends."""
        tf.random.set_seed(number)
        tf.debugging.disable_check_numerics()  # which an earlier program may have enabled
        hostile.go_on.defect = None
        names, error = dict(self.names), None
        self.clock.running = True
        try:  # twice, since the clock may speak between the program's end and its own
            try:
                made.run(names)
            except BaseException as found:
                error = found
            names.clear()  # may run code of the program
            self.clock.running = False
        except BaseException as found:
            self.clock.running = False
            error = found
        return error

    def judge(self, error: BaseException | None) -> dict[str, str] | None:
        """What is wrong with this outcome."""
        error = hostile.go_on.defect or error
        self.is_damaged |= isinstance(error, SystemError) and is_damage(error)
        said = printed()
        if "panicked at" in said:
            where = said.split("panicked at", 1)[1].split("\n", 2)
            return {"kind": "panic", "where": where[0].strip(" :"), "detail": "\n".join(where[:2])}
        if type(error).__name__ == "PanicException":
            return {"kind": "panic", "where": str(error)[:80], "detail": str(error)}
        if isinstance(error, hostile.DEFECTS) and not of_others(error):
            kind = type(error).__name__
            return {"kind": kind, "where": last_frame(error), "detail": str(error)[:500]}
        return None

    def tell(self, message: dict[str, Any]) -> None:
        """Sends a message to the parent."""
        os.write(self.pipe, (json.dumps(message) + "\n").encode())

    def counts(self) -> dict[str, Any]:
        """How often each public name was called and went well, and the exceptions."""
        tried = {f"{path}\t{int(well)}": n for (path, well), n in self.tally.items()}
        return {"tally": tried, "kinds": dict(self.kinds)}


def of_others(error: BaseException) -> bool:
    """Whether NumPy raised it, or the interpreter."""
    return hostile.NUMPYS in str(error) or is_damage(error)


def is_damage(error: BaseException) -> bool:
    """Whether there was no memory for the frame of a function of Python, which only deep recursion
    asks for: CPython 3.11 sets no exception then, and forgets a reference to that function, which
    so dies at some later call."""
    depth = len(traceback.extract_tb(error.__traceback__))
    return depth > 100 and hostile.CPYTHONS in str(error)


def last_frame(error: BaseException) -> str:
    """The place in the library's Python files where an exception passed last."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "gradtape" in f.filename]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def printed() -> str:
    """What was written to standard error since it was asked last."""
    size = os.fstat(2).st_size
    if size == 0:
        return ""
    said = os.pread(2, 100_000, 0).decode(errors="replace")
    os.ftruncate(2, 0)
    return said


def limit() -> None:
    """Limits on memory, files and the core dump."""
    with contextlib.suppress(Exception):  # one arena: each takes 64 MiB of what is limited
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * mmap.PAGESIZE + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def start(
    source: program.Source,
    numbers: range,
    state: State,
    pipe: int,
    errors: int,
    place: str,
) -> None:
    """The life of a forked child, in a folder of its own; does not return."""
    os.chdir(place)
    null = os.open(os.devnull, os.O_RDWR)
    for old, new in ((null, 0), (null, 1), (errors, 2)):
        os.dup2(old, new)
    sys.stdout, sys.stderr = (open(n, "w", closefd=False) for n in (1, 2))  # noqa: SIM115
    faulthandler.enable(2)
    os.environ["RUST_BACKTRACE"] = "0"  # which takes a second, and memory that may not be there
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    limit()
    child = Child(source, state, pipe)
    child.run(numbers)
    child.clock.running = False
    child.state.write()
    signal.setitimer(signal.ITIMER_REAL, 0)
    child.tell(child.counts())
    os._exit(0)
