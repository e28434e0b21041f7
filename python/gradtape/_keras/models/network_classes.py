"""Which classes of models are made of symbolic inputs and outputs, as `Model` itself is.

Such a class says its layers and their calls in its configuration, and is made of them again.
Keras goes by the arguments of `__init__`: those of a network, or in Keras 3 any, `*args, **kwargs`.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..lookup import is_written_here

_OF_NETWORKS = ["inputs", "outputs", "name"]


def tells_network(kind: Any) -> bool:
    """Whether a model of this class that has a network says it in its configuration."""
    takes = _taken_by(kind.__init__)
    if takes is None or takes.args[1:] == _names():
        return True
    return not is_keras_2_asked_for() and takes.varargs is not None and takes.varkw is not None


def is_made_of_network(kind: Any) -> bool:
    """Whether a configuration that says a network is made a model of this class with it."""
    takes = _taken_by(kind.__init__)
    if takes is None or takes.args[1:] == _names():
        return True
    return takes.varargs == "args" and takes.varkw == "kwargs"


def _names() -> list[str]:
    return [*_OF_NETWORKS, "trainable"] if is_keras_2_asked_for() else _OF_NETWORKS


@functools.lru_cache(maxsize=1024)
def _taken_by(init: Any) -> inspect.FullArgSpec | None:
    """What an `__init__` takes; None for the library's own."""
    return None if is_written_here(init) else inspect.getfullargspec(init)
