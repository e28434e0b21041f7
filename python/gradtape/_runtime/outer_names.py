"""What outer names of the functions that a traced function calls meant when it was traced.

They are names of modules and cells of functions around; those of the traced function itself are
kept by `kept_names`. As with attributes (`kept_attributes`) a run finds the values of then, and
what it assigns is forgotten. Invariant: outside of such a run every name means what the program
gave it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import CellType, FunctionType
from typing import Any

import numpy as np

from .kept_kinds import is_kept
from .kept_names import names_read, names_set

_STATES = (int, float, tuple, np.ndarray, np.generic)


class _Cell:
    """A cell as a dict of one name."""

    __slots__ = ("cell",)

    def __init__(self, cell: CellType) -> None:
        self.cell = cell

    def get(self, name: str, default: Any = None) -> Any:
        """What it holds."""
        try:
            return self.cell.cell_contents
        except ValueError:  # it is filled later
            return default

    def __setitem__(self, name: str, value: Any) -> None:
        self.cell.cell_contents = value


class OuterNames:
    """Those of some functions, from now on; if `writes_stay`, what the first run assigns stays."""

    def __init__(self, functions: Iterable[FunctionType] = (), writes_stay: bool = False) -> None:
        self._writes_stay = writes_stay
        found = {key: one for function in functions for key, one in _of(function)}
        # Where a name is looked up, the name, its value of then, and whether a function sets it.
        self._stood = [one for one in found.values() if is_kept(one[2])]
        self._set = [one for one in self._stood if one[3]]
        self._outside: list[tuple[Any, str, Any, Any]] = []

    def __bool__(self) -> bool:
        return bool(self._stood)

    def forget_flags(self) -> None:
        """What the traced function has set just once is not set again: flags that say so."""
        for one in self._set:
            if once_set(one[2], one[0].get(one[1])):
                self._stood.remove(one)
        self._set = [one for one in self._stood if one[3]]

    def enter(self) -> None:
        """Names mean what they meant then."""
        outside = []
        for place, name, value, is_set in self._stood:
            found = place.get(name)
            if is_set or found is not value:
                outside.append((place, name, value, found))
                if is_kept(found):
                    place[name] = value
        self._outside = outside

    def leave(self) -> None:
        """Names mean what the program gave them."""
        outside, self._outside = self._outside, []
        for place, name, value, given in outside:
            stays = self._writes_stay and place.get(name) is not value
            if is_kept(given) and not stays:
                place[name] = given
        self._writes_stay = False


def once_set(before: Any, after: Any) -> bool:
    """Whether a value is another now, and that is no state that goes on: a count, a tuple, an
    array."""
    counts = isinstance(after, _STATES) and not isinstance(after, bool)
    return after is not before and (isinstance(before, bool) or not counts)


def _of(function: FunctionType) -> Iterator[tuple[Any, tuple[Any, str, Any, bool]]]:
    outer, written = function.__globals__, names_set(function)
    for name in names_read(function) | written:
        if name in outer:
            yield (id(outer), name), (outer, name, outer[name], name in written)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        place = _Cell(cell)
        yield id(cell), (place, name, place.get(name), True)
