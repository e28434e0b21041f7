"""The table as Markdown: times, sizes, and in brackets how many times this library's figure."""

from __future__ import annotations

from typing import Any

from peers import LIBRARIES
from turns import Row
from workloads import OURS

TIMES = [(1e-9, "ns"), (1e-6, "us"), (1e-3, "ms"), (1.0, "s")]


def seconds(value: float, until: float) -> str:
    """Best and median, in the unit that suits the best: `1.90-2.05 us`."""
    scale, unit = next(((s, u) for s, u in reversed(TIMES) if value >= s), TIMES[0])
    return f"{value / scale:.3g}-{until / scale:.3g} {unit}"


def size(value: float, sign: str = "") -> str:
    return f"{value / 1e6:{sign}.{0 if abs(value) >= 1e8 else 1}f} MB"


def figure(row: Row, name: str) -> str:
    """A figure without its ratio."""
    best = row.best(name)
    if row.unit == "s":
        text = seconds(best, row.median(name))
        flop = row.workload.flop if row.workload else 0.0
        return f"{text}, {flop / best / 1e9:.0f} GFLOP/s" if flop else text
    return size(best, "+" if row.unit == "over" else "")


def cell(row: Row, name: str) -> str:
    """A figure, `failed` with a note below the table, or a dash where there is no such thing."""
    if row.best(name) is None:
        return "failed" if name in row.words else "-"
    ours, mark = row.best(OURS), " (!)" if name in row.words else ""
    if name == OURS or not ours or ours <= 0:
        return figure(row, name) + mark
    return f"{figure(row, name)} (x{row.best(name) / ours:.2g}){mark}"


def notes(rows: list[Row]) -> list[str]:
    """Why something failed, or that its answer is not the others'."""
    return [
        f"- {row.title}, {LIBRARIES[name].title}: {word}"
        for row in rows
        for name, word in row.words.items()
    ]


def lines(cells: list[list[str]]) -> list[str]:
    """A Markdown table whose columns line up."""
    widths = [max(len(text) for text in column) for column in zip(*cells, strict=True)]
    padded = [
        "| " + " | ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) + " |"
        for row in cells
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return [padded[0], rule, *padded[1:]]


def table(rows: list[Row], names: list[str]) -> str:
    head = ["work", *(LIBRARIES[name].title for name in names)]
    body = [[row.title, *(cell(row, name) for name in names)] for row in rows]
    return "\n".join(lines([head, *body]))


def heading(machine: dict[str, str], about: dict[str, Any], absent: list[str]) -> str:
    """The machine, the versions, and who is not here."""
    versions = ", ".join(
        f"{LIBRARIES[name].title} {said.get('version', said.get('error'))}"
        for name, said in about.items()
        if name != "function"
    )
    text = [", ".join(f"{key} {value}" for key, value in machine.items()), versions]
    if absent:
        text.append("not installed: " + ", ".join(LIBRARIES[name].title for name in absent))
    return "\n".join(text)


def as_json(rows: list[Row]) -> list[dict[str, Any]]:
    return [
        {"title": row.title, "unit": row.unit, "samples": row.samples, "notes": row.words}
        for row in rows
    ]
