"""The turns of loops in functions, of which TensorFlow would trace one.

Invariant: loops end in the order in which they stand within each other, also where one is left
before its end, or iterates beside another.
"""

from __future__ import annotations

from typing import Any

from .once_here import here, is_held
from .stands import put, same, stand


class BodyOfLoop:
    """The turns of a loop in a function."""

    def __init__(self) -> None:
        self._start: Any = None  # where generators stood when the first turn began, if it drew
        self._has_run = False
        self._was: tuple[bool, Any] = (False, None)

    def begin(self) -> None:
        """A turn begins."""
        _loops().append(self)
        self._was = getattr(here, "again", False), getattr(here, "outside", None)
        if not self._has_run:
            self._start = stand()
            return
        here.again = True
        if self._start is not None:
            self._stood = stand()
            if not self._was[0]:
                here.outside = self._stood
            put(self._start)
        elif not self._was[0]:
            here.outside = None

    def end(self) -> None:
        """It ends, and those that have begun within."""
        loops = _loops()
        if self not in loops:
            return
        end_loops(loops.index(self) + 1)
        loops.pop()
        if not self._has_run:
            self._has_run = True
            if same(self._start, stand()):
                self._start = None
            return
        if self._start is not None:
            put(self._stood if self._was[0] else here.outside)
        here.again, outside = self._was
        if not self._was[0]:
            here.outside = outside


def _loops() -> list[BodyOfLoop]:
    found: list[BodyOfLoop] = here.__dict__.setdefault("loops", [])
    return found


def count_of_loops() -> int:
    """In how many loops this thread is."""
    return len(_loops())


def end_loops(count: int) -> None:
    """Ends those that have begun since there were so many."""
    loops = _loops()
    while len(loops) > count:
        loops[-1].end()


def body_of_loop() -> BodyOfLoop | None:
    """What holds back the turns of a loop that begins now, where that is in a function."""
    if not is_held["back"]:
        return None
    if getattr(here, "again", False):
        return BodyOfLoop() if here.outside is not None else None
    return BodyOfLoop() if getattr(here, "printed", None) is not None else None
