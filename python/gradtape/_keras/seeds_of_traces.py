"""The seeds that a layer of Keras 2 draws with in a function: each draw has one for each trace.

A function is traced twice where it makes variables in its first trace, and the body of a loop once
more in each; all draws of a layer in one tracing take their seeds before those in the next.
"""

from __future__ import annotations

from collections.abc import Callable

from .._runtime.drawn_seeds import DrawnSeeds


class DrawsAgain(RuntimeError):
    """A layer draws more often in a trace than was expected: what runs is to begin anew."""


class SeedsOfTrace:
    """Those of one layer in one trace, in the order of its draws."""

    def __init__(self) -> None:
        self._seeds: list[int] = []
        self._run = 0
        self.place = 0

    def next(self, trace: DrawnSeeds, take: Callable[[int], int]) -> int:
        """The seed of the next draw; `take` gives one that is new, by the place of the draw."""
        run = trace.run()
        if run != self._run:
            self._run, self.place = run, 0
        if self.place == len(self._seeds):
            self._seeds.append(take(self.place))
        self.place += 1
        return self._seeds[self.place - 1]


def makes_state(trace: DrawnSeeds) -> bool:
    """Whether the function reads an optimizer that has not made its variables yet."""
    return any(hasattr(one, "apply_gradients") and not one.built for one in trace.reads())
