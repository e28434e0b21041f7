"""`tensorflow.python.trackable.data_structures`: containers that modules hold.

Modules leave containers as they are, but for lists of layers of Keras 2; the others are the lists
and dicts of who makes them.
"""

from __future__ import annotations

from typing import Any

from ..._keras.base_layer.lists_of_parts import ListWrapper as ListWrapper, TrackableDataStructure


class NoDependency:
    """A value that is set as an attribute without becoming a part of the module."""

    def __init__(self, value: Any) -> None:
        self.value = value


class List(TrackableDataStructure, list[Any]):
    """A list of parts, which are given one by one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(args)


class Mapping(TrackableDataStructure, dict[Any, Any]):
    """A dict of parts."""


class _DictWrapper(TrackableDataStructure, dict[Any, Any]):
    """A dict."""


class _TupleWrapper(TrackableDataStructure, tuple[Any, ...]):
    """A tuple."""


def wrap_or_unwrap(value: Any) -> Any:
    """The value, out of a `NoDependency` if it is in one."""
    return value.value if isinstance(value, NoDependency) else value


def sticky_attribute_assignment(trackable: Any, name: str, value: Any) -> Any:
    """What is to be set as the attribute of a module: the value."""
    return wrap_or_unwrap(value)
