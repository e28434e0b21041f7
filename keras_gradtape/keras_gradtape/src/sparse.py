"""Stand-ins for the TensorFlow backend's sparse tensors, which this backend leaves out.

The borrowed modules decorate their functions with these; here the functions stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import gradtape

F = TypeVar("F", bound=Callable[..., Any])


def _as_it_is(function: F) -> F:
    return function


def elementwise_unary(function: F) -> F:
    return function


def densifying_unary(default_value: Any) -> Callable[[F], F]:
    return _as_it_is


def elementwise_binary_union(sparse_op: Any, densify_mixed: bool = False) -> Callable[[F], F]:
    return _as_it_is


def elementwise_binary_intersection(function: F) -> F:
    return function


def elementwise_division(function: F) -> F:
    return function


def sparse_to_dense(x: Any, default_value: Any = None) -> Any:
    """The dense tensor; its other elements are zero unless a default is given."""
    return gradtape.sparse.to_dense(x, default_value=default_value)


def sparse_add(x1: Any, x2: Any) -> Any:
    return gradtape.add(x1, x2)


sparse_subtract = sparse_add


def __getattr__(name: str) -> Any:
    raise AttributeError(f"sparse tensors are not known to Keras on gradtape: {name} is missing")
