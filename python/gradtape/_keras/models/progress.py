"""The lines that `fit` and `evaluate` print."""

from __future__ import annotations

import time
from typing import Any

from ..callbacks import Callback


class Progress(Callback):
    """One line per epoch with its time and its numbers; nothing if `verbose` is 0."""

    def __init__(self, verbose: Any, epochs: int) -> None:
        super().__init__()
        self._silent = verbose in (0, False)
        self._epochs = epochs
        self._start = time.perf_counter()
        self._steps = 0
        self._training = False

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._training = True

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._start, self._steps = time.perf_counter(), 0
        if not self._silent:
            print(f"Epoch {epoch + 1}/{self._epochs}")

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._steps += 1

    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._steps += not self._training  # steps of validation are not steps of the epoch

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self.report(logs or {})

    def report(self, results: dict[str, float]) -> None:
        """Print the time per step and the results."""
        if self._silent:
            return
        seconds = time.perf_counter() - self._start
        each = 1000 * seconds / max(self._steps, 1)
        numbers = "".join(f" - {name}: {value:.4g}" for name, value in results.items())
        print(f"{self._steps}/{self._steps} - {seconds:.1f}s - {each:.3g}ms/step{numbers}")
