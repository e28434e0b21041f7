"""Where Python's random generator and NumPy's stand, and what a trace has drawn of them."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from typing import Any


class Draws:
    """Of a function that runs for the first time."""

    def __init__(self) -> None:
        self.began = self.stand = stand()  # the latter is where later runs begin
        # Where generators stand before and behind functions that it calls for the first time.
        self.jumps: list[tuple[Any, Any]] = []

    def note(self, inner: Draws, after: Any) -> None:
        """A function within has drawn, as it does in no later run."""
        if not same(inner.began, after):
            self.jumps += [(inner.began, after), (inner.stand, after)]


def behind(place: Any, jumps: Iterable[tuple[Any, Any]]) -> Any:
    """Where generators stand behind a function that begins here in the trace of another."""
    return next((after for before, after in jumps if same(before, place)), place)


def stand() -> Any:
    """Where Python's generator and NumPy's stand."""
    numpy = sys.modules.get("numpy.random")
    return random.getstate(), None if numpy is None else numpy.get_state()


def put(place: Any) -> None:
    """Put them there."""
    random.setstate(place[0])
    if place[1] is not None:
        sys.modules["numpy.random"].set_state(place[1])


def same(one: Any, two: Any) -> bool:
    """Whether two places are one."""
    if one[0] != two[0] or (one[1] is None) != (two[1] is None):
        return False
    if one[1] is None:
        return True
    (_, words, *rest), (_, other_words, *others) = one[1], two[1]
    return rest == others and bool((words == other_words).all())
