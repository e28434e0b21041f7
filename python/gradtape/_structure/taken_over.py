"""`taken_over`: Python functions that a symbolic tensor answers for as a whole.

Operations of the core ask a symbol to answer in their place; what is written over them in Python
asks here. Invariant: for values a function runs as it stands, so its layer in a model, which runs
on values alone, computes what the function does.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from .. import _core
from .composites import Composite

_P = ParamSpec("_P")
_R = TypeVar("_R")
_METHOD = "__tensor_function__"
# What most arguments are, and no symbol is; a look for the method takes longer.
_PLAIN = frozenset({_core.Tensor, int, float, bool, str, tuple, list, type(None)})


def taken_over(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The same function, which is one layer of a model where an argument is symbolic.

    >>> import gradtape as tf
    >>> tf.signal.frame(tf.keras.Input([10]), 4, 2, pad_end=True).shape.as_list()
    [None, 5, 4]
    """

    @wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        symbol = _symbol_among((*args, *kwargs.values()) if kwargs else args)
        if symbol is None:
            return function(*args, **kwargs)
        bound = inspect.signature(function).bind(*args, **kwargs)
        answer: _R = symbol.__tensor_function__(call, dict(bound.arguments))
        return answer

    return call


def _symbol_among(values: Iterable[Any]) -> Any:
    """The first symbolic one; values of several tensors are none."""
    for value in values:
        kind = type(value)
        if kind not in _PLAIN and hasattr(kind, _METHOD) and not isinstance(value, Composite):
            return value
    return None
