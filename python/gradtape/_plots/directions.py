"""The plane of a loss surface: two directions in the space of all parameters.

Random directions are scaled variable by variable to the length of the variable, so that a picture
does not change with a scale that the network ignores (Li and others, 2018, arXiv:1712.09913).
Those of a path are its two principal components, through its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .numbers import array

Direction = list[np.ndarray]


def random_directions(values: list[np.ndarray], seed: int | None) -> list[Direction]:
    """Two directions of normal random numbers, each part as long as the value it belongs to."""
    draw = np.random.default_rng(seed)
    return [[scaled(draw.normal(size=v.shape), v) for v in values] for _ in range(2)]


def scaled(direction: np.ndarray, value: np.ndarray) -> np.ndarray:
    """`direction` with the length of `value`; with its own where that is zero."""
    length, own = np.linalg.norm(value), np.linalg.norm(direction)
    return direction * (length / own) if length and own else direction


def directions_of_path(path: Sequence[Sequence[Any]], values: list[np.ndarray]) -> list[Direction]:
    """The two directions in which the points of `path` lie farthest apart, of length one."""
    away = offsets(path, values)
    if min(away.shape) < 2:
        raise ValueError("a path needs two points and two parameters or more to span a plane")
    rows = np.linalg.svd(away, full_matrices=False)[2][:2]
    return [parts(row, values) for row in rows]


def offsets(path: Sequence[Sequence[Any]], values: list[np.ndarray]) -> np.ndarray:
    """Each point of `path` less `values`, as rows of numbers."""
    end = flat(values)
    points = [flat([array(part) for part in point]) for point in path]
    if any(point.shape != end.shape for point in points):
        raise ValueError("each point of path must have the values of all variables, in their order")
    return np.stack([point - end for point in points])


def coordinates(away: np.ndarray, directions: list[Direction]) -> np.ndarray:
    """The place of each row in the plane: least squares, as directions need not be orthogonal."""
    plane = np.stack([flat(direction) for direction in directions], axis=1)
    return np.linalg.lstsq(plane, away.T, rcond=None)[0]


def flat(values: list[np.ndarray]) -> np.ndarray:
    """All numbers in one row."""
    return np.concatenate([value.ravel() for value in values])


def parts(row: np.ndarray, values: list[np.ndarray]) -> Direction:
    """A row cut into arrays of the shapes of `values`."""
    ends = np.cumsum([value.size for value in values])[:-1]
    return [part.reshape(v.shape) for part, v in zip(np.split(row, ends), values)]
