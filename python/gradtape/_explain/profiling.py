"""Where the time goes, operation by operation: a table, a trace file, and flame graphs by line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from .. import _core
from . import sites
from .recordings import Event, events_of
from .tables import amount, columns, duration, shown_in_html

if TYPE_CHECKING:
    from .._typing import PathLike


class profile:
    """Times every operation of this thread while it is entered.

    >>> with tf.profiler.profile() as p:
    ...     y = tf.matmul(tf.ones([64, 64]), tf.ones([64, 64]))
    >>> p.rows[0].name in ("MatMul", "Fill")
    True

    `str(p)` is a table by operation, `p.by_line()` one by line of the program, `p.by_module()` one
    by module and layer. `p.save(path)` writes a file for Perfetto or chrome://tracing,
    `p.save_flame_graph(path)` an SVG; notebooks show the table and the flame graph. The time of an
    operation that a function makes of several includes what the profiler needs in between.
    """

    def __init__(self) -> None:
        self._observer = _core.Observer(True, False)
        self._events: list[Event] | None = None
        self._span = (0, 0)

    def __enter__(self) -> profile:
        self._span = (self._observer.now(), 0)
        self._observer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._observer.stop()
        self._span = (self._span[0], self._observer.now())
        self._events = None

    @property
    def events(self) -> list[Event]:
        """What ran, in order."""
        if self._events is None:
            kinds = ("operation", "passed")
            self._events = [
                e
                for e in events_of(self._observer)
                if (e.kind in kinds and e.outputs) or e.name == "ApplyGradients"
            ]
        return self._events

    @property
    def seconds(self) -> float:
        """From entering to leaving."""
        end = self._span[1] or self._observer.now()
        return (end - self._span[0]) / 1e9

    @property
    def rows(self) -> list[Row]:
        """One row for each operation type, forward and backward apart; the longest first."""
        return _rows((_name(event), event) for event in self.events)

    def by_line(self) -> str:
        """The table by lines of the program."""
        rows = _rows((sites.shown(event.line), event) for event in self.events)
        return _table("line", rows, self.seconds)

    def by_module(self) -> str:
        """The table by modules, layers and models whose methods ran; gradients count for those
        of the operation that they belong to."""
        made = {number: event.site for event in self.events for number, _ in event.outputs}
        rows = _rows((_module(event, made), event) for event in self.events)
        return _table("module", rows, self.seconds)

    def __str__(self) -> str:
        return _table("operation", self.rows, self.seconds)

    __repr__ = __str__

    def save(self, path: PathLike) -> None:
        """Write the events as a trace that Perfetto (ui.perfetto.dev) and Chrome show.

        Operations lie on one track, the lines of the program that ran them on another.
        """
        from pathlib import Path

        Path(path).write_text(json.dumps({"traceEvents": list(self._trace())}), encoding="utf-8")

    def _trace(self) -> Iterable[dict[str, Any]]:
        for track, name in ((1, "operations"), (2, "lines")):
            named = {"name": "thread_name", "ph": "M", "pid": 1, "tid": track}
            yield {**named, "args": {"name": name}}
        for event in self.events:
            common = {
                "ph": "X",
                "pid": 1,
                "ts": (event.start - self._span[0]) / 1e3,
                "dur": (event.end - event.start) / 1e3,
            }
            shapes = [f"{spec[0]}{spec[1]}" for _, spec in event.outputs if spec]
            args = {"outputs": shapes, "bytes": _bytes(event), "line": str(event.line or "?")}
            yield {**common, "tid": 1, "name": _name(event), "cat": _phase(event), "args": args}
            yield {**common, "tid": 2, "name": sites.shown(event.line), "cat": "line"}

    def folded(self) -> list[str]:
        """The stacks with their microseconds, one a line, as flame graph programs take them.

        Lines that lie below all operations are left out.
        """
        lines = {event.site: sites.stack_of(event.site) for event in self.events}
        below = _common(list(lines.values()))
        totals: dict[str, int] = {}
        for event in self.events:
            frames = [_frame(line) for line in lines[event.site][below:]]
            stack = ";".join([*frames, _name(event)])
            totals[stack] = totals.get(stack, 0) + event.end - event.start
        return [f"{stack} {max(total // 1000, 1)}" for stack, total in sorted(totals.items())]

    def save_flame_graph(self, path: PathLike) -> None:
        """Write a flame graph by the program's lines as an SVG, which needs no other file."""
        from pathlib import Path

        Path(path).write_text(flame_graph(self.folded()), encoding="utf-8")

    def _repr_html_(self) -> str:
        return f"<div>{shown_in_html(str(self))}{flame_graph(self.folded())}</div>"


