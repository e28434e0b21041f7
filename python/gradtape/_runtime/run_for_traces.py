"""Runs of a function that TensorFlow only traces, as it does with what a dataset is given.

There are no symbols to trace with here: the function runs on an example. What Python does in it is
done; operations write nothing and leave no variable changed, and no Python function is called that
TensorFlow would call with data (`NeedsData`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

from .. import _core
from .kept_values import kept_in, put_back
from .printed import silently

Values = list[tuple[Any, Any]]  # variables, and what they are to hold behind the run

_here = threading.local()  # `count`, how many such runs there are around each other
_beside: list[Callable[[Values], AbstractContextManager[Any]]] = []


class NeedsData(Exception):
    """The function asks for what no trace has."""


def also_left_alone(manager: Callable[[Values], AbstractContextManager[Any]]) -> Any:
    """Decorator: what is to be entered around each such run, to leave other state as it is."""
    _beside.append(manager)
    return manager


def is_there() -> bool:
    """Whether such a run is on."""
    return getattr(_here, "count", 0) > 0


def require_data() -> None:
    """Told that a function needs the values of tensors."""
    if is_there():
        raise NeedsData


@contextmanager
def on_example() -> Iterator[None]:
    """Within, such a run is on."""
    _here.count = getattr(_here, "count", 0) + 1
    try:
        yield
    finally:
        _here.count -= 1


@contextmanager
def leaving_nothing(variables: Iterable[Any]) -> Iterator[None]:
    """Behind it these variables, and those that were made within, hold what they held."""
    values: Values = [(one, kept_in(one)) for one in variables]

    def note(next_creator: Callable[..., Any], **named: Any) -> Any:
        made = next_creator(**named)
        values.append((made, kept_in(made)))
        return made

    _core.enter_creator(note)
    try:
        with ExitStack() as stack:
            for manager in (silently, _core.stop_recording_all):
                stack.enter_context(manager())
            for beside in _beside:
                stack.enter_context(beside(values))
            yield
    finally:
        _core.leave_creator()
        put_back(values)
