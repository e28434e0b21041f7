"""Variables that are handed to borrowed functions: what counts is their value of the moment.

A variable is one of gradtape too, so gradtape's operations would take what its cell holds. In a
stateless scope, and where a layer computes in another type, Keras's `value` is something else.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import gradtape

from ..variable import Variable

_Tensor = gradtape.Tensor


def read_in(module: ModuleType) -> None:
    """Has the public functions of a borrowed module take values for variables."""
    for name, function in list(vars(module).items()):
        is_own = isinstance(function, FunctionType) and function.__module__ == module.__name__
        if is_own and not name.startswith("_"):
            setattr(module, name, _of_values(function))


def _of_values(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for argument in args:
            if type(argument) is not _Tensor and isinstance(argument, _LOOKED_INTO):
                args = tuple([_value(each) for each in args])
                break
        if kwargs:
            kwargs = {key: _value(each) for key, each in kwargs.items()}
        return function(*args, **kwargs)

    return call


_LOOKED_INTO = (Variable, list, tuple)


def _value(argument: Any) -> Any:
    if isinstance(argument, Variable):
        return argument.value
    if type(argument) in (list, tuple):
        return type(argument)([_value(each) for each in argument])
    return argument
