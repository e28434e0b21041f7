"""`Progbar`: a line that shows how far a loop is."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..messages import say
from .bars import bar_of
from .texts import mean_of, shown, time_of


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
        self._bar = bar_of(target, width, unit_name)
        self.target, self.verbose = target, verbose
        self.width = width or (self._bar.width if self._bar else 20)
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
        each = f"{time_of(seconds / max(current, 1))}/{self.unit_name}"
        is_short = self.verbose == 2
        numbers = [f"{name}: {shown(mean, is_short)}" for name, mean in self._means().items()]
        if is_short and is_keras_2_asked_for():
            parts += [f"{seconds:.0f}s", *numbers, f"{time_of(seconds)}/epoch", each]
        else:
            parts += [
                f"{seconds:.0f}s - {each}" if is_short else f"{seconds:.0f}s {each}",
                *numbers,
            ]
        return " - ".join(parts)

    def _write(self, line: str, done: bool) -> None:
        over = self.verbose == 1
        say(f"\r{line}" if over else line, end="\n" if done or not over else "")
