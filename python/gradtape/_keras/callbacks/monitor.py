"""`Monitor`: whether the number that a callback watches has become better."""

from __future__ import annotations

import math
import warnings
from typing import Any

_LARGER_IS_BETTER = ("acc", "accuracy", "auc", "precision", "recall", "f1", "f1_score")


class Monitor:
    """Keeps the best value of one number of the logs.

    `mode` says what is better: "min", "max", or "auto", which takes larger for names that end in
    "acc", "accuracy", "auc" and the like.

    >>> from gradtape._keras.callbacks.monitor import Monitor
    >>> losses = Monitor("val_loss", min_delta=0.1)
    >>> [losses.improves(value) for value in (1.0, 0.95, 0.5)]
    [True, False, True]
    """

    def __init__(self, name: str, mode: str = "auto", min_delta: float = 0.0) -> None:
        if mode not in ("auto", "min", "max"):
            warnings.warn(f"mode {mode!r} is unknown, fallback to auto mode.", stacklevel=3)
            mode = "auto"
        larger = mode == "max" or (mode == "auto" and name.endswith(_LARGER_IS_BETTER))
        self.name, self._sign, self._delta = name, 1.0 if larger else -1.0, abs(min_delta)
        self.reset()

    def reset(self, baseline: float | None = None) -> None:
        """Forget the best value, or take `baseline` for it."""
        self.best = -self._sign * math.inf if baseline is None else float(baseline)

    def value(self, logs: dict[str, Any] | None, callback: str) -> float | None:
        """The number of the logs; None with a warning where it is not there."""
        found = (logs or {}).get(self.name)
        if found is None:
            names = ",".join(logs or {})
            text = f"{callback} conditioned on metric `{self.name}` which is not available. "
            warnings.warn(f"{text}Available metrics are: {names}", stacklevel=3)
            return None
        return float(found)

    def improves(self, value: float) -> bool:
        """Whether `value` is better than the best by more than `min_delta`; then it is the best."""
        better = self._sign * (value - self.best) > self._delta
        if better:
            self.best = value
        return better

    def is_better(self, value: float, than: float) -> bool:
        """Whether `value` is at the better side of `than`."""
        return self._sign * (value - than) > 0
