"""Functions that do the same on different devices: the one for the CPU is run.

`experimental_attributes` of `tf.function` say so: "api_implements" names what a function does, and
"api_preferred_device" where it does it best. Where a tape recorded when the outermost function was
called, and follows what comes out, the function that a program calls is run itself, as TensorFlow
does with one that loops; but not in a step of a model, which is a graph.
Invariant: a function is known as long as it lives.
"""

from __future__ import annotations

import copy
import weakref
from collections.abc import Mapping
from typing import Any

from .._runtime import inside
from .._runtime.drawn_seeds import is_in_step
from .._runtime.followed import are_followed
from .._structure import nest

_API, _DEVICE = "api_implements", "api_preferred_device"
_for_the_cpu: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()


def note(function: Any, attributes: Mapping[str, Any] | None) -> str | None:
    """Keeps what is said of a new function; what it implements, if another may be run instead."""
    given = attributes or {}
    api, device = given.get(_API), given.get(_DEVICE)
    if api is None:
        return None
    if device == "CPU":
        _for_the_cpu[api] = function
    return api if device is None else None


def preferred(function: Any, api: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A function that returns what one of those that implement this does; None if there is no other
    than this one."""
    best = _for_the_cpu.get(api)
    if best is None or not inside.is_taped() or is_in_step():
        return best
    if not are_followed(nest.flatten([args, kwargs])):
        return best
    alone = copy.copy(function)
    alone._api = None
    outputs = alone(*args, **kwargs)
    return (lambda *_, **__: outputs) if are_followed(nest.flatten(outputs)) else best
