"""The call that a thread is in: its `training` flag for inner layers, its number for losses.

Invariant: all layers called inside one outermost call share its number, and leaving a call
restores what was before, whatever was raised.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import threading
from typing import Any

_thread = threading.local()
_numbers = itertools.count(1)


class Call:
    """An outermost call, or one inside it that has another `training` flag."""

    __slots__ = ("number", "training")

    def __init__(self, number: int, training: bool | None) -> None:
        self.number = number
        self.training = training


class entered:
    """Makes a call the innermost one on this thread."""

    __slots__ = ("_call", "_outer")

    def __init__(self, call: Call) -> None:
        self._call = call

    def __enter__(self) -> None:
        self._outer = current_call()
        _thread.call = self._call

    def __exit__(self, *exc_info: object) -> None:
        _thread.call = self._outer


def current_call() -> Call | None:
    """The innermost call on this thread."""
    return getattr(_thread, "call", None)


def next_number() -> int:
    """A number for an outermost call."""
    return next(_numbers)


def resolve_training(
    kind: type, outer: Call | None, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> bool | None:
    """The flag for a call, filled in to `kwargs` where the `call` of a layer class takes it.

    It is what the caller passed, else that of the enclosing call, else None (which layers read as
    inference).
    """
    position, takes_any = _training_parameter(kind)
    inherited = None if outer is None else outer.training
    if position is not None and len(args) > position:
        return inherited if args[position] is None else bool(args[position])
    given = kwargs.pop("training", None)
    training = inherited if given is None else given
    if position is not None or (takes_any and given is not None):
        kwargs["training"] = training
    return training


@functools.cache
def _training_parameter(kind: type) -> tuple[int | None, bool]:
    """Where `call` takes `training`, if it does, and whether it takes any keyword."""
    parameters = list(inspect.signature(kind.call).parameters.values())[1:]  # type: ignore[attr-defined]
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    for position, parameter in enumerate(parameters):
        if parameter.name == "training":
            keyword_only = parameter.kind is parameter.KEYWORD_ONLY
            return (len(parameters) if keyword_only else position), takes_any
    return None, takes_any
