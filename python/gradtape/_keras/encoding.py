"""Configurations of layers and arguments of their calls as JSON and back, for saved models.

JSON knows lists, dicts with names, numbers, strings and None. Everything else is a dict with one
key that no program uses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from .symbolic_keys import Bounds


def encoded(
    value: Any,
    symbol: Callable[[Any], Any] = lambda item: item,
    is_symbol: Callable[[Any], bool] = lambda item: False,
) -> Any:
    """JSON for a value; `symbol` describes a symbolic tensor. Others are left to `json`.

    >>> from gradtape._keras.encoding import decoded, encoded
    >>> decoded(encoded({"size": (2, 3), "axes": slice(1)}))
    {'size': (2, 3), 'axes': slice(None, 1, None)}
    """

    def code(item: Any) -> Any:
        if isinstance(item, dict):
            return {key: code(inner) for key, inner in item.items()}
        if isinstance(item, Bounds):
            return {"__slice__": [code(entry) for entry in item]}
        if isinstance(item, (list, tuple)):
            inner = [code(entry) for entry in item]
            return inner if isinstance(item, list) else {"__tuple__": inner}
        if is_symbol(item):
            return symbol(item)
        return _special(item)

    return code(value)


def _special(item: Any) -> Any:
    if isinstance(item, slice):
        return {"__slice__": [item.start, item.stop, item.step]}
    if item is Ellipsis:
        return {"__ellipsis__": True}
    if isinstance(item, _core.DType):
        return {"__dtype__": item.name}
    if isinstance(item, (_core.Tensor, np.ndarray, np.generic)):
        array = np.asarray(item)
        kind = "__array__" if isinstance(item, _core.Tensor) else "__numpy__"
        return {kind: array.tolist(), "__dtype__": array.dtype.name}
    if hasattr(item, "_saved_form"):  # a layer among the arguments of another
        return {"__layer__": item._saved_form()}
    return item


def decoded(
    value: Any,
    symbol: Callable[[dict[str, Any]], Any] = lambda item: item,
    part: Callable[[dict[str, Any]], Any] = lambda item: item,
) -> Any:
    """The value again; `symbol` finds the tensor of a description, `part` makes a layer."""
    if isinstance(value, list):
        return [decoded(inner, symbol, part) for inner in value]
    if not isinstance(value, dict):
        return value
    if "__node__" in value:
        return symbol(value)
    if "__layer__" in value:
        return part(value["__layer__"])
    if "__tuple__" in value:
        return tuple(decoded(inner, symbol, part) for inner in value["__tuple__"])
    if "__slice__" in value:
        return slice(*(decoded(inner, symbol, part) for inner in value["__slice__"]))
    if "__ellipsis__" in value:
        return Ellipsis
    if "__array__" in value:
        return _core.constant(value["__array__"], value["__dtype__"])
    if "__numpy__" in value:
        return np.array(value["__numpy__"], value["__dtype__"])[()]  # a number of NumPy's stays one
    if "__dtype__" in value:
        return _core.as_dtype(value["__dtype__"])
    return {key: decoded(inner, symbol, part) for key, inner in value.items()}
