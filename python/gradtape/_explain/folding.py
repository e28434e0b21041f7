"""Large graphs made small: operations that belong together become one node.

A graph of at most `most` operations is shown whole. Otherwise operations are folded by the module
or layer whose method ran them, by the name scope, by the line of the program or by its function:
the first of these that a trace tells and that leaves few enough. Inner modules and scopes become
part of outer ones until they fit. Else runs of consecutive operations become one.
"""

from __future__ import annotations

import collections
import itertools
import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import _core
from . import sites
from .recordings import Leaf, Operation, Recording, number_of
from .tables import amount

if TYPE_CHECKING:
    from .. import _core


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


def picture_of(tape: Any, most: int, by: str | None = None) -> Picture:
    """The graph of a tape in at most about `most` nodes for its operations."""
    if most < 1:
        raise ValueError(f"most must be positive, not {most}.")
    if by is not None and by not in WAYS:
        raise ValueError(f"by must be None or one of {', '.join(WAYS)}, not {by!r}.")
    recording = Recording.of(tape)
    names = {_key(v): str(_core.Variable.path.__get__(v)) for v in tape.watched_variables()}
    groups, folded_by = _groups(recording.operations, most, by)
    leaves = _leaf_groups(recording.leaves, groups if folded_by else [])
    boxes = [_leaf_box(f"n{n}", group, names) for n, group in enumerate(leaves)]
    place = {leaf.number: n for n, group in enumerate(leaves) for leaf in group}
    for group in groups:
        for operation in group:
            place.update((out.number, len(boxes)) for out in operation.outputs)
        boxes.append(_box(f"n{len(boxes)}", group, folded_by))
    arrows = {
        (place[n], place[operation.outputs[0].number])
        for operation in recording.operations
        for n in operation.inputs
        if n is not None and n in place and operation.outputs
    }
    return Picture(boxes, sorted((a, b) for a, b in arrows if a != b), folded_by)


def _leaf_groups(leaves: list[Leaf], groups: list[list[Operation]]) -> list[list[Leaf]]:
    """What is watched; where operations are folded, things that the same of them use together."""
    if not groups:
        return [[leaf] for leaf in leaves]
    users: dict[int, set[int]] = {leaf.number: set() for leaf in leaves}
    for place, group in enumerate(groups):
        for operation in group:
            for number in operation.inputs:
                if number in users:
                    users[number].add(place)
    found: dict[Hashable, list[Leaf]] = {}
    for leaf in leaves:
        found.setdefault((bool(leaf.key), frozenset(users[leaf.number])), []).append(leaf)
    return list(found.values())


def _key(variable: _core.Variable) -> int:
    return (number_of(variable) or (True, 0))[1]


def _leaf_box(name: str, group: list[Leaf], names: dict[int, str]) -> Box:
    one = "variable" if group[0].key else "watched tensor"
    if len(group) == 1:
        leaf = group[0]
        shape = f"{leaf.dtype}{list(leaf.shape)}"
        return Box(name, names.get(leaf.key, one), (shape,), True, 0, 0)
    common = _common([names.get(leaf.key, "") for leaf in group])
    count, elements = f"{len(group)} {one}s", sum(math.prod(leaf.shape) for leaf in group)
    lines = (count, f"{elements:,} elements") if common else (f"{elements:,} elements",)
    return Box(name, common or count, lines, True, 0, 0)


def _box(name: str, group: list[Operation], folded_by: str) -> Box:
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
    if owner := _common([getattr(o, folded_by, "") for o in group] if folded_by in _PATHS else []):
        title, lines = owner, [title, *lines]
    if not folded_by and (owner := group[0].module or group[0].scope):
        lines.append(owner)
    where = {operation.line for operation in group}
    if len(where) == 1 and (line := where.pop()) is not None:
        lines.append(sites.shown(line))
    if kept:
        lines.append(f"keeps {amount(kept)}")
    return Box(name, title, tuple(lines), False, len(group), kept)


def _common(paths: list[str]) -> str:
    """The path that all of these begin with."""
    levels = zip(*(path.split("/") for path in paths), strict=False)
    return "/".join(names[0] for names in itertools.takewhile(lambda n: len(set(n)) == 1, levels))


def _groups(
    operations: list[Operation], most: int, by: str | None
) -> tuple[list[list[Operation]], str]:
    if by is None and len(operations) <= most:
        return [[operation] for operation in operations], ""
    for way in WAYS if by is None else [by]:
        groups = _folded(operations, most, way)
        if groups:
            return groups, way
    size = -(-len(operations) // most)
    return [operations[n : n + size] for n in range(0, len(operations), size)], "order"


_PATHS = ("module", "scope")
WAYS = (*_PATHS, "line", "function", "order")


def _folded(operations: list[Operation], most: int, way: str) -> list[list[Operation]]:
    """The groups, if a trace tells what is asked for and they are few enough; else nothing."""
    groups: list[list[Operation]] = []
    if way in _PATHS and any(getattr(operation, way) for operation in operations):
        deepest = max(getattr(operation, way).count("/") for operation in operations) + 1
        for depth in range(deepest, 0, -1):
            groups = _by(operations, _path(way, depth))
            if len(groups) <= most:
                break
    elif way in ("line", "function") and any(operation.line for operation in operations):
        groups = _by(operations, _line if way == "line" else _function)
    return groups if len(groups) <= most else []


def _path(way: str, depth: int) -> Callable[[Operation], Hashable]:
    """The outer `depth` modules or scopes of an operation; its line where it has none."""

    def key(operation: Operation) -> Hashable:
        path = getattr(operation, way)
        return tuple(path.split("/")[:depth]) if path else operation.line

    return key


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
