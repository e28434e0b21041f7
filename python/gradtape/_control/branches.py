"""Python's `if` and `while` on a tensor, which TensorFlow traces with random numbers of their own.

The core tells where a function asks a tensor for its truth, and asks in which branch a random
operation stands; frames and the source say so. The body of a `while` is a branch that begins anew
at every turn. Invariant: a branch is known by the lines that lead to it from the function, and by
how often a run of the function has come there; all turns of a loop around it count as one.
"""

from __future__ import annotations

import ast
import functools
import linecache
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import NamedTuple

_MOST = 64  # statements that are remembered of a run
_here = threading.local()


class Statement(NamedTuple):
    """An `if`: the lines of its test, and those of its ways; or a `while`."""

    test: range
    ways: tuple[range, ...]
    turns: bool = False


class Entry(NamedTuple):
    """A statement that a frame has come to, at an instruction and in a turn of loops around."""

    frame: int
    at: int
    statement: Statement
    key: tuple[object, ...]
    turn: int
    counts: dict[tuple[object, ...], int]  # as they were before


class Run:
    """The statements that one run of a function has come to."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.entries: list[Entry] = []
        self.counts: dict[tuple[object, ...], int] = {}
        self.turn = 0


def _run(number: int) -> Run:
    runs: list[Run] = _here.__dict__.setdefault("runs", [])
    while runs and runs[-1].number > number:
        runs.pop()
    if not runs or runs[-1].number != number:
        runs.append(Run(number))
        del runs[:-16]
    return runs[-1]


def asked(number: int) -> bool:
    """A tensor is asked for its truth in run `number`; whether an `if` or a `while` asks."""
    frame = sys._getframe(1)
    if _is_ours(frame):
        return False
    statement = _statement(frame.f_code.co_filename, frame.f_lineno)
    if statement is None:
        return False
    run, place, at = _run(number), id(frame), frame.f_lasti
    same = [e for e in run.entries if e.frame == place and e.statement is statement]
    if same and statement.turns:
        begin_turn(number, same[-1].counts)
        entry = same[-1]._replace(turn=run.turn)
    elif same and same[-1].at < at:  # the second part of `a and b`
        return True
    else:
        counts, path = dict(run.counts), _path(frame)
        run.counts[path] = counts.get(path, 0) + 1
        entry = Entry(place, at, statement, (*path, counts.get(path, 0)), run.turn, counts)
    kept = [known for known in run.entries if known not in same][1 - _MOST :]
    run.entries = [*kept, entry]
    return True


def is_by_program() -> bool:
    """Whether the program's own code asks a tensor for its truth now."""
    return not _is_ours(sys._getframe(1))


def counts(number: int) -> dict[tuple[object, ...], int]:
    """How often run `number` has come where, for `begin_turn`."""
    return dict(_run(number).counts)


def begin_turn(number: int, before: dict[tuple[object, ...], int] | None) -> None:
    """A turn begins of a loop, before which run `number` had come to these places so often."""
    run = _run(number)
    run.turn += 1
    run.counts = dict(before or {})


def current(number: int) -> tuple[int, tuple[object, ...]] | None:
    """The branch in which run `number` is, behind the turn in which it came there; or None."""
    run = _run(number)
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        for entry in reversed(run.entries):
            way = _way(entry, frame) if entry.frame == id(frame) else None
            if way is not None:
                return entry.turn, (*entry.key, way)
        frame = frame.f_back
    return None


def _way(entry: Entry, frame: FrameType) -> int | None:
    """Which way of a statement its frame goes; -1 behind the `and` of its condition."""
    for way, lines in enumerate(entry.statement.ways):
        if frame.f_lineno in lines:
            return way
    behind = frame.f_lineno in entry.statement.test and frame.f_lasti > entry.at
    return -1 if behind and not entry.statement.turns else None


def _path(frame: FrameType | None) -> tuple[object, ...]:
    """The lines that lead to a frame, from the last that is this library's."""
    found = []
    while frame is not None and not _is_ours(frame):
        found.append((frame.f_code.co_firstlineno, frame.f_lineno))
        frame = frame.f_back
    return tuple(found)


def _is_ours(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).startswith("gradtape.")


def _statement(filename: str, line: int) -> Statement | None:
    """The innermost statement whose test has this line."""
    found = [one for one in _statements(filename) if line in one.test]
    return min(found, key=lambda one: len(one.test)) if found else None


@functools.lru_cache(maxsize=64)
def _statements(filename: str) -> list[Statement]:
    try:
        tree = ast.parse("".join(linecache.getlines(filename)))
    except (SyntaxError, ValueError):
        return []
    return list(_of_blocks(tree))


def _of_blocks(tree: ast.AST) -> Iterator[Statement]:
    for node in ast.walk(tree):
        for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            if isinstance(block, list):
                for place, statement in enumerate(block):
                    if isinstance(statement, ast.If):
                        yield _described(statement, block[place + 1 :])
                    if isinstance(statement, ast.While):
                        ways = _lines(statement.body), _lines(statement.orelse)
                        yield Statement(_lines([statement.test]), ways, turns=True)


def _described(statement: ast.If, rest: list[ast.stmt]) -> Statement:
    """An `if` and its ways; what follows one that returns is a way too."""
    returns = any(isinstance(node, ast.Return) for node in ast.walk(statement))
    blocks = [statement.body, statement.orelse, rest if returns else []]
    return Statement(_lines([statement.test]), tuple(map(_lines, blocks)))


def _lines(nodes: list[ast.expr] | list[ast.stmt]) -> range:
    if not nodes:
        return range(0)
    return range(nodes[0].lineno, (nodes[-1].end_lineno or nodes[-1].lineno) + 1)
