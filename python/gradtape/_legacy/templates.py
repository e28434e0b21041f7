"""`make_template` of version 1: a function whose variables its first call makes.

Invariant: variables are found by their full names in the template that was called first, so those
of templates within one are its own too; names begin anew with each call.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from .scopes import VariableScope, get_variable_scope, variable_scope

_Made = TypeVar("_Made")
_thread = threading.local()
_outside: dict[str, int] = {}  # how often names were given where no template runs


class Template:
    """A function with its variables; `make_template` makes it."""

    def __init__(self, name: str, function: Callable[..., Any], scope_now: bool) -> None:
        self.func = self._func = function
        self._name, self._scope = name, None
        self._kept: dict[str, Any] = {}
        if scope_now:
            self._scope = _new_scope(name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._scope is None:
            self._scope = _new_scope(self._name)
        with _running(self._kept), variable_scope(self._scope):
            return self._func(*args, **kwargs)

    @property
    def name(self) -> str:
        """The name of the scope, once there is one."""
        return self._name if self._scope is None else self._scope.name

    @property
    def variable_scope(self) -> VariableScope | None:
        """The scope of the variables."""
        return self._scope

    var_scope = variable_scope

    @property
    def variables(self) -> list[Any]:
        """The variables that calls have made, by name."""
        found = {
            id(variable): variable
            for value in self._kept.values()
            for variable in getattr(value, "variables", [value])
        }
        return sorted(found.values(), key=lambda variable: variable.name)

    global_variables = weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        """Those that are trainable."""
        return [variable for variable in self.variables if variable.trainable]

    trainable_weights = trainable_variables

    @property
    def non_trainable_variables(self) -> list[Any]:
        """Those that are not."""
        return [variable for variable in self.variables if not variable.trainable]

    non_trainable_weights = non_trainable_variables

    @property
    def local_variables(self) -> list[Any]:
        """None: those are of graphs."""
        return []


def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Any = None,
    **kwargs: Any,
) -> Template:
    """`func_` with its variables: those of `get_variable`, and of layers that functions make.

    `ValueError` without a name, and for `unique_name_`, which is of graphs.

    >>> tf1 = tf.compat.v1
    >>> def scaled(x):
    ...     return x * tf1.get_variable("w", [], initializer=tf1.constant_initializer(3.0))
    >>> template = tf1.make_template("scale", scaled)
    >>> float(template(2.0) + template(1.0)), [variable.name for variable in template.variables]
    (9.0, ['scale/w:0'])
    """
    if unique_name_ is not None:
        raise ValueError("unique_name_ cannot be used when eager execution is enabled.")
    if name_ is None:
        raise ValueError("name cannot be None.")
    function = functools.partial(func_, **kwargs) if kwargs else func_
    return Template(name_, function, create_scope_now_)


def kept(name: str, make: Callable[[], _Made]) -> _Made:
    """What was made under this name in the scopes of a template; made anew where none runs."""
    store = getattr(_thread, "store", None)
    if store is None:
        return make()
    full = get_variable_scope().original_name_scope + name
    if full not in store:
        store[full] = make()
    found: _Made = store[full]
    return found


def name_in_template(name: str) -> str | None:
    """The name of a layer without one: "dense", "dense_1"; None where no template runs."""
    return None if getattr(_thread, "store", None) is None else _unique(name)


def _unique(name: str) -> str:
    names = getattr(_thread, "names", _outside)
    full = get_variable_scope().original_name_scope + name
    number = names.get(full, 0)
    names[full] = number + 1
    return f"{name}_{number}" if number else name


def _new_scope(name: str) -> VariableScope:
    outer = get_variable_scope()
    return VariableScope(True, outer.original_name_scope + _unique(name))


@contextmanager
def _running(store: dict[str, Any]) -> Iterator[None]:
    """A template runs: within another one it uses that one's variables."""
    before = getattr(_thread, "store", None), getattr(_thread, "names", _outside)
    _thread.store = store if before[0] is None else before[0]
    _thread.names = {}
    try:
        yield
    finally:
        _thread.store, _thread.names = before
