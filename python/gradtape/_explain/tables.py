"""What a tape holds, as a table: `tape.summary()`."""

from __future__ import annotations

import collections
from dataclasses import dataclass
from html import escape
from typing import Any

from .recordings import Operation, Recording


@dataclass(frozen=True)
class Row:
    """The operations of one type."""

    type: str
    count: int
    shapes: tuple[str, ...]
    kept_bytes: int
    kept: tuple[str, ...]
    seconds: float | None
    backward_seconds: float | None


class Summary:
    """One `Row` for each type of operation, those that keep most first; `str()` is the table."""

    def __init__(self, rows: tuple[Row, ...], watched: int, state: str, times: bool) -> None:
        self.rows, self.watched, self.state, self._times = rows, watched, state, times

    @property
    def operations(self) -> int:
        """How many operations are recorded."""
        return sum(row.count for row in self.rows)

    @property
    def kept_bytes(self) -> int:
        """Bytes kept for gradients."""
        return sum(row.kept_bytes for row in self.rows)

    def __str__(self) -> str:
        head = ["operation", "count", "outputs", "kept", "what is kept"]
        table = [
            [row.type, str(row.count), _few(row.shapes), amount(row.kept_bytes), _few(row.kept)]
            for row in self.rows
        ]
        if self._times:
            head += ["forward", "backward"]
            for line, row in zip(table, self.rows, strict=True):
                line += [duration(row.seconds), duration(row.backward_seconds)]
        end = (
            f"{self.operations} operations, {self.watched} watched, {amount(self.kept_bytes)} kept"
        )
        return columns(head, table) + f"\n{end} ({self.state})"

    __repr__ = __str__


def summary(tape: Any, times: bool | None = None) -> Summary:
    """What `tape` holds; with the times of one that traces, unless `times` is false."""
    recording = Recording.of(tape)
    groups: dict[str, list[Operation]] = {}
    for operation in recording.operations:
        groups.setdefault(operation.type, []).append(operation)
    rows = sorted((_row(type_, group) for type_, group in groups.items()), key=_weight)
    known = recording.events is not None
    if times and not known:
        raise ValueError("Only a tape made with trace=True knows times.")
    return Summary(
        tuple(rows), len(recording.leaves), state_of(recording), known if times is None else times
    )


def state_of(recording: Recording) -> str:
    """What the tape is doing."""
    facts = recording.facts
    if facts["recording"]:
        return "recording"
    if facts["used_up"]:
        return "used up" if recording.is_known else "used up, and forgotten"
    return "stopped" if facts["opened"] else "never entered"


def _weight(row: Row) -> tuple[int, int, str]:
    return -row.kept_bytes, -row.count, row.type


def _row(type_: str, group: list[Operation]) -> Row:
    shapes = collections.Counter(str(out) for operation in group for out in operation.outputs)
    kept = collections.Counter(str(one) for operation in group for one in operation.kept)
    return Row(
        type_,
        len(group),
        tuple(shape for shape, _ in shapes.most_common()),
        sum(operation.kept_bytes for operation in group),
        tuple(what for what, _ in kept.most_common()),
        _total([operation.seconds for operation in group]),
        _total([operation.backward_seconds for operation in group]),
    )


def _total(seconds: list[float | None]) -> float | None:
    known = [s for s in seconds if s is not None]
    return sum(known) if known else None


def _few(items: tuple[str, ...]) -> str:
    return ", ".join(items[:2]) + (f", {len(items) - 2} more" if len(items) > 2 else "")


def amount(size: int) -> str:
    """Bytes as text."""
    for unit, scale in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if abs(size) >= scale:
            return f"{size / scale:.1f} {unit}"
    return f"{size} B"


def duration(seconds: float | None) -> str:
    """Seconds as text."""
    if seconds is None:
        return "-"
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.2f} {unit}"
    return f"{seconds / 1e-9:.0f} ns"


def columns(head: list[str], rows: list[list[str]]) -> str:
    """Rows of texts as aligned columns."""
    table = [head, *rows]
    widths = [max(len(row[n]) for row in table) for n in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )


def shown_in_html(table: str) -> str:
    """A table for a notebook."""
    return f'<pre style="font-size:12px;line-height:1.35;overflow-x:auto">{escape(table)}</pre>'
