"""Loops whose body TensorFlow traces once: each of its operations is the same one in every turn.

So an operation goes on drawing where the turn before left it, and a seed that Keras's backend takes
from NumPy is drawn in the first turn alone.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .drawn_seeds import DrawnSeeds, running


class Turns:
    """A loop that has begun; `again()` before each turn, `end()` behind the last."""

    def __init__(self, mark: Any, trace: DrawnSeeds | None) -> None:
        self._mark, self._trace = mark, trace
        self._stood = 0 if trace is None else trace.stand()

    def again(self) -> None:
        """The next turn begins."""
        if self._mark is not None:
            self._mark.again()
        if self._trace is not None:
            self._trace.go_back(self._stood)

    def end(self) -> None:
        """What follows is not of the loop."""
        if self._mark is not None:
            self._mark.end()


def begin_loop() -> Turns | None:
    """A loop begins; None in eager code, whose turns are like other code.

    >>> from gradtape._runtime.turns_of_loops import begin_loop
    >>> begin_loop() is None
    True
    """
    mark, trace = _core.begin_loop(), running()
    return None if mark is None and trace is None else Turns(mark, trace)
