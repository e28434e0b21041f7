"""How a function of `keras.ops` is called: on tensors at once, on symbolic ones as a layer.

`operation` marks a function; what it is marked as, `keras.ops.` and its name, is what files of
models say of it. Invariant: a marked function is in `FUNCTIONS` under its name.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from ... import _core
from ..._sparse.tensor import SparseTensor
from ..symbolic import KerasTensor, as_layer, is_symbolic
from .of_sparse import answered

F = TypeVar("F", bound=Callable[..., Any])
FUNCTIONS: dict[str, Callable[..., Any]] = {}
_NESTED = (list, tuple, dict)


def operation(function: F) -> F:
    """Decorator: `function` also takes symbolic tensors, of which it makes a layer.

    It takes sparse ones too, unless it is one that knows them.
    """
    knows_sparse = function.__name__ in ("convert_to_tensor", "shape")

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        kind = _kind_of((*args, *kwargs.values()) if kwargs else args)
        if kind is KerasTensor:
            return as_layer(call)(*args, **kwargs)
        if kind is SparseTensor and not knows_sparse:
            return answered(function, args, kwargs)
        return function(*args, **kwargs)

    call.keras_path = f"keras.ops.{function.__name__}"  # type: ignore[attr-defined]
    FUNCTIONS[function.__name__] = call
    return cast(F, call)


def _kind_of(values: Iterable[Any]) -> type | None:
    """`KerasTensor` if a value is symbolic, else `SparseTensor` if one is sparse."""
    found = None
    for value in values:
        if type(value) is _core.Tensor:
            continue
        if isinstance(value, KerasTensor):
            return KerasTensor
        if isinstance(value, SparseTensor):
            found = SparseTensor
        elif isinstance(value, _NESTED):
            if is_symbolic(value):
                return KerasTensor
            if any(isinstance(part, SparseTensor) for part in value):
                found = SparseTensor
    return found


def named(function: F, name: str, says: str) -> F:
    """A function made by another, with a name and a text of its own."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = says
    return operation(function)
