"""What version 1's graphs consist of: libraries name it in annotations and in `isinstance`.

Invariant: nothing is an instance of these types. Making one, or a placeholder, says why.
"""

from __future__ import annotations

from typing import Any, NoReturn

from .._left_out import instead_of


class _OfGraphs:
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse(type(self).__name__)


class Operation(_OfGraphs):
    """A step of a graph: functions that return nothing are often said to return one.

    >>> def initialize() -> tf.Operation | None: ...
    >>> isinstance(initialize(), tf.Operation)
    False
    """


class Graph(_OfGraphs):
    """A graph, of which there are none: making one is a `NotImplementedError`.

    >>> isinstance(tf.constant(1.0), tf.Graph)
    False
    """


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> NoReturn:
    """`RuntimeError`, as in TensorFlow where execution is eager."""
    instead = instead_of("placeholder")
    raise RuntimeError(f"tf.placeholder() is not compatible with eager execution: {instead}.")


# What is there to be named, and of no other use.
REFUSED = (Graph, placeholder)


def _refuse(name: str) -> NoReturn:
    raise NotImplementedError(f"there is no tf.{name} to be made: {instead_of(name)}")