class Row:
    """The operations of one name."""

    def __init__(self, name: str) -> None:
        self.name, self.count, self.seconds, self.bytes = name, 0, 0.0, 0

    def add(self, event: Event) -> None:
        """Count one more."""
        self.count += 1
        self.seconds += (event.end - event.start) / 1e9
        self.bytes += _bytes(event)


def _rows(named: Iterable[tuple[str, Event]]) -> list[Row]:
    rows: dict[str, Row] = {}
    for name, event in named:
        rows.setdefault(name, Row(name)).add(event)
    return sorted(rows.values(), key=lambda row: -row.seconds)


def _table(head: str, rows: list[Row], total: float) -> str:
    known = sum(row.seconds for row in rows)
    table = [
        [
            str(row.count),
            duration(row.seconds),
            f"{row.seconds / total:.0%}" if total else "-",
            duration(row.seconds / row.count),
            amount(row.bytes),
            row.name,
        ]
        for row in rows
    ]
    heads = ["count", "time", "share", "each", "bytes made", head]
    rest = f"{duration(known)} in operations, {duration(max(total - known, 0.0))} elsewhere"
    return columns(heads, table) + f"\n{rest}"


def _name(event: Event) -> str:
    return event.name if event.of is None else f"{event.name} (gradient of {event.of[0]})"


def _module(event: Event, made: dict[int, int]) -> str:
    site = event.site if event.of is None else made.get(event.of[1], 0)
    name = sites.site_of(site).module or "-"
    return name if event.of is None else f"{name} (gradients)"


def _phase(event: Event) -> str:
    return "forward" if event.of is None else "backward"


def _common(stacks: list[list[sites.Line]]) -> int:
    """How many lines all of these begin with, where something is left of each without them."""
    shortest = min(stacks, key=len, default=[])[:-1]
    same = (all(stack[n] == line for stack in stacks) for n, line in enumerate(shortest))
    return next((n for n, alike in enumerate(same) if not alike), len(shortest))


def _bytes(event: Event) -> int:
    total = 0
    for _, spec in event.outputs:
        if spec is not None:
            count = 1
            for length in spec[1]:
                count *= length
            total += count * _core.as_dtype(spec[0]).size
    return total


def _frame(line: sites.Line) -> str:
    name = os.path.basename(line.file)  # noqa: PTH119
    return f"{line.function} ({name}:{line.line})".replace(";", ",")


_ROW, _WIDE = 18, 1000


def flame_graph(folded: list[str]) -> str:
    """An SVG of stacks: the width is the time, each row is called by the one above it."""
    root: dict[str, Any] = {"time": 0, "inner": {}}
    for line in folded:
        stack, _, time = line.rpartition(" ")
        node = root
        node["time"] += int(time)
        for frame in stack.split(";"):
            node = node["inner"].setdefault(frame, {"time": 0, "inner": {}})
            node["time"] += int(time)
    parts: list[str] = []
    depth = _drawn(root, 0.0, 0, max(root["time"], 1), parts)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {depth * _ROW + 2}" '
        'font-family="monospace" font-size="11">'
    )
    return "".join([head, *parts, "</svg>"])


def _drawn(node: dict[str, Any], left: float, row: int, total: int, parts: list[str]) -> int:
    deepest = row
    for name, inner in sorted(node["inner"].items()):
        width = _WIDE * inner["time"] / total
        if width >= 0.5:
            colour = f"hsl({sum(map(ord, name)) % 40 + 15},80%,65%)"
            text = escape(name)
            shown = escape(name[: int(width / 6.8)]) if width > 20 else ""
            parts.append(
                f"<g><title>{text}: {inner['time']} us</title>"
                f'<rect x="{left:.1f}" y="{row * _ROW}" width="{width:.1f}" height="{_ROW - 1}" '
                f'fill="{colour}"/>'
                f'<text x="{left + 3:.1f}" y="{row * _ROW + 13}">{shown}</text></g>'
            )
            deepest = max(deepest, _drawn(inner, left, row + 1, total, parts))
        left += width
    return max(deepest, row)
