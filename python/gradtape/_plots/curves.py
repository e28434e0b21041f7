"""Losses and metrics over the steps of a training, as they are and smoothed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .canvas import axes_for
from .numbers import array

if TYPE_CHECKING:
    from .._typing import TensorLike


def smoothed(values: TensorLike, smoothing: float) -> np.ndarray:
    """The running mean of `values`, each older value weighing `smoothing` times the next one.

    The weights of the values so far add up to one, so the first is itself: with `m` the running sum
    `m = smoothing * m + (1 - smoothing) * value`, the mean after `t` values is
    `m / (1 - smoothing**t)` (the correction of Kingma and Ba, 2015). Values that are not finite are
    passed over.

    >>> from gradtape._plots.curves import smoothed
    >>> smoothed([1.0, 2.0, 3.0], 0.5).round(3).tolist()
    [1.0, 1.667, 2.429]
    """
    if not 0.0 <= smoothing < 1.0:
        raise ValueError(f"smoothing must be at least 0 and less than 1, got {smoothing!r}")
    total, weight, found = 0.0, 0.0, []
    for value in array(values).ravel():
        if np.isfinite(value):
            total = smoothing * total + (1.0 - smoothing) * value
            weight = smoothing * weight + (1.0 - smoothing)
        found.append(total / weight if weight else value)
    return np.array(found)


def named(history: Any) -> dict[str, Any]:
    """The curves of `history` by their names."""
    history = getattr(history, "history", history)  # what `Model.fit` returns
    if isinstance(history, Mapping):
        return dict(history)
    return {"loss": history}


def loss_curves(
    history: Any, *, smoothing: float = 0.0, log: bool = False, axes: Any = None
) -> Any:
    """Draws losses over steps, and returns the axes.

    `history` is a sequence of numbers or scalars, a dict of such sequences by their names, or what
    `Model.fit` returned. With a `smoothing` between 0 and 1 the values are drawn faintly, and over
    them a running mean in which each older value weighs `smoothing` times the next one. `log` makes
    the scale of the values logarithmic. Errors: `ValueError` for another `smoothing`, and where
    there is nothing to draw; `ImportError` without Matplotlib.

    >>> import matplotlib; matplotlib.use("agg")
    >>> import gradtape as tf
    >>> axes = tf.plots.loss_curves({"loss": [4.0, 2.0, 1.0], "val_loss": [5.0, 3.0, 2.5]})
    >>> [line.get_label() for line in axes.get_lines()]
    ['loss', 'val_loss']
    """
    curves = {name: array(values).ravel() for name, values in named(history).items()}
    if not any(values.size for values in curves.values()):
        raise ValueError("loss_curves needs at least one value, and the history has none")
    means = {name: smoothed(values, smoothing) for name, values in curves.items()}
    axes = axes_for(axes, "loss_curves")
    for name, values in curves.items():
        (line,) = axes.plot(np.arange(1, values.size + 1), means[name], label=name)
        if smoothing:
            axes.plot(np.arange(1, values.size + 1), values, color=line.get_color(), alpha=0.25)
    axes.set_xlabel("step")
    if log:
        axes.set_yscale("log")
    axes.legend()
    return axes
