"""Where random generators of Python and NumPy stand, and what a trace has drawn of them.

They are the two that `random` and `numpy.random` draw from, and generators of a program's own that
functions have been seen to read.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from typing import Any

# Generators of programs, by their numbers; nothing refers to one weakly.
_own: dict[int, Any] = {}
_MOST = 64  # that are looked after
_OF_NOBODY = 2  # references to one, that of the call that counts among them


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


def look_after(values: Iterable[Any]) -> None:
    """From now on those of these values that are random generators count as well."""
    numpy: Any = sys.modules.get("numpy.random")
    kinds = (random.Random, *(() if numpy is None else (numpy.Generator, numpy.RandomState)))
    for one in values:
        if isinstance(one, kinds) and not isinstance(one, random.SystemRandom):
            if len(_own) >= _MOST:
                _forget_dead()
            if len(_own) < _MOST:
                _own[id(one)] = one


def _forget_dead() -> None:
    """No more of those that nobody else holds."""
    for number in list(_own):
        if sys.getrefcount(_own[number]) <= _OF_NOBODY:
            del _own[number]


def stand() -> Any:
    """Where the generators stand."""
    numpy = sys.modules.get("numpy.random")
    own = {number: _state_of(one) for number, one in list(_own.items())} if _own else {}
    return random.getstate(), None if numpy is None else numpy.get_state(), own


def put(place: Any) -> None:
    """Put them there."""
    random.setstate(place[0])
    if place[1] is not None:
        sys.modules["numpy.random"].set_state(place[1])
    for number, state in place[2].items():
        if number in _own:
            _put_one(_own[number], state)


def same(one: Any, two: Any) -> bool:
    """Whether two places are one; a generator that one of them does not know of does not matter."""
    if one[0] != two[0] or (one[1] is None) != (two[1] is None):
        return False
    if one[1] is not None and not _alike(one[1], two[1]):
        return False
    return all(_alike(one[2][number], two[2][number]) for number in one[2].keys() & two[2].keys())


def _state_of(one: Any) -> Any:
    if isinstance(one, random.Random):
        return one.getstate()
    return one.get_state() if hasattr(one, "get_state") else one.bit_generator.state


def _put_one(one: Any, state: Any) -> None:
    if isinstance(one, random.Random):
        one.setstate(state)
    elif hasattr(one, "set_state"):
        one.set_state(state)
    else:
        one.bit_generator.state = state


def _alike(one: Any, two: Any) -> bool:
    """Whether two states are one, whatever they are made of."""
    if isinstance(one, dict):
        return all(_alike(part, two[name]) for name, part in one.items())
    if isinstance(one, tuple):
        return len(one) == len(two) and all(map(_alike, one, two))
    equal = one == two
    return bool(equal.all()) if hasattr(equal, "all") else bool(equal)
