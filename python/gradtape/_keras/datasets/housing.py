"""Prices of houses: 506 districts of Boston (13 measures), 20,640 of California (8 measures)."""

from __future__ import annotations

import numpy as np

from .digits import Pairs
from .sources import stored


def load_boston_housing(
    path: str = "boston_housing.npz", test_split: float = 0.2, seed: int = 113
) -> Pairs:
    """`(x_train, y_train), (x_test, y_test)`: float64 measures, and prices in 1,000 dollars."""
    if not 0 <= test_split < 1:
        raise ValueError(f"`test_split` must lie in [0, 1). Received: test_split={test_split}")
    with np.load(stored("boston_housing.npz", path)) as file:
        return _shuffled(file["x"], file["y"], test_split, seed)


def load_california_housing(
    version: str = "large",
    path: str = "california_housing.npz",
    test_split: float = 0.2,
    seed: int = 113,
) -> Pairs:
    """`(x_train, y_train), (x_test, y_test)`: float32 measures, and prices in dollars.

    `version="small"` takes the first 600 districts; `ValueError` for another word.
    """
    if version not in ("small", "large"):
        raise ValueError(
            f"Argument `version` must be one of 'small', 'large'. Received: version={version}"
        )
    count = 600 if version == "small" else None
    with np.load(stored("california_housing.npz", path)) as file:
        return _shuffled(file["x"][:count], file["y"][:count], test_split, seed)


def _shuffled(x: np.ndarray, y: np.ndarray, test_split: float, seed: int) -> Pairs:
    """In an order that `seed` gives (Keras's own), the last `test_split` of them for tests."""
    order = np.arange(len(x))
    np.random.RandomState(seed).shuffle(order)
    cut = int(len(x) * (1 - test_split))
    train, test = order[:cut], order[cut:]
    return (x[train], y[train]), (x[test], y[test])
