"""What a first run changes, to be undone where TensorFlow computes with the second trace.

A function that makes variables is traced twice there before anything is computed. Here it has run
by then; where it drew from NumPy or `random`, it runs again, with what the second trace drew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from .. import _core
from .kept_values import kept_in, put_back
from .once import TracedAgain
from .printed import waiting

Values = list[tuple[Any, Any]]  # variables, and what they are to hold again

_beside: list[Callable[[Values], AbstractContextManager[Callable[[], None]]]] = []


def also_undone(manager: Callable[[Values], AbstractContextManager[Callable[[], None]]]) -> Any:
    """Decorator: what is to be entered around a first run, and gives what undoes other changes."""
    _beside.append(manager)
    return manager


class Changes:
    """Those of a run within it: of these variables, and of those that are made meanwhile."""

    def __init__(self, variables: Iterable[Any]) -> None:
        self._values: Values = [(one, kept_in(one)) for one in variables]
        self._undoing: list[Callable[[], None]] = []

    def __enter__(self) -> None:
        self._stack = ExitStack()
        _core.enter_creator(self._note)
        self._stack.callback(_core.leave_creator)
        self._written = self._stack.enter_context(waiting())
        self._undoing = [self._stack.enter_context(beside(self._values)) for beside in _beside]

    def __exit__(self, kind: Any, *raised: object) -> None:
        if kind is TracedAgain:
            self._written.clear()
        self._stack.close()

    def _note(self, next_creator: Callable[..., Any], **named: Any) -> Any:
        made = next_creator(**named)
        self._values.append((made, kept_in(made)))
        return made

    def undo(self) -> None:
        """Nothing of the run was done, but what Python did."""
        put_back(self._values)
        for undo in self._undoing:
            undo()
