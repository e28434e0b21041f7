"""How a function of `keras.ops` is called: on tensors at once, on symbolic ones as a layer.

`operation` marks a function; what it is marked as, `keras.ops.` and its name, is what files of
models say of it. Invariant: a marked function is in `FUNCTIONS` under its name.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from ..symbolic import KerasTensor, as_layer, is_symbolic

F = TypeVar("F", bound=Callable[..., Any])
FUNCTIONS: dict[str, Callable[..., Any]] = {}
_NESTED = (list, tuple, dict)


def operation(function: F) -> F:
    """Decorator: `function` also takes symbolic tensors, of which it makes a layer."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if _any_symbolic(args) or (kwargs and _any_symbolic(kwargs.values())):
            return as_layer(call)(*args, **kwargs)
        return function(*args, **kwargs)

    call.keras_path = f"keras.ops.{function.__name__}"  # type: ignore[attr-defined]
    FUNCTIONS[function.__name__] = call
    return cast(F, call)


def _any_symbolic(values: Iterable[Any]) -> bool:
    for value in values:
        if isinstance(value, KerasTensor):
            return True
        if isinstance(value, _NESTED) and is_symbolic(value):
            return True
    return False


def named(function: F, name: str, says: str) -> F:
    """A function made by another, with a name and a text of its own."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = says
    return operation(function)
