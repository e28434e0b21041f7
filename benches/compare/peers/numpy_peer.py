"""NumPy: what an operation costs without a tape. Its 0-d arrays are the measure for scalar work."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat

import numpy as np
from arrays import matrices
from inputs import CHAIN_OPS, MILLION, SCALAR_CALLS, normal


class NumPy:
    """No gradients here: the chain is the same operations, each on two 0-d arrays."""

    version = np.__version__

    def number(self, value: object) -> float:
        return float(np.sum(value, dtype=np.float64))

    def square(self) -> Callable[[], object]:
        x = np.array(1.5, np.float32)

        def run() -> object:
            for _ in repeat(None, SCALAR_CALLS):
                y = x * x
            return y

        return run

    def chain(self) -> Callable[[], object]:
        # An operation on 0-d arrays answers with a NumPy scalar, which is another type; so each
        # starts from 0-d arrays, and the chain's end, for the checksum, is found beforehand.
        x, a, b = (np.array(v, np.float32) for v in (1.5, 0.99, 0.01))
        end = float(x)
        for _ in range(CHAIN_OPS // 2):
            end = end * 0.99 + 0.01

        def run() -> object:
            for _ in repeat(None, CHAIN_OPS // 2):
                x * a
                x + b
            return end

        return run

    def matmul(self, size: int) -> Callable[[], object]:
        a, b = normal(size, size, seed=1), normal(size, size, seed=2)
        return lambda: a @ b

    def elementwise(self, name: str) -> Callable[[], object]:
        x, y = normal(MILLION, seed=1), normal(MILLION, seed=2)
        return {
            "add": lambda: x + y,
            "exp": lambda: np.exp(x),
            "tanh": lambda: np.tanh(x),
            "sum": lambda: np.sum(x),
        }[name]

    def array(self, name: str, size: int) -> Callable[[], object] | None:
        x, y, rows = matrices(size)
        return {
            "add": lambda: x + y,
            "multiply": lambda: x * y,
            "add row": lambda: x + y[0],
            "maximum": lambda: np.maximum(x, y),
            "pow": lambda: x**y,
            "sqrt": lambda: np.sqrt(x),
            "exp": lambda: np.exp(y),
            "log": lambda: np.log(x),
            "tanh": lambda: np.tanh(y),
            "sin": lambda: np.sin(y),
            "cos": lambda: np.cos(y),
            "relu": lambda: np.maximum(y, 0),
            "cumsum": lambda: np.cumsum(y, 1),
            "sum": lambda: np.sum(y),
            "mean": lambda: np.mean(y),
            "max": lambda: np.max(y),
            "sum rows": lambda: np.sum(y, 1),
            "sum columns": lambda: np.sum(y, 0),
            "variance": lambda: np.var(y, 1),
            "transpose": lambda: y.T.ravel(),
            "concat": lambda: np.concatenate([x, y], 1),
            "pad": lambda: np.pad(y, 1),
            "gather": lambda: y[rows],
        }.get(name)
