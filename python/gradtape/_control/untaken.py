"""What the ways of a condition read that were not taken, which has a gradient of zeros.

A trace makes all ways of a condition one operation: what any of them reads is among its inputs,
and has zeros for a gradient where another way was taken. Only the taken way runs here, so the
others are asked for what they hold: tensors and variables in their outer names, defaults and bound
arguments, and the trainable weights of layers there. What is read in functions that they call is
not seen.

Invariant: values are those of the taken way, and nothing is recorded unless a tape records.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any

from .. import _core
from .._autodiff.custom_gradients import custom_gradient
from .._runtime.kept_names import outer_values
from .._structure import nest

_MOST = 64  # items of a list or dict that are looked at: more are data


def with_zeros(result: Any, untaken: Iterable[Callable[[], Any]]) -> Any:
    """The same values; what `untaken` functions hold gets zeros from them."""
    if not _core.is_recording():
        return result
    held: dict[int, Any] = {}
    for function in untaken:
        held.update((id(one), one) for one in _held(function) if one.dtype.is_floating)
    return nest.map_structure(lambda one: _beside(one, held.values()), result) if held else result


def _beside(one: Any, held: Iterable[Any]) -> Any:
    one = _core.convert_to_tensor(one) if isinstance(one, float) else one
    if not isinstance(one, _core.Tensor) or not one.dtype.is_floating:
        return one
    return _with_inputs(one, *held)


@custom_gradient
def _with_inputs(one: _core.Tensor, *held: Any) -> Any:
    def grad(upstream: _core.Tensor) -> list[_core.Tensor]:
        return [upstream, *map(_core.zeros_like, held)]

    return _core.identity(one), grad


def _held(function: Any) -> Iterator[Any]:
    """Tensors and variables that a function holds."""
    while isinstance(function, functools.partial):
        yield from _leaves([*function.args, *function.keywords.values()])
        function = function.func
    plain = getattr(function, "__func__", function)
    values = [getattr(function, "__self__", None), *(getattr(plain, "__defaults__", None) or ())]
    if isinstance(plain, FunctionType):
        values += outer_values(plain)
    yield from _leaves(values)


def _leaves(values: list[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, (_core.Tensor, _core.Variable)):
            yield value
        elif isinstance(value, (list, tuple, dict)) and len(value) <= _MOST:
            yield from _leaves(list(value.values() if isinstance(value, dict) else value))
        elif isinstance(getattr(type(value), "trainable_variables", None), property):
            yield from value.trainable_variables
