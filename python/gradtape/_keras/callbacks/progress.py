"""The lines that `fit`, `evaluate` and `predict` print."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from ..._runtime.versions import is_keras_2_asked_for
from .callback import Callback
from .logs import as_number, rate_name

_WIDTH = 30  # of Keras 2's bar


class ProgbarLogger(Callback):
    """Prints a line for each epoch: steps, time and numbers; on a terminal, while it goes on.

    `params["verbose"]` is 0 for silence, 2 for one line at the end of each epoch, else a line that
    is written over where the output is a terminal. In Keras 2 such a line has a bar, and shows the
    mean over the steps of what is no metric of the model, in which the last step counts twice; in
    that of 2 the times come last.
    """

    def __init__(self, count_mode: Any = None, stateful_metrics: Any = None) -> None:
        super().__init__()
        self._start, self._steps, self._shown = time.perf_counter(), 0, 0.0
        self._training = False
        self._sums: dict[str, float] = {}

    @property
    def _silent(self) -> bool:
        return self.params.get("verbose") in (0, False)

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._training = True

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._start, self._steps, self._sums = time.perf_counter(), 0, {}
        if not self._silent and (self.params.get("epochs") or 1) > 1:
            print(f"Epoch {epoch + 1}/{self.params.get('epochs')}")

    @property
    def _averages(self) -> bool:
        return not self._silent and self.params.get("verbose") != 2 and is_keras_2_asked_for()

    def _add(self, logs: dict[str, Any]) -> None:
        metrics = {metric.name for metric in self.model.metrics}
        for name in logs.keys() - metrics:
            self._sums[name] = self._sums.get(name, 0.0) + mean_of(logs[name])

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._steps += 1
        if self._averages and logs:
            self._add(logs)
        self._show(logs)

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        if not self._training:
            self._start, self._steps = time.perf_counter(), 0

    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._steps += not self._training  # steps of validation are not steps of the epoch

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        if not self._training:
            self._report(logs or {})

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._start, self._steps = time.perf_counter(), 0

    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._steps += 1

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        self._report({})

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        known = logs or {}
        if self.params.get("verbose") != 2:  # the line had the numbers of training already
            later = ("val_", rate_name())
            known = dict(sorted(known.items(), key=lambda pair: pair[0].startswith(later)))
        for name, total in self._sums.items():
            known[name] = (total + mean_of(known[name])) / (self._steps + 1)
        self._report(known)

    def _show(self, logs: dict[str, Any] | None) -> None:
        """Write over the line, at most ten times in a second."""
        now = time.perf_counter()
        if self._silent or self.params.get("verbose") == 2 or now - self._shown < 0.1:
            return
        if sys.stdout.isatty():
            self._shown = now
            print(f"\r{self._line(logs or {}, False)}", end="", flush=True)

    def _report(self, logs: dict[str, Any]) -> None:
        if not self._silent:
            over = "\r" if sys.stdout.isatty() else ""
            print(f"{over}{self._line(logs, True)}")

    def _line(self, logs: dict[str, Any], is_last: bool) -> str:
        seconds = time.perf_counter() - self._start
        each = time_of(seconds / max(self._steps, 1))
        of = self.params.get("steps") or self._steps
        seen = of if is_last else self._steps
        is_short = self.params.get("verbose") == 2
        numbers = "".join(
            f" - {name}: {shown(mean_of(value), is_short)}" for name, value in logs.items()
        )
        if is_short and is_keras_2_asked_for():
            numbers += f" - {time_of(seconds)}/epoch - {each}/step"
            return f"{seen}/{of} - {seconds:.0f}s{numbers}"
        if is_keras_2_asked_for():
            return f"{seen}/{of} {_bar(seen, of)} - {seconds:.0f}s {each}/step{numbers}"
        return f"{seen}/{of} - {seconds:.0f}s - {each}/step{numbers}"


def _bar(seen: int, of: int) -> str:
    """How far a loop is, as Keras 2 draws it."""
    done = _WIDTH * seen // of if of else 0
    head = "=" if seen >= of else ">"
    return f"[{('=' * (done - 1) + head if done else '').ljust(_WIDTH, '.')}]"


def mean_of(value: Any) -> float:
    """The number that stands for what a step reported: of an array its mean."""
    number = as_number(value)
    return number if isinstance(number, float) else float(np.mean(number))


def shown(value: float, is_short: bool) -> str:
    """Four digits behind the point, or of a small number; of a negative one in short lines."""
    size = value if is_short else abs(value)
    return f"{value:.4f}" if size > 1e-3 else f"{value:.4e}"


def time_of(seconds: float) -> str:
    """The time of a step in seconds, or where it is short in thousandths or millionths."""
    if seconds >= 1:
        return f"{seconds:.0f}s"
    return f"{seconds * 1e3:.0f}ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f}us"
