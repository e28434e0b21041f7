"""The mode in which the layers of a function run: in Keras 2 that of the function's trace.

TensorFlow traces a function for the types of its arguments. Where a model's `call` is a function
and takes no `training`, its layers have the mode of the call around it, which is no argument: what
was traced in training goes on training when the model is evaluated, and the other way round.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from .manners import is_for_keras_2

# How layers tell their mode, and are given another; there once there are layers.
_layers: list[tuple[Callable[[], Any], Callable[[Any], AbstractContextManager[Any]]]] = []


def tell(mode: Callable[[], Any], within: Callable[[Any], AbstractContextManager[Any]]) -> None:
    """Told how the mode of layers is read, and what to enter for another."""
    _layers.append((mode, within))


def are_kept() -> bool:
    """Whether a function is to keep the mode of its trace."""
    return bool(_layers) and is_for_keras_2()


def kept(
    modes: dict[Any, Any], trace: Any, wider: Any, call: Callable[..., Any]
) -> Callable[..., Any]:
    """The call in the mode of its trace, or of a wider one, which the first call of all has."""
    read, within = _layers[0]
    now = read()
    mode = modes[wider] if trace not in modes and wider in modes else modes.setdefault(trace, now)
    return call if mode is now else functools.partial(_run, within, mode, call)


def _run(within: Any, mode: Any, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    with within(mode):
        return call(*args, **kwargs)
