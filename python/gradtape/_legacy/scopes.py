"""`variable_scope` of version 1, which names variables where execution is eager.

Invariant: a scope holds settings and a name, never variables: they are made anew in it, whatever
`reuse` says.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core

_thread = threading.local()
_SETTINGS = (
    "initializer",
    "regularizer",
    "caching_device",
    "partitioner",
    "custom_getter",
    "dtype",
    "use_resource",
    "constraint",
)


class VariableScope:
    """The name of a scope, and the settings that a program gives it.

    >>> with tf.compat.v1.variable_scope("outer"), tf.compat.v1.variable_scope("inner") as scope:
    ...     scope.name, scope.caching_device
    ('outer/inner', None)
    """

    def __init__(self, reuse: Any = None, name: str = "", **settings: Any) -> None:
        self.reuse, self._name = reuse, name
        self.__dict__.update(dict.fromkeys(_SETTINGS), dtype=_core.float32, use_resource=True)
        self.__dict__.update({key: value for key, value in settings.items() if key in _SETTINGS})

    @property
    def name(self) -> str:
        """The names of the open scopes, joined by "/"."""
        return self._name

    @property
    def original_name_scope(self) -> str:
        """The name with a "/" at its end."""
        return f"{self._name}/" if self._name else ""

    def reuse_variables(self) -> None:
        """Notes that variables are to be used again."""
        self.reuse = True

    def __getattr__(self, name: str) -> Any:
        setting = name.removeprefix("set_")
        if name == setting or setting not in _SETTINGS:
            raise AttributeError(f"'VariableScope' object has no attribute {name!r}")
        return lambda value: setattr(self, setting, value)


def get_variable_scope() -> VariableScope:
    """The scope that is open on this thread.

    >>> with tf.compat.v1.variable_scope("scope"):
    ...     tf.compat.v1.get_variable_scope().name
    'scope'
    """
    if not hasattr(_thread, "scope"):
        _thread.scope = VariableScope()
    found: VariableScope = _thread.scope
    return found


@contextmanager
def variable_scope(
    name_or_scope: Any,
    default_name: str | None = None,
    values: Any = None,
    *ignored: Any,
    reuse: Any = None,
    **settings: Any,
) -> Iterator[VariableScope]:
    """A scope of names: variables are made anew in it, whatever `reuse` says.

    >>> with tf.compat.v1.variable_scope("scope"):
    ...     tf.Variable(1.0, name="v").name
    'scope/v:0'
    """
    outer = get_variable_scope()
    scope = _entered(outer, name_or_scope, default_name, reuse, settings)
    _thread.scope = scope
    try:
        with sys.modules["gradtape"].name_scope(scope.original_name_scope):
            yield scope
    finally:
        _thread.scope = outer


def _entered(
    outer: VariableScope, name_or_scope: Any, default_name: str | None, reuse: Any, given: Any
) -> VariableScope:
    """The scope that is entered: one of before again, or a new one within `outer`."""
    if isinstance(name_or_scope, VariableScope):
        name, before = name_or_scope.name, name_or_scope
    else:
        own = name_or_scope or default_name
        if own is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        name, before = outer.original_name_scope + own, outer
    settings = {key: getattr(before, key) for key in _SETTINGS}
    settings.update((key, value) for key, value in given.items() if value is not None)
    return VariableScope(before.reuse if reuse is None else reuse, name, **settings)
