"""`Progbar`: a line that shows how far a loop is."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from .bars_of_keras_2 import Bar
from .texts import mean_of, shown, time_of

_interactive = {"logging": True}


def enable_interactive_logging() -> None:
    """Lines of progress are written over."""
    _interactive["logging"] = True


def disable_interactive_logging() -> None:
    """Each report of progress is a line."""
    _interactive["logging"] = False


def is_interactive_logging_enabled() -> bool:
    """Whether lines of progress are written over."""
    return _interactive["logging"]


class Progbar:
    """Shows steps, time and the means of numbers; `target` is the number of steps, or None.

    Numbers of `stateful_metrics` are shown as they are, others as the mean of what came, each
    weighed by its steps; `stateless_metrics` may name these instead. The last line shows what came
    last, in Keras 2 the means. `verbose` is 0 for silence, 1 for a line that is written over, 2 for
    one at the end.

    >>> import gradtape as tf
    >>> bar = tf.keras.utils.Progbar(2, verbose=2)
    >>> bar.update(1, [("loss", 4.0)])
    >>> bar.update(2, [("loss", 2.0)])  # doctest: +ELLIPSIS
    2/2 - ... - loss: 2.0000
    """

    def __init__(
        self,
        target: int | None,
        width: int | None = None,
        verbose: int = 1,
        interval: float = 0.05,
        stateful_metrics: Iterable[str] | None = None,
        unit_name: str = "step",
        *,
        stateless_metrics: Iterable[str] | None = None,
        **ignored: Any,
    ) -> None:
        self._bar = Bar(target, width or 30, unit_name) if is_keras_2_asked_for() else None
        self.target, self.width, self.verbose = target, width or (30 if self._bar else 20), verbose
        self.interval, self.unit_name = interval, unit_name
        self.stateful_metrics = set(stateful_metrics or ())
        self.stateless_metrics = None if stateless_metrics is None else set(stateless_metrics)
        self._start, self._shown, self._seen = time.time(), 0.0, 0
        self._sums: dict[str, tuple[float, float]] = {}

    def update(
        self,
        current: int,
        values: Iterable[tuple[str, Any]] | None = None,
        finalize: bool | None = None,
    ) -> None:
        """Say that `current` steps are done, with numbers by name."""
        done = self.target is not None and current >= self.target if finalize is None else finalize
        counts_alone = done and not is_keras_2_asked_for()
        for name, value in values or ():
            if counts_alone or self._is_shown_as_it_is(name):
                self._sums[name] = (mean_of(value), 1.0)
            else:
                self._add(name, value, max(current - self._seen, 1))
        self._seen = current
        now = time.time()
        due = self.verbose == 1 and now - self._shown >= self.interval
        if self.verbose and (done or due):
            self._shown = now
            if self._bar is not None and self.verbose == 1:
                self._bar.target = self.target
                self._bar.write(current, self._means(), done)
                return
            self._write(self._line(current, now - self._start), done)

    def add(self, n: int, values: Iterable[tuple[str, Any]] | None = None) -> None:
        """Say that `n` more steps are done."""
        self.update(self._seen + n, values)

    def _is_shown_as_it_is(self, name: str) -> bool:
        if self.stateless_metrics is not None:
            return name not in self.stateless_metrics
        return name in self.stateful_metrics

    def _add(self, name: str, value: Any, steps: float) -> None:
        total, count = self._sums.get(name, (0.0, 0.0))
        self._sums[name] = (total + mean_of(value) * steps, count + steps)

    def _means(self) -> dict[str, float]:
        return {name: total / max(count, 1.0) for name, (total, count) in self._sums.items()}

    def _line(self, current: int, seconds: float) -> str:
        of = f"/{self.target}" if self.target is not None else "/Unknown"
        parts = [f"{current}{of}"]
        if self.verbose == 1 and self.target:
            filled = min(int(self.width * current / self.target), self.width)
            parts[0] += f" [{'=' * filled}{'.' * (self.width - filled)}]"
        each = time_of(seconds / max(current, 1))
        parts.append(f"{seconds:.0f}s {each}/{self.unit_name}")
        for name, mean in self._means().items():
            parts.append(f"{name}: {shown(mean, self.verbose == 2)}")
        return " - ".join(parts)

    def _write(self, line: str, done: bool) -> None:
        over = self.verbose == 1 and is_interactive_logging_enabled()
        sys.stdout.write(f"\r{line}" if over else line)
        sys.stdout.write("\n" if done or not over else "")
        sys.stdout.flush()
