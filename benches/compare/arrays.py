"""Single operations on large and small arrays: which, on how many elements, and their inputs."""

from __future__ import annotations

import numpy as np
from inputs import normal

# Elements of a square matrix: a handful, what fits a core's own cache, what fits none.
SIZES = {"100": 10, "10k": 100, "1M": 1024}

ELEMENTWISE = ("add", "multiply", "add row", "maximum", "pow")
FUNCTIONS = ("sqrt", "exp", "log", "tanh", "sigmoid", "sin", "cos", "erf", "relu")
ROWS = ("softmax", "logsumexp", "cumsum")
REDUCTIONS = ("sum", "mean", "max", "sum rows", "sum columns", "variance")
COPIES = ("transpose", "concat", "pad", "gather")
NAMES = ELEMENTWISE + FUNCTIONS + ROWS + REDUCTIONS + COPIES


def matrices(size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two square matrices, the first positive, and row numbers in a random order."""
    x = np.abs(normal(size, size, seed=1)) + np.float32(0.01)
    rows = np.random.default_rng(3).permutation(size).astype(np.int32)
    return x, normal(size, size, seed=2), rows
