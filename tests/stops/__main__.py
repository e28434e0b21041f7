"""How long an interrupt waits in each operation: `make stops`, or this file with names of rows.

A signal handler is run again and again while a call lasts; what counts are the seconds of the
processor between two times. Then it raises an exception in the middle of the call. No row may keep
the handler waiting, or take to end, for longer than `LIMIT`.
"""

from __future__ import annotations

import argparse
import os
import sys

# All the work on the thread that is measured.
os.environ["GRADTAPE_NUM_THREADS"] = "1"

from calls import SHORT, TABLE, Entry
from programs import PROGRAMS
from silence import LIMIT, LONG, grown, stopping

from gradtape import _core

# How often a row is measured that seems too long.
TIMES = 3


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests/stops", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="rows and programs; all unless given")
    return parser.parse_args()


def check_table() -> None:
    """Every row of the registry is measured, or said to take no time."""
    known, names = {*TABLE, *SHORT}, {name for name, _, _ in _core.grammar()}
    assert known == names, f"rows without a call: {names - known}; calls of no row: {known - names}"


def measured(entry: Entry) -> tuple[int, float, float, float]:
    """The size, the seconds of the call, and for how long a handler and the end had to wait.

    A call that is too long is so each time; what a busy machine does to one run is not the call's.
    """
    for _ in range(TIMES):
        n, took, silent = grown(entry)
        end = stopping(entry.make(n), took / 3) if took >= LONG else 0.0
        if max(silent, end) <= LIMIT:
            break
    return n, took, silent, end


def main() -> int:
    entries, late = {**TABLE, **PROGRAMS}, []
    check_table()
    for name in arguments().names or entries:
        n, took, silent, end = measured(entries[name])
        remark = "" if took >= LONG else "at most"
        if max(silent, end) > LIMIT:
            late.append(name)
            remark = "too long"
        print(f"{name:32} {n:>12,} {took:8.3f} {silent:8.3f} {end:8.3f} {remark}", flush=True)
    print(f"longer than {LIMIT} s: {', '.join(late) or 'none'}")
    return bool(late)


if __name__ == "__main__":
    sys.exit(main())
