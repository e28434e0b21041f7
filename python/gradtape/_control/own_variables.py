"""Variables that a `function` makes at every call, or behind its first: TensorFlow refuses them.

Its first call is traced twice there: a variable that the program keeps is made once, any other
again, which is an error. Here the function has run once, and a variable that nobody keeps is gone.
A later trace makes none. Those of optimizers count as the program's; layers of Keras 2 make theirs
outside of traces, and what the library makes for itself counts nowhere.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from .. import _core
from .._runtime.kept_values import kept_in, put_back
from .._runtime.versions import is_keras_2_asked_for

_ONCE = (
    "tf.function only supports singleton tf.Variables created on the first call. Make sure the "
    "tf.Variable is only created once or created outside tf.function. See "
    "https://www.tensorflow.org/guide/function#creating_tfvariables for more information."
)
_OURS = __name__.partition(".")[0]
_CREATOR = "next_creator"  # the first argument of the library's own
_WEIGHTS, _OPTIMIZERS = f"{_OURS}._keras.weight", f"{_OURS}._keras.optimizers."
_DEPTH = 5  # at most so many calls lie between an optimizer and the variable that it makes

# Whether the innermost call of a function is its first, in which variables may be made.
_is_first = ContextVar("_is_first", default=True)


def refused(call: Callable[..., Any], args: Any, kwargs: Any, variables: list[Any]) -> Any:
    """What the first call of a function returns; `ValueError` if it makes a variable to drop it,
    and then nothing is done to the other `variables`."""
    made: list[weakref.ref[Any]] = []

    def note(next_creator: Callable[..., Any], **named: Any) -> Any:
        variable = next_creator(**named)
        if _is_of_the_program(sys._getframe(1), named):
            made.append(weakref.ref(variable))
        return variable

    before = [(variable, kept_in(variable)) for variable in variables]
    result = _within(note, True, lambda: call(*args, **kwargs))
    if any(variable() is None for variable in made):
        put_back(before)
        raise ValueError(_ONCE)
    return result


def refused_later(call: Callable[[], Any], variables: list[Any]) -> Any:
    """What a later trace returns; `ValueError` if it makes a variable, and nothing is done."""
    before = [(variable, kept_in(variable)) for variable in variables]

    def refuse(next_creator: Callable[..., Any], **named: Any) -> Any:
        if not _is_first.get() and _is_of_the_program(sys._getframe(1), named):
            put_back(before)
            raise ValueError(_ONCE)
        return next_creator(**named)

    return _within(refuse, False, call)


def _within(creator: Callable[..., Any], is_first: bool, call: Callable[[], Any]) -> Any:
    before = _is_first.set(is_first)
    _core.enter_creator(creator)
    try:
        return call()
    finally:
        _core.leave_creator()
        _is_first.reset(before)


def _is_of_the_program(frame: Any, named: dict[str, Any]) -> bool:
    """Whether a variable is, which this frame has asked for; creators within ask for others."""
    while _CREATOR in frame.f_code.co_varnames[:2]:
        frame = frame.f_back
    module = frame.f_globals.get("__name__", "")
    if module.partition(".")[0] != _OURS:
        return True
    if module != _WEIGHTS or (is_keras_2_asked_for() and named.get("name") != "learning_rate"):
        return False  # Keras 2 makes all but the rate outside of traces
    return _is_of_an_optimizer(frame)


def _is_of_an_optimizer(frame: Any) -> bool:
    for _ in range(_DEPTH):
        if frame.f_globals.get("__name__", "").startswith(_OPTIMIZERS):
            return True
        if frame.f_back is None:
            return False
        frame = frame.f_back
    return False
