"""The loss around a network's parameters, along two directions of their space.

The variables have their own values again when the picture is drawn, and when the loss raises.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .canvas import axes_for
from .directions import Direction, coordinates, directions_of_path, offsets, random_directions
from .numbers import array, finite, whole


def loss_surface(
    loss: Callable[[], Any],
    variables: Sequence[Any],
    *,
    directions: Sequence[Sequence[Any]] | None = None,
    path: Sequence[Sequence[Any]] | None = None,
    span: float = 1.0,
    points: int = 25,
    relief: bool = False,
    seed: int | None = 0,
    axes: Any = None,
) -> Any:
    """Draws `loss()` while `variables` move in a plane, and returns the axes.

    The plane goes through the present values, the cross in the picture. Its two `directions` are
    lists of arrays of the variables' shapes; without them, random ones by `seed`, each part as long
    as its variable, or, when a `path` is given, its two principal components. `path` is a list of
    earlier values of all variables, and is drawn as it looks in the plane. The plane reaches `span`
    times each direction both ways, and far enough for the path; the loss is computed at
    `points` times `points` places. `relief` draws a surface in space instead of lines of equal
    loss. Errors: `ValueError` for no variables, for directions that are not two of the
    right shapes, for a path that spans no plane; `ImportError` without Matplotlib.

    The variables have their present values again afterwards, also when `loss` raises.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> axes = tf.plots.loss_surface(lambda: tf.reduce_sum(w**2), [w], points=5)
    >>> w.numpy().tolist()
    [1.0, 2.0]
    """
    variables = list(variables)
    points = whole(points, "points", 2)
    if not variables:
        raise ValueError("loss_surface needs at least one variable")
    values = [array(variable) for variable in variables]
    plane = chosen(directions, path, values, seed)
    trail = None if path is None else coordinates(offsets(path, values), plane)
    lines = [reach(span, None if trail is None else trail[axis], points) for axis in range(2)]
    heights = scan(loss, variables, values, plane, lines)
    axes = axes_for(axes, "loss_surface", **({"projection": "3d"} if relief else {}))
    return draw(axes, lines, heights, trail, relief)


def chosen(
    given: Sequence[Sequence[Any]] | None,
    path: Sequence[Sequence[Any]] | None,
    values: list[np.ndarray],
    seed: int | None,
) -> list[Direction]:
    """The two directions that were given, those of the path, or random ones."""
    if given is None:
        random = path is None
        return random_directions(values, seed) if random else directions_of_path(path or [], values)
    plane = [[array(part) for part in direction] for direction in given]
    shapes = [value.shape for value in values]
    if len(plane) != 2 or any([part.shape for part in d] != shapes for d in plane):
        raise ValueError(f"directions must be two lists of arrays of the shapes {shapes}")
    return plane


def reach(span: float, trail: np.ndarray | None, points: int) -> np.ndarray:
    """The places along one direction."""
    if trail is None:
        return np.linspace(-span, span, points)
    low, high = min(trail.min(), 0.0), max(trail.max(), 0.0)
    margin = 0.2 * (high - low) or span
    return np.linspace(low - margin, high + margin, points)


def scan(
    loss: Callable[[], Any],
    variables: list[Any],
    values: list[np.ndarray],
    plane: list[Direction],
    lines: list[np.ndarray],
) -> np.ndarray:
    """The loss at every place, `[along the second, along the first]` direction."""
    kept = [variable.numpy() for variable in variables]  # in their own dtype: put back exactly
    heights = np.empty((lines[1].size, lines[0].size))
    try:
        for row, b in enumerate(lines[1]):
            for column, a in enumerate(lines[0]):
                for variable, value, first, second in zip(variables, values, *plane):
                    variable.assign(
                        (value + a * first + b * second).astype(variable.dtype.as_numpy_dtype)
                    )
                heights[row, column] = array(loss())
    finally:
        for variable, value in zip(variables, kept):
            variable.assign(value)
    return heights


def draw(
    axes: Any, lines: list[np.ndarray], heights: np.ndarray, trail: np.ndarray | None, relief: bool
) -> Any:
    """Lines of equal loss or a relief, the path and the cross."""
    if not finite(heights).size:
        raise ValueError("the loss is finite nowhere in the plane")
    shown = np.ma.masked_invalid(heights)
    if relief:
        axes.plot_surface(*np.meshgrid(*lines), shown, cmap="viridis")
        axes.set_zlabel("loss")
    else:
        axes.contour(*lines, shown, levels=20, cmap="viridis")
        axes.plot([0.0], [0.0], "x", color="tab:red")
    if trail is not None and not relief:
        axes.plot(*trail, ".-", color="tab:red")
    axes.set_xlabel("along the first direction")
    axes.set_ylabel("along the second direction")
    return axes
