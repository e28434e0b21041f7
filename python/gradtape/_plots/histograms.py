"""How gradients or weights are distributed, step after step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._structure.nest import flatten
from .canvas import axes_for
from .numbers import array, finite, whole


def numbers_of(values: Any) -> np.ndarray:
    """Every number in a nested structure, `None` (no gradient) left out."""
    parts = [array(part).ravel() for part in flatten(values) if part is not None]
    return np.concatenate(parts) if parts else np.zeros(0)


def bounds(steps: list[np.ndarray]) -> tuple[float, float]:
    """The least and the largest finite number, a little apart if they are one."""
    every = finite(np.concatenate(steps)) if steps else np.zeros(0)
    if not every.size:
        raise ValueError("histograms needs at least one finite number, and there is none")
    low, high = float(every.min()), float(every.max())
    margin = max(abs(low), 1.0) * 1e-6 if low == high else 0.0
    return low - margin, high + margin


def histograms(
    values: Sequence[Any], *, steps: Sequence[float] | None = None, bins: int = 50, axes: Any = None
) -> Any:
    """Draws a histogram of each step beside the next, as colours, and returns the axes.

    `values` has one entry for each step: a tensor, a variable's value, or a nested structure of
    them, as `tape.gradient` returns it. `None` and what is not finite is left out. A colour is the
    share of the step's numbers that fall between two bounds, the square root of it, so that rare
    ones can be seen. `steps` says what the steps are numbered by; otherwise 1, 2, 3 and so on.
    Errors: `ValueError` for `bins` below 1, for `steps` of another length or not increasing, and
    where there is no finite number; `ImportError` without Matplotlib.

    Keep copies: a variable in `values` is read when the picture is drawn.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import gradtape as tf
    >>> gradients = [tf.random.normal([100]) / step for step in (1.0, 2.0, 3.0)]
    >>> axes = tf.plots.histograms(gradients, bins=10)
    >>> axes.get_xlabel(), axes.get_ylabel()
    ('step', 'value')
    """
    bins = whole(bins, "bins", 1)
    found = [numbers_of(value) for value in values]
    at = np.arange(1, len(found) + 1) if steps is None else array(steps)
    if at.shape != (len(found),) or np.any(np.diff(at) <= 0):
        raise ValueError(f"steps must be {len(found)} increasing numbers, one for each of values")
    edges = np.linspace(*bounds(found), bins + 1)
    counts = np.stack([np.histogram(finite(numbers), edges)[0] for numbers in found], axis=1)
    shares = counts / np.maximum(counts.sum(axis=0), 1)
    axes = axes_for(axes, "histograms")
    axes.pcolormesh(between(at), edges, np.sqrt(shares), cmap="viridis")
    axes.set_xlabel("step")
    axes.set_ylabel("value")
    return axes


def between(at: np.ndarray) -> np.ndarray:
    """Bounds half-way between the steps, and as far beyond the first and the last one."""
    if at.size == 1:
        return np.array([at[0] - 0.5, at[0] + 0.5])
    middle = (at[1:] + at[:-1]) / 2
    return np.concatenate([[2 * at[0] - middle[0]], middle, [2 * at[-1] - middle[-1]]])
