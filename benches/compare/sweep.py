"""What the sweep says: how often faster than TensorFlow by size, and which rows fall behind."""

from __future__ import annotations

from statistics import geometric_mean

import operations
from turns import Row
from workloads import OURS

# A row is behind when it takes so much longer than the faster of the two others.
MARGIN = 1.05
# How many times faster than TensorFlow's eager mode in the geometric mean.
GOALS = {"12": 60, "1,000": 30, "1,000,000": 4}


def size_of(row: Row) -> str:
    return row.workload.arguments[1]


def speedups(rows: list[Row], peer: str) -> dict[str, list[float]]:
    """By size, how many times faster than `peer` this library is in each row."""
    found: dict[str, list[float]] = {size: [] for size in operations.SIZES}
    for row in rows:
        ours, theirs = row.best(OURS), row.best(peer)
        if ours and theirs:
            found[size_of(row)].append(theirs / ours)
    return found


def means(rows: list[Row], peer: str) -> list[str]:
    return [
        f"{size} elements, {peer}: {geometric_mean(each):.3g} times faster in the geometric mean "
        f"of {len(each)} rows, slower in {sum(s < 1 for s in each)}"
        for size, each in speedups(rows, peer).items()
        if each
    ]


def behind(rows: list[Row]) -> list[tuple[float, str]]:
    """How many times the faster other library's time, and the row; the worst first."""
    found = []
    for row in rows:
        others = [t for name in row.samples if name != OURS and (t := row.best(name))]
        ours = row.best(OURS)
        if others and ours and ours > MARGIN * min(others):
            found.append((ours / min(others), row.title))
    return sorted(found, reverse=True)


def goals(rows: list[Row]) -> list[str]:
    return [
        f"{'PASS' if geometric_mean(each) >= GOALS[size] else 'FALLS SHORT':12} "
        f"{GOALS[size]} times faster than TensorFlow at {size} elements"
        for size, each in speedups(rows, "tensorflow").items()
        if each
    ]


def report(rows: list[Row]) -> str:
    """The summary in words."""
    lines = [line for peer in ("tensorflow", "torch") for line in means(rows, peer)]
    late = behind(rows)
    lines += [f"more than 5 % behind the faster of the two in {len(late)} of {len(rows)} rows:"]
    lines += [f"  x{factor:.2f}  {title}" for factor, title in late]
    return "\n".join(lines + goals(rows))
