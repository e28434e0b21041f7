"""The work that is compared: a table, one row per line of the report.

A row names the method of a peer that prepares it; a peer without that method has no such thing, and
the report shows a dash. Goals are where this library wants to be, as a ratio to others in one run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import arrays
import operations
from inputs import CHAIN_OPS, SCALAR_CALLS, Convolution, Perceptron, Recurrence

OURS = "gradtape"


@dataclass(frozen=True)
class Goal:
    """At most `factor` times the time of `peer`, or of the fastest other one.

    `row` is the row of those times, where it is not the one that has the goal.
    """

    factor: float
    peer: str | None = None
    row: str | None = None

    def limit(self, others: Mapping[str, float]) -> float | None:
        """The figure to stay under, or None where there is nothing to compare with."""
        figures = others.values() if self.peer is None else [others.get(self.peer)]
        known = [figure for figure in figures if figure is not None]
        return self.factor * min(known) if known else None

    def __str__(self) -> str:
        return f"{self.factor:g} x {self.peer or 'the fastest'}"


@dataclass(frozen=True)
class AtMost:
    """An amount to stay under, whatever the others need."""

    amount: float
    text: str

    def limit(self, others: Mapping[str, float]) -> float:
        return self.amount

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Workload:
    """`method(*arguments)` of a peer gives a function to time; it does `per` operations a call."""

    title: str
    method: str
    arguments: tuple[Any, ...] = ()
    per: int = 1
    flop: float = 0.0
    goal: Goal | AtMost | None = None


def perceptron(batch: int, features: int, hidden: int, classes: int, goal: Goal) -> Workload:
    shape = Perceptron(batch, features, hidden, classes)
    title = f"perceptron step {batch}x{features}-{hidden}-{classes}"
    return Workload(title, "perceptron", (shape,), goal=goal)


def elementwise(name: str) -> Workload:
    return Workload(f"{name}, 1M elements", "elementwise", (name,), goal=Goal(1.0))


RECORDED = "chain of 100, recorded, per op"
BOTH_WAYS = "chain of 100, forward + backward, per op"

TIMED = [
    Workload("x*x, scalar, no tape", "square", per=SCALAR_CALLS, goal=Goal(0.3, "numpy")),
    Workload(RECORDED, "chain", per=CHAIN_OPS, goal=Goal(0.5, "numpy")),
    Workload(BOTH_WAYS, "chain_gradient", per=CHAIN_OPS, goal=Goal(1.2, "numpy", RECORDED)),
    perceptron(1, 4, 16, 2, Goal(0.6, "jax")),
    perceptron(32, 64, 64, 10, Goal(0.5, "jax")),
    perceptron(128, 784, 256, 10, Goal(0.75)),
    perceptron(1024, 1024, 2048, 1000, Goal(1.03)),
    Workload("second derivative of x^3", "second_derivative", goal=Goal(0.1, "torch")),
    Workload("jacobian of tanh(Wx), 64x64", "jacobian", (64,), goal=Goal(0.3, "torch")),
    Workload("matrix product, 1024^3", "matmul", (1024,), flop=2 * 1024**3, goal=Goal(1 / 0.95)),
    *(elementwise(name) for name in ("add", "exp", "tanh", "sum")),
    Workload(
        "conv2d 32x28x28x16, 3x3x32, forward + filter gradient",
        "convolution",
        (Convolution(batch=32, size=28, channels=16, kernel=3, filters=32),),
        goal=Goal(1.1, "torch"),
    ),
    Workload(
        "LSTM 32x100x64, 128 units, forward + gradient",
        "recurrence",
        (Recurrence(batch=32, steps=100, features=64, units=128),),
        goal=Goal(1.0, "torch"),
    ),
]

# Rows of a longer table, `--arrays`: single operations, each at every size.
ARRAYS = [
    Workload(f"{name}, {title}", "array", (name, size), goal=Goal(1.0))
    for name in arrays.NAMES
    for title, size in arrays.SIZES.items()
]

# Rows of the longest table, `--sweep`: each operation, forward and with its gradient.
SWEEP = [
    Workload(
        f"{row.name}{', gradient' if gradient else ''}, {size}",
        "operation",
        (row.name, size, gradient),
    )
    for row in operations.OPERATIONS
    for size, (rows, _) in operations.SIZES.items()
    for gradient in ((False, True) if row.has_gradient else (False,))
    if rows <= row.largest
]
EVERY = TIMED + ARRAYS + SWEEP

MB = 1e6

# Peak resident memory over the start, each in a process of its own.
MEMORY = [
    Workload("200 x relu(y+1), 1M elements", "deep", ("relu",), goal=AtMost(60 * MB, "+60 MB")),
    Workload("200 x tanh, 1M elements", "deep", ("tanh",), goal=AtMost(810 * MB, "+810 MB")),
    Workload("200 dead ends tanh(x)*x in a tape", "dead_ends", goal=AtMost(25 * MB, "+25 MB")),
]


def table(pattern: str, rows: list[Workload]) -> list[Workload]:
    """The rows whose title contains `pattern`."""
    return [row for row in rows if pattern in row.title]
