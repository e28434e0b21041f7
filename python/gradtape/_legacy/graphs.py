"""What version 1's graphs consist of: libraries name it in annotations and in `isinstance`.

Invariant: the one instance of these types is the default graph, which holds nothing. Making one,
or a placeholder, says why.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from .._left_out import instead_of
from .._runtime.inside import is_inside


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


class _DefaultGraph(Graph):
    """The graph that is there where execution is eager: it gives names, and holds nothing."""

    building_function = finalized = False
    seed = None
    version = 0

    def __init__(self) -> None:
        self._used: dict[str, int] = {}
        self._collections: dict[Any, list[Any]] = {}

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """The name, with a number where it has been given before, in whatever case."""
        key, number = name.lower(), self._used.get(name.lower(), 0)
        found = name
        while found.lower() in self._used:
            found, number = f"{name}_{max(number, 1)}", max(number, 1) + 1
        if mark_as_used:
            self._used[key] = max(number, 1)
            self._used.setdefault(found.lower(), 1)
        return found

    def get_operations(self) -> list[Any]:
        """None."""
        return []

    def get_name_scope(self) -> str:
        """The scope of names of the graph, outside of all."""
        return ""

    # --- Collections ----------------------------------------------------------------------------

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Put a value into a collection."""
        self._collections.setdefault(name, []).append(value)

    def get_collection_ref(self, name: Any) -> list[Any]:
        """A collection, which may be changed."""
        return self._collections.setdefault(name, [])

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """What is in a collection; its items whose names begin with `scope`."""
        found = self._collections.get(name, [])
        begins = re.compile(scope or "").match
        return [item for item in found if scope is None or begins(getattr(item, "name", ""))]

    # --- Blocks of code, within which eager operations are as elsewhere -------------------------

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Within, it is the default graph, as it is everywhere."""
        yield self

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map: dict[str, str]) -> Iterator[None]:
        """Nothing, as operations that run eagerly keep their gradients.

        `NotImplementedError` within a `tf.function`, whose operations would have the others.
        """
        if not isinstance(op_type_map, dict):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        if is_inside():
            raise NotImplementedError(
                "gradient_override_map does nothing to operations that run eagerly, as those of a "
                "tf.function do here; use tf.custom_gradient"
            )
        yield

    @contextlib.contextmanager
    def device(self, device_name_or_function: Any) -> Iterator[None]:
        """Nothing: operations run where they would."""
        yield

    @contextlib.contextmanager
    def control_dependencies(self, control_inputs: Any) -> Iterator[None]:
        """Nothing: what comes first has run already."""
        yield

    @contextlib.contextmanager
    def name_scope(self, name: str) -> Iterator[str]:
        """Gives the name with a "/" behind it."""
        yield f"{name.rstrip('/')}/" if name else ""

    @contextlib.contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Gives the name back."""
        yield container_name


_default = _DefaultGraph()


def get_default_graph() -> Graph:
    """The default graph, which gives names and holds nothing.

    >>> graph = tf.compat.v1.get_default_graph()
    >>> graph.unique_name("of_example"), graph.unique_name("of_example"), graph.get_operations()
    ('of_example', 'of_example_1', [])
    """
    return _default


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> NoReturn:
    """`RuntimeError`, as in TensorFlow where execution is eager."""
    instead = instead_of("placeholder")
    raise RuntimeError(f"tf.placeholder() is not compatible with eager execution: {instead}.")


# What is there to be named, and of no other use.
REFUSED = (Graph, placeholder)


def _refuse(name: str) -> NoReturn:
    raise NotImplementedError(f"there is no tf.{name} to be made: {instead_of(name)}")
