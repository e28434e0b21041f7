"""The lines with a bar that Keras writes over themselves, also where the output is no terminal.

Invariant: what was written last is taken back before the next, character by character, and ends
with a line break only at the end.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping

from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..messages import say
from .texts import shown, time_of

_STYLE = re.compile("\x1b\\[[0-9]+m")  # takes no room
_INTERVAL = 0.05  # seconds between two lines, but for the first and the last


class Bar:
    """One line of `target` steps, which may be None until the end tells, as Keras 2 writes it.

    >>> from gradtape._keras.callbacks.bars import Bar
    >>> Bar(2).is_due()
    True
    """

    width = 30
    shows_means = True  # over the steps, of what is no metric of a model

    def __init__(self, target: int | None, width: int | None = None, unit: str = "step") -> None:
        self.target, self._width, self._unit = target, width or self.width, unit
        self._start = time.perf_counter()
        self._after_first: float | None = None
        self._shown = -_INTERVAL
        self._length = 0

    def is_due(self, interval: float = _INTERVAL) -> bool:
        """Whether it is time for another line."""
        return time.perf_counter() - self._shown >= interval

    def write(self, seen: int, numbers: Mapping[str, float], is_last: bool = False) -> None:
        """Write over the line."""
        self._shown = time.perf_counter()
        line = self._steps(seen) + self._times(seen, is_last)
        line += "".join(f" - {name}: {shown(value)}" for name, value in numbers.items())
        over = "\b" * self._length + "\r"
        length = len(_STYLE.sub("", line))
        rest = " " * (self._length - length)
        say(f"{over}{line}{rest}", end="\n" * bool(is_last))
        self._length = length

    def _steps(self, seen: int) -> str:
        if not self.target:
            return f"{seen:7d}/Unknown"
        done = self._width * seen // self.target
        head = "=" if seen >= self.target else ">"
        bar = ("=" * (done - 1) + head if done else "").ljust(self._width, ".")
        return f"{seen:{len(str(self.target))}d}/{self.target} [{bar}]"

    def _times(self, seen: int, is_last: bool) -> str:
        each = self._each(seen)
        if self.target and not is_last:
            return f" - ETA: {_clock(each * (self.target - seen))}"
        return f" - {self._shown - self._start:.0f}s {time_of(each)}/{self._unit}"

    def _each(self, seen: int) -> float:
        """The seconds of a step: the first takes longer than others, which count where there are
        such."""
        if self._after_first is not None and seen > 1:
            return (self._shown - self._after_first) / (seen - 1)
        if seen == 1:
            self._after_first = self._shown
        return (self._shown - self._start) / seen if seen else 0.0


class BarOfKeras3(Bar):
    """As Keras 3 writes it: bold numbers, and a line for a bar, green as far as it has come."""

    width = 20
    shows_means = False

    def _steps(self, seen: int) -> str:
        if not self.target:
            return f"{seen:7d}/Unknown"
        done = min(int(self._width * seen / self.target), self._width)
        bar = f"\x1b[32m{'━' * done}\x1b[0m" if done else ""
        bar += f"\x1b[37m{'━' * (self._width - done)}\x1b[0m"
        return f"{_bold(f'{seen:{len(str(self.target))}d}/{self.target}')} {bar}"

    def _times(self, seen: int, is_last: bool) -> str:
        each = self._each(seen)
        if self.target and not is_last:
            whole = _clock(each * (self.target - seen))
        else:
            whole = f"{self._shown - self._start:.0f}s"
        return f" {_bold(whole)} {time_of(each)}/{self._unit}"


def has_bars() -> bool:
    """Whether lines of progress are those of one of the Kerases."""
    return is_keras_2_asked_for() or are_of_keras_3()


def bar_of(target: int | None, width: int | None = None, unit: str = "step") -> Bar | None:
    """The bar of the Keras that the program has; none outside TensorFlow's place."""
    if is_keras_2_asked_for():
        return Bar(target, width, unit)
    return BarOfKeras3(target, width, unit) if are_of_keras_3() else None


def _bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m"


def _clock(seconds: float) -> str:
    whole = int(seconds)
    if whole > 3600:
        return f"{whole // 3600}:{whole % 3600 // 60:02d}:{whole % 60:02d}"
    return f"{whole // 60}:{whole % 60:02d}" if whole > 60 else f"{whole}s"
