"""A child process: runs programs one after another, within limits, and tells what each came to.

It writes the number of the program that it runs into shared memory before it starts, so that its
parent knows whose fault it is if it dies or hangs.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import resource
import signal
import struct
import sys
import tempfile
from mmap import mmap
from typing import Any

import hostile
import program

MEMORY = 6 << 30  # bytes of address space beyond what the parent had
SLOT = struct.Struct(
    "qqqq"
)  # the number that runs, programs done, programs that ended well, findings


def scope() -> dict[str, Any]:
    """The names of a program, as after `from hostile import *`."""
    return {"__name__": "__fuzz__", **{name: getattr(hostile, name) for name in hostile.__all__}}


def run(
    known: program.Grammar, seed: int, first: int, last: int, shared: mmap, report: int
) -> None:
    """Run the programs from `first` up to `last`; never returns."""
    _limit()
    done = well = found = 0
    for number in range(first, last):
        SLOT.pack_into(shared, 0, number, done, well, found)
        text = program.text(known, seed, number)
        outcome = _outcome(known, text.code)
        done += 1
        well += outcome == ""
        if outcome.startswith("!"):
            found += 1
            os.write(report, f"{number}\t{outcome[1:]}\n".encode(errors="replace"))
    SLOT.pack_into(shared, 0, last, done, well, found)
    os._exit(0)


def _limit() -> None:
    os.setpgid(0, 0)
    faulthandler.enable(sys.__stderr__)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 24, 1 << 24))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    sys.setrecursionlimit(1000)
    os.chdir(tempfile.mkdtemp(prefix="gradtape-fuzz-"))
    sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115


def _outcome(known: program.Grammar, code: str) -> str:
    """Empty if the program ended well, the exception's name if it raised, "!" before a defect."""
    names = scope()
    names["method"] = lambda o, share: program.called(known, o, share)
    hostile.go_on.defect = None
    try:
        exec(compile(code, "<program>", "exec"), names)
        raised = hostile.go_on.defect
    except KeyboardInterrupt as error:
        raised = error
    except BaseException as error:
        raised = error
    if raised is None:
        return ""
    defect = isinstance(raised, hostile.DEFECTS) or type(raised).__name__ == "PanicException"
    with contextlib.suppress(BaseException):
        return f"{'!' if defect else ''}{type(raised).__name__}: {str(raised)[:300]!r}"
    return type(raised).__name__
