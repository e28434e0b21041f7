"""What was promised, held against what was measured: PASS, FALLS SHORT, or why it is not known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from turns import Row
from workloads import BOTH_WAYS, MB, OURS, RECORDED, Goal

PASS, SHORT, UNKNOWN = "PASS", "FALLS SHORT", "NOT MEASURED"


@dataclass(frozen=True)
class Verdict:
    """A promise, what was found, and whether that keeps it."""

    promise: str
    found: str
    result: str

    def __str__(self) -> str:
        return f"{self.result:12}  {self.promise}: {self.found}"


def verdict(
    promise: str, value: float | None, limit: float, show: Callable[[float], str]
) -> Verdict:
    """A promise that `value` is at most `limit`."""
    if value is None:
        return Verdict(promise, "a figure is missing", UNKNOWN)
    return Verdict(promise, show(value), PASS if value <= limit else SHORT)


def figure(rows: list[Row], title: str, name: str) -> float | None:
    """The best figure of a library in a row, if there is one that can be believed."""
    for row in rows:
        if row.title == title and name not in row.words:
            return row.best(name)
    return None


def ratio(rows: list[Row], title: str, peer: str) -> float | None:
    """Our figure as a part of the peer's."""
    ours, theirs = figure(rows, title, OURS), figure(rows, title, peer)
    return ours / theirs if ours and theirs else None


def first_budgets(rows: list[Row], wheel: dict[str, Any] | None) -> list[Verdict]:
    """Per operation, there and back, to import, to download."""
    times, faster = (lambda v: f"{v:.2f} x"), (lambda v: f"{1 / v:.1f} times faster")
    return [
        verdict(
            "a recorded op costs no more than NumPy's op on a 0-d array",
            ratio(rows, RECORDED, "numpy"),
            1.0,
            times,
        ),
        verdict(
            "the chain of 100, there and back, at least 5 times faster than PyTorch",
            ratio(rows, BOTH_WAYS, "torch"),
            1 / 5,
            faster,
        ),
        verdict(
            "the same, at least 50 times faster than TensorFlow",
            ratio(rows, BOTH_WAYS, "tensorflow"),
            1 / 50,
            faster,
        ),
        verdict(
            "import within 30 ms of NumPy's",
            figure(rows, "import, over NumPy's", OURS),
            0.030,
            lambda v: f"{v * 1e3:.1f} ms",
        ),
        verdict(
            "the wheel under 10 MB",
            wheel["bytes"] if wheel else None,
            10 * MB,
            lambda v: f"{v / MB:.2f} MB",
        ),
    ]


def others(rows: list[Row], title: str) -> dict[str, float]:
    """What the other libraries needed, where that can be believed."""
    names = {name for row in rows if row.title == title for name in row.samples} - {OURS}
    known = {name: figure(rows, title, name) for name in names}
    return {name: value for name, value in known.items() if value is not None}


def goal_verdict(rows: list[Row], row: Row) -> Verdict:
    goal = row.workload.goal
    beside = goal.row if isinstance(goal, Goal) and goal.row else row.title
    limit, ours = goal.limit(others(rows, beside)), figure(rows, row.title, OURS)
    promise = f"{row.title}: {goal}"
    if limit is None or ours is None:
        return Verdict(promise, "a figure is missing", UNKNOWN)
    return Verdict(promise, f"{ours / limit:.2f} of that", PASS if ours <= limit else SHORT)


def goals(rows: list[Row]) -> list[Verdict]:
    """The goal of each row that has one."""
    return [goal_verdict(rows, row) for row in rows if row.workload and row.workload.goal]
