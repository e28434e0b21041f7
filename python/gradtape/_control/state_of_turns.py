"""What variables hold in loops whose turns TensorFlow runs as one.

There an operation that reads a variable, or writes one, is run once for all turns: each finds what
the first one found, and what the first one has written stays. Layers that draw so draw the same in
every turn, and metrics count the first example. Invariant: between turns nothing else is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from .. import _core
from .._runtime.kept_values import kept_in, put_back
from .objects import values_read, variables_read

# What models, layers and metrics list, and the mean loss, which a model does not list before it has
# been told one.
_HOLDING = ("variables", "metrics", "loss_tracker")


def in_one(function: Callable[..., Any], turns: Iterable[tuple[Any, ...]]) -> list[Any]:
    """What `function` returns in each turn, for the arguments of each."""
    results: list[Any] = []
    found: list[tuple[Any, Any]] = []
    left: list[tuple[Any, Any]] = []
    for args in turns:
        if results:
            put_back(found)
            results.append(function(*args))
            continue
        held = [(one, kept_in(one)) for one in _variables(function, args)]
        with _those_made(held):
            results.append(function(*args))
        found = [(one, value) for one, value in held if kept_in(one) is not value]
        left = [(one, kept_in(one)) for one, _ in found]
    put_back(left)
    return results


@contextmanager
def _those_made(held: list[tuple[Any, Any]]) -> Iterator[None]:
    """Within, variables that are made are noted with what they are made with."""

    def note(next_creator: Callable[..., Any], **named: Any) -> Any:
        made = next_creator(**named)
        held.append((made, kept_in(made)))
        return made

    _core.enter_creator(note)
    try:
        yield
    finally:
        _core.leave_creator()


def _variables(function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
    """Those that a function may read or write, as far as they can be seen before it runs."""
    known = {id(one): one for one in variables_read(function, args)}
    for holder in values_read(function, [function, *args]):
        known.update((id(one), one) for one in _held(holder))
    return list(known.values())


def _held(holder: Any) -> Iterator[Any]:
    """The variables that an object lists, those of its metrics too."""
    if isinstance(holder, (type, ModuleType, _core.Tensor)):
        return
    for name in _HOLDING:
        for one in _listed(holder, name):
            if isinstance(one, _core.Variable):
                yield one
            elif hasattr(one, "update_state"):
                yield from _held(one)


def _listed(holder: Any, name: str) -> list[Any]:
    try:
        found = getattr(holder, name, ())
    except Exception:  # a property of the program's, or of what is not built yet
        return []
    if isinstance(found, (list, tuple)):
        return [*found]
    return [found] if hasattr(found, "update_state") else []
