"""The lines that `fit`, `evaluate` and `predict` print."""

from __future__ import annotations

import sys
import time
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..messages import say
from .bars import Bar, bar_of
from .callback import Callback
from .logs import names_in, ordered
from .texts import mean_of, shown, time_of


class ProgbarLogger(Callback):
    """Prints a line for each epoch: steps, time and numbers; on a terminal, while it goes on.

    `params["verbose"]` is 0 for silence, 2 for one line at the end of each epoch, else a line that
    is written over where the output is a terminal. In TensorFlow's place and in Keras 2 such a line
    has a bar and is written over in files too. In Keras 2 it shows the mean over the steps of what
    is no metric of the model, where the last step counts twice; in that of 2 the times come last.
    """

    def __init__(self, count_mode: Any = None, stateful_metrics: Any = None) -> None:
        super().__init__()
        self._start, self._steps, self._shown = time.perf_counter(), 0, 0.0
        self._training = False
        self._sums: dict[str, float] = {}
        self._named: dict[str, None] = {}  # what the steps of the epoch have told, in its order
        self._bar: Bar | None = None
        self._target: int | None = None  # what a first epoch has shown

    def _begin(self) -> None:
        """A line begins."""
        self._start, self._steps, self._sums, self._named = time.perf_counter(), 0, {}, {}
        wanted = not self._silent and self.params.get("verbose") != 2
        target = self.params.get("steps") or self._target
        self._bar = bar_of(target) if wanted else None

    @property
    def _silent(self) -> bool:
        return self.params.get("verbose") in (0, False)

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._training = True

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._begin()
        if not self._silent and (self.params.get("epochs") or 1) > 1:
            say(f"Epoch {epoch + 1}/{self.params.get('epochs')}")

    def _add(self, logs: dict[str, Any], steps: int) -> None:
        metrics = {metric.name for metric in self.model.metrics}
        for name in logs.keys() - metrics:
            self._sums[name] = self._sums.get(name, 0.0) + mean_of(logs[name]) * steps

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        seen, self._steps = self._steps, batch + 1
        self._named.update(dict.fromkeys(names_in(logs or {})))
        if self._bar is not None and self._bar.shows_means and logs:
            self._add(logs, max(self._steps - seen, 1))
        self._show(logs)

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        if not self._training:
            self._begin()

    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        if not self._training:  # steps of validation are not steps of the epoch
            seen, self._steps = self._steps, batch + 1
            if self._bar is not None and self._bar.shows_means and logs:
                self._add(logs, max(self._steps - seen, 1))
            self._go_on(logs)

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        if not self._training:
            self._report(self._with_means(dict(logs or {})))

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._begin()

    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._steps = batch + 1
        self._go_on(None)

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        self._report({})

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        known = logs or {}
        if self.params.get("verbose") != 2:  # the line had the numbers of training already
            known = dict(sorted(known.items(), key=lambda pair: pair[0] not in self._named))
        self._report(self._with_means(known))

    def _with_means(self, logs: dict[str, Any]) -> dict[str, Any]:
        """The numbers, with the means over the steps of those that have them."""
        for name in self._sums.keys() & logs.keys():
            logs[name] = (self._sums[name] + mean_of(logs[name])) / (self._steps + 1)
        return logs

    def _go_on(self, logs: dict[str, Any] | None) -> None:
        """Write over the line with a bar, if it is time to."""
        if self._bar is not None and self._bar.is_due():
            known, steps = ordered(logs or {}), max(self._steps, 1)
            means = {name: total / steps for name, total in self._sums.items()}
            numbers = {name: means.get(name) or mean_of(known[name]) for name in known}
            self._bar.write(self._steps, numbers)

    def _show(self, logs: dict[str, Any] | None) -> None:
        """Write over the line, at most ten times in a second, or as Keras does."""
        if self._bar is not None:
            self._go_on(logs)
            return
        now = time.perf_counter()
        if self._silent or self.params.get("verbose") == 2 or now - self._shown < 0.1:
            return
        if sys.stdout.isatty():
            self._shown = now
            say(f"\r{self._line(ordered(logs or {}), False)}", end="")

    def _report(self, logs: dict[str, Any]) -> None:
        if self._bar is not None:
            self._bar.target = self._target = self._bar.target or self._steps
            numbers = {name: mean_of(value) for name, value in logs.items()}
            self._bar.write(self._bar.target, numbers, is_last=True)
        elif not self._silent:
            over = "\r" if sys.stdout.isatty() else ""
            say(f"{over}{self._line(logs, True)}")

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
        return f"{seen}/{of} - {seconds:.0f}s - {each}/step{numbers}"
