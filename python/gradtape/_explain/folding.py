"""Large graphs made small: operations that belong together become one node.

A graph of at most `most` operations is shown whole. Otherwise operations are folded by the line of
the program that ran them, then by its function, where a trace tells them; else, and where that is
still too many, runs of consecutive operations become one.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from . import sites
from .recordings import Operation, Recording
from .tables import amount


@dataclass
class Box:
    """A node of the picture: one watched thing, one operation, or several."""

    name: str
    title: str
    lines: tuple[str, ...]
    is_leaf: bool
    operations: int
    kept_bytes: int


@dataclass
class Picture:
    """Nodes, and arrows between them by their places."""

    boxes: list[Box]
    arrows: list[tuple[int, int]]
    folded_by: str


def picture_of(tape: Any, most: int) -> Picture:
    """The graph of a tape in at most about `most` nodes for its operations."""
    if most < 1:
        raise ValueError(f"most must be positive, not {most}.")
    recording = Recording.of(tape)
    names = {
        leaf.key: str(v.name).partition(":")[0]
        for leaf in recording.leaves
        for v in tape.watched_variables()
        if leaf.key and _key(v) == leaf.key
    }
    groups, folded_by = _groups(recording.operations, most)
    boxes = [_leaf_box(n, leaf, names) for n, leaf in enumerate(recording.leaves)]
    place = {leaf.number: n for n, leaf in enumerate(recording.leaves)}
    for group in groups:
        for operation in group:
            place.update((out.number, len(boxes)) for out in operation.outputs)
        boxes.append(_box(f"n{len(boxes)}", group))
    arrows = {
        (place[n], place[operation.outputs[0].number])
        for operation in recording.operations
        for n in operation.inputs
        if n is not None and n in place and operation.outputs
    }
    return Picture(boxes, sorted((a, b) for a, b in arrows if a != b), folded_by)


def _key(variable: Any) -> int:
    from .recordings import number_of

    return (number_of(variable) or (True, 0))[1]


def _leaf_box(n: int, leaf: Any, names: dict[int, str]) -> Box:
    title = names.get(leaf.key, "variable") if leaf.key else "watched tensor"
    return Box(f"n{n}", title, (f"{leaf.dtype}{list(leaf.shape)}",), True, 0, 0)


def _box(name: str, group: list[Operation]) -> Box:
    kept = sum(operation.kept_bytes for operation in group)
    lines = []
    if len(group) == 1:
        title = group[0].type
        lines = [str(out) for out in group[0].outputs[:2]]
    else:
        counts = collections.Counter(operation.type for operation in group).most_common()
        title = f"{len(group)} operations"
        lines = [f"{count} x {type_}" if count > 1 else type_ for type_, count in counts[:3]]
        lines += ["..."] if len(counts) > 3 else []
    where = {operation.line for operation in group}
    if len(where) == 1 and (line := where.pop()) is not None:
        lines.append(sites.shown(line))
    if kept:
        lines.append(f"keeps {amount(kept)}")
    return Box(name, title, tuple(lines), False, len(group), kept)


def _groups(operations: list[Operation], most: int) -> tuple[list[list[Operation]], str]:
    if len(operations) <= most:
        return [[operation] for operation in operations], ""
    if any(operation.line is not None for operation in operations):
        for folded_by, key in (("line", _line), ("function", _function)):
            groups = _by(operations, key)
            if len(groups) <= most:
                return groups, folded_by
    size = -(-len(operations) // most)
    runs = [operations[n : n + size] for n in range(0, len(operations), size)]
    return runs, "order"


def _line(operation: Operation) -> Hashable:
    return operation.line


def _function(operation: Operation) -> Hashable:
    line = operation.line
    return (line.file, line.function) if line else None


def _by(operations: list[Operation], key: Callable[[Operation], Hashable]) -> list[list[Operation]]:
    groups: dict[Hashable, list[Operation]] = {}
    for operation in operations:
        groups.setdefault(key(operation), []).append(operation)
    return list(groups.values())
