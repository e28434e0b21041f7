"""Variables that a `function` makes at every call, which TensorFlow refuses.

Its first call is traced twice there: a variable that the program keeps is made once, any other
again, which is an error. Here the function has run once, and a variable that nobody keeps is gone.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from typing import Any

from .. import _core

_ONCE = (
    "tf.function only supports singleton tf.Variables created on the first call. Make sure the "
    "tf.Variable is only created once or created outside tf.function. See "
    "https://www.tensorflow.org/guide/function#creating_tfvariables for more information."
)
_OURS = __name__.partition(".")[0]
_CREATOR = "next_creator"  # the first argument of the library's own


def refused(call: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """What the first call of a function returns; `ValueError` if it makes a variable to drop it."""
    made: list[weakref.ref[Any]] = []

    def note(next_creator: Callable[..., Any], **named: Any) -> Any:
        variable = next_creator(**named)
        if not _is_made_by_the_library(sys._getframe(1)):
            made.append(weakref.ref(variable))
        return variable

    _core.enter_creator(note)
    try:
        result = call(*args, **kwargs)
    finally:
        _core.leave_creator()
    if any(variable() is None for variable in made):
        raise ValueError(_ONCE)
    return result


def _is_made_by_the_library(frame: Any) -> bool:
    """Whether a variable is, which this frame has asked for; creators within ask for others."""
    while _CREATOR in frame.f_code.co_varnames[:2]:
        frame = frame.f_back
    return bool(frame.f_globals.get("__name__", "").partition(".")[0] == _OURS)
