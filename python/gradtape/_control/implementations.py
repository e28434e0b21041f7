"""Functions that do the same on different devices: the one for the CPU is run.

`experimental_attributes` of `tf.function` say so: "api_implements" names what a function does, and
"api_preferred_device" where it does it best. Where a tape recorded when the outermost function was
called, the function that a program calls is run itself, as TensorFlow does with one that loops; but
not in a step of a model, which is a graph.
Invariant: a function is known as long as it lives.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any

from .._runtime import inside
from .._runtime.drawn_seeds import is_in_step

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


def preferred(api: str) -> Any:
    """The function for the CPU that implements this; None if there is none, or it is not run."""
    if inside.is_taped() and not is_in_step():
        return None
    return _for_the_cpu.get(api)
