"""`Monitor`: whether the number that a callback watches has become better."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..._runtime.versions import is_keras_2_asked_for
from ..messages import warn

# In Keras 2 names of which larger is better end so, or have this in them.
_ENDS_IN_KERAS_2, _PART_IN_KERAS_2 = ("acc", "accuracy", "auc"), "acc"
# Ends of names, and classes of metrics, of which larger is better.
_LARGER_IS_BETTER = (
    *("acc", "accuracy", "auc", "precision", "recall", "f1", "f1_score"),
    *("cosine_similarity", "mean_io_u", "r2_score"),
)
_KINDS = {
    *("Accuracy", "BinaryAccuracy", "CategoricalAccuracy", "SparseCategoricalAccuracy"),
    *("TopKCategoricalAccuracy", "SparseTopKCategoricalAccuracy", "Precision", "Recall", "AUC"),
    *("SensitivityAtSpecificity", "SpecificityAtSensitivity", "PrecisionAtRecall"),
    *("RecallAtPrecision", "PearsonCorrelation", "ConcordanceCorrelation", "FBetaScore"),
    *("IoU", "MeanIoU", "CosineSimilarity", "R2Score"),
}


class Monitor:
    """Keeps the best value of one number of the logs.

    `mode` says what is better: "min", "max", or "auto", which takes larger for names that end in
    "acc", "accuracy", "auc" and the like, and for metrics of the model such as `AUC`. In Keras 2 it
    goes by the name alone, which for those that do not stop early (`by_end` false) has "acc" in it.

    >>> from gradtape._keras.callbacks.monitor import Monitor
    >>> losses = Monitor("val_loss", min_delta=0.1)
    >>> [losses.improves(value) for value in (1.0, 0.95, 0.5)]
    [True, False, True]
    """

    def __init__(
        self, name: str, mode: str = "auto", min_delta: float = 0.0, by_end: bool = True
    ) -> None:
        if mode not in ("auto", "min", "max"):
            warn(f"mode {mode!r} is unknown, fallback to auto mode.", stacklevel=3)
            mode = "auto"
        self.name, self.mode, self._delta = name, mode, abs(min_delta)
        self._take(mode == "max" or (mode == "auto" and _is_better_larger(name, by_end)))
        self.reset()

    def _take(self, larger: bool) -> None:
        """Take larger, or smaller, for better."""
        self.larger = larger
        self.delta = self._delta if larger else -self._delta
        self.operation: Callable[[Any, Any], Any] = np.greater if larger else np.less

    def look_at(self, model: Any) -> None:
        """In mode "auto", take larger for better if the metric of this name is such a one."""
        if self.mode == "auto" and not self.larger and not is_keras_2_asked_for():
            name = self.name.removeprefix("val_")
            known = (one for one in getattr(model, "_metrics_one_by_one", ()) if one.name == name)
            if any(kind.__name__ in _KINDS for one in known for kind in type(one).__mro__):
                self._take(True)

    def reset(self, baseline: float | None = None) -> None:
        """Forget the best value, or take `baseline` for it."""
        self.best = baseline

    def value(self, logs: dict[str, Any] | None, warning: str) -> float | None:
        """The number of the logs, or the one in an array; None, with a warning, without it."""
        found = (logs or {}).get(self.name)
        if found is None:
            names = ",".join(logs or {})
            warn(warning.format(name=self.name, names=names), stacklevel=3)
            return None
        return float(found) if np.ndim(found) == 0 else float(np.asarray(found).item())

    def improves(self, value: float) -> bool:
        """Whether `value` is better than the best by more than `min_delta`; then it is the best."""
        better = self.best is None or self.is_better(value, self.best)
        if better:
            self.best = value
        return better

    def is_better(self, value: float, than: float) -> bool:
        """Whether `value` is better than another by more than `min_delta`."""
        return bool(self.operation(value - self.delta, than))


def _is_better_larger(name: str, by_end: bool) -> bool:
    if not is_keras_2_asked_for():
        return name.endswith(_LARGER_IS_BETTER)
    return name.endswith(_ENDS_IN_KERAS_2) if by_end else _PART_IN_KERAS_2 in name


class Watching:
    """Mixin of the callbacks with a monitor: what programs read of it, and set."""

    _watched: Monitor
    monitor: str

    @property
    def best(self) -> float | None:
        """The best value so far; before the first None, in Keras 2 infinitely bad."""
        best = self._watched.best
        if best is None and is_keras_2_asked_for():
            return -math.inf if self._watched.larger else math.inf
        return best

    @best.setter
    def best(self, value: float | None) -> None:
        self._watched.best = value if value is None or math.isfinite(value) else None

    @property
    def mode(self) -> str:
        """What is better: "min", "max" or "auto"."""
        return self._watched.mode

    @property
    def min_delta(self) -> float:
        """What does not count as better; negative where smaller is better."""
        return self._watched.delta

    @property
    def monitor_op(self) -> Callable[[Any, Any], Any]:
        """The comparison that is true for a better value and the best."""
        return self._watched.operation

    @monitor_op.setter
    def monitor_op(self, operation: Callable[[Any, Any], Any]) -> None:
        self._watched.operation = operation
