"""`Module`, which finds the variables it holds, and `name_scope`, which prefixes their names.

Nothing is registered when an attribute is set: variables and submodules are looked up in
`vars(module)` each time they are asked for, so appending to a list or filling a dict is seen.
Invariants: own attributes come before those of submodules, attributes in sorted order; no object
is listed twice; cycles end.
"""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any

from .. import _core
from .._structure import nest
from .._structure.composite_tensor import is_own
from . import deferred
from .paths import once_each, paths_of

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<!^)(?=[A-Z][a-z])")
_thread = threading.local()
# What the attributes of most modules are, none of it made of tensors.
_WHOLE = frozenset({_core.Variable, str, int, float, bool, type(None)})


def current_scope() -> str:
    """The prefix of new variables on this thread, such as `"outer/inner/"`; "" outside scopes."""
    return _core.get_name_scope()


def get_current_name_scope() -> str:
    """The names of the open `tf.name_scope`s, joined by "/"; "" outside.

    >>> with tf.name_scope("outer"), tf.name_scope("inner"):
    ...     tf.get_current_name_scope()
    'outer/inner'
    """
    return current_scope().rstrip("/")


def scope_of_tags() -> str:
    """The prefix of tags of summaries: `current_scope` without the layers that are being built."""
    return getattr(_thread, "tags", "") if current_scope() else ""


def _enter(scope: str, tags: str) -> None:
    _thread.tags = tags
    _core.set_name_scope(scope or None)


def _below(outer: str, name: str) -> str:
    return f"{outer}{name}/" if name and not name.endswith("/") else name


class name_scope:
    """A context in which the names of variables get a prefix.

    Scopes nest; a name that ends in "/" is taken as the whole prefix, and "" leaves all scopes.
    Entering returns the prefix. Raises `ValueError` if the name is not a string. The scope belongs
    to the thread.

    >>> import gradtape as tf
    >>> with tf.name_scope("outer"), tf.name_scope("inner") as prefix:
    ...     prefix, tf.Variable(1.0, name="v").name
    ('outer/inner/', 'outer/inner/v:0')
    """

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self._name = name
        self._left: list[tuple[str, str]] = []

    @property
    def name(self) -> str:
        """The name that was given."""
        return self._name

    def __call__(self) -> str:
        """The name: a layer's `name_scope` is a method in Keras 2."""
        return self._name

    def __enter__(self) -> str:
        outer = current_scope()
        self._left.append((outer, getattr(_thread, "tags", "")))
        scope = _below(outer, self._name)
        _enter(scope, self._tags())
        return scope

    def _tags(self) -> str:
        return _below(scope_of_tags(), self._name)

    def __exit__(self, *exc_info: object) -> None:
        _enter(*self._left.pop())


class scope_of_weights(name_scope):
    """A layer's, open only while it is built: tags of summaries must not change after that."""

    def _tags(self) -> str:
        return scope_of_tags()


class Module:
    """Something that holds variables, and perhaps other modules.

    `name` must be a Python identifier (`ValueError` otherwise); the default is the class name in
    snake case.

    >>> import gradtape as tf
    >>> class Dense(tf.Module):
    ...     def __init__(self, inputs, outputs, name=None):
    ...         super().__init__(name)
    ...         self.w = tf.Variable(tf.zeros([inputs, outputs]), name="w")
    ...         self.b = tf.Variable(tf.zeros([outputs]), name="b")
    ...     def __call__(self, x):
    ...         return x @ self.w + self.b
    >>> layer = Dense(3, 2)
    >>> layer.name, [v.name for v in layer.trainable_variables]
    ('dense', ['b:0', 'w:0'])
    """

    # Whether those that hold this one count its variables and itself as theirs.
    _is_part = True
    # Whether a search that begins here finds the ends of networks before their other parts.
    _finds_ends_first = True
    # Attributes that are no parts of the module; a class may name more.
    _TF_MODULE_IGNORED_PROPERTIES: frozenset[str] = frozenset()

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = snake_case(type(self).__name__)
        if not isinstance(name, str):
            raise TypeError(
                f"expected a string as the name of a module, got {type(name).__name__!r}"
            )
        if not (name.isidentifier() and name.isascii()):
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python "
                "identifiers (e.g. a valid class name)."
            )
        self._name = name
        with name_scope(name) as scope:
            self._own_scope = name_scope(scope)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        deferred.resume(self)

    @property
    def name(self) -> str:
        """The name given at construction, or the class name in snake case."""
        return self._name

    @property
    def name_scope(self) -> Any:
        """A scope for the variables of this module, wherever it is entered."""
        return self._own_scope

    @property
    def variables(self) -> Sequence[Any]:
        """Every variable of this module and its submodules: own ones first, in sorted order."""
        return tuple(_found(self, _is_variable, expand_composites=True))

    @property
    def trainable_variables(self) -> Sequence[Any]:
        """Those `variables` that are trainable."""
        return tuple(_found(self, _is_trainable, expand_composites=True))

    @property
    def non_trainable_variables(self) -> Sequence[Any]:
        """Those `variables` that are not trainable."""
        return tuple(_found(self, _is_not_trainable, expand_composites=True))

    @property
    def submodules(self) -> tuple[Module, ...]:
        """Every module below this one: the direct ones first, then theirs."""
        return submodules_of(self)

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate a method so that it runs inside the module's name scope.

        >>> import gradtape as tf
        >>> class Cell(tf.Module):
        ...     @tf.Module.with_name_scope
        ...     def __call__(self):
        ...         return tf.Variable(0.0, name="state").name
        >>> Cell()()
        'cell/state:0'
        """

        @functools.wraps(method)
        def scoped(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return scoped

    def _flatten(
        self,
        recursive: bool = True,
        predicate: Callable[[Any], bool] | None = None,
        attribute_traversal_key: Callable[[str], Any] | None = None,
        with_path: bool = False,
        expand_composites: bool = False,
    ) -> list[Any]:
        """The leaves of the attributes that satisfy `predicate`, each once, in order.

        The order of attributes may have another key than their names; with `with_path` a leaf comes
        behind the attributes and places that lead to it. With `expand_composites` values of a
        program's own that are made of tensors are taken apart: their variables are those of the
        module that holds them.
        """
        if predicate is None or with_path or attribute_traversal_key is not None:
            pairs = paths_of(self, recursive, predicate, attribute_traversal_key, expand_composites)
            return pairs if with_path else once_each(self, pairs)
        return _found(self, predicate, recursive, expand_composites)

    def _parts_found_first(self) -> list[Any]:
        """What those that hold this module find before its attributes: a network's last layers."""
        return []

    def _no_dependency(self, value: Any) -> Any:
        """The value: an attribute is kept as it is, whatever it holds."""
        return value

    def _held_leaves(self) -> list[Any]:
        """Everything that the attributes hold, structures taken apart, sorted by name."""
        attributes = vars(self)
        leaves: list[Any] = []
        for key in sorted(attributes.keys() - self._TF_MODULE_IGNORED_PROPERTIES):
            value = attributes[key]
            if not nest.is_nested(value):
                leaves.append(value)
                continue
            try:
                leaves.extend(nest.flatten(value))
            except TypeError as error:
                raise ValueError(f"Error processing property {key!r} of {value!r}") from error
        return leaves


def _found(
    module: Module,
    predicate: Callable[[Any], bool],
    recursive: bool = True,
    expand_composites: bool = False,
) -> list[Any]:
    """`Module._flatten`, also of a module whose program has something else by that name."""
    found: list[Any] = []
    ends = _ends_of if module._finds_ends_first else _no_ends
    parts = _made_of if expand_composites else _as_it_is
    _search(module, predicate, recursive, found, {id(module)}, {id(module)}, ends, parts)
    return found


def _made_of(leaves: list[Any]) -> list[Any]:
    """The same with values of a program's own in parts."""
    parts: list[Any] = []
    for leaf in leaves:
        if type(leaf) in _WHOLE or not is_own(leaf):
            parts.append(leaf)
        else:
            parts.extend(nest.flatten(leaf, expand_composites=True))
    return parts


def _as_it_is(leaves: list[Any]) -> list[Any]:
    return leaves


def _search(
    module: Module,
    predicate: Callable[[Any], bool],
    recursive: bool,
    found: list[Any],
    taken: set[int],
    visited: set[int],
    ends_of: Callable[[Module], list[Any]],
    parts_of: Callable[[list[Any]], list[Any]],
) -> None:
    """Append what `module` holds to `found`; `taken` and `visited` hold ids of what was seen."""
    inner = []
    for leaf in (*ends_of(module), *parts_of(module._held_leaves())):
        if isinstance(leaf, Module) and not leaf._is_part:
            continue
        if id(leaf) not in taken and predicate(leaf):
            taken.add(id(leaf))
            found.append(leaf)
        if recursive and isinstance(leaf, Module) and id(leaf) not in visited:
            visited.add(id(leaf))
            inner.append(leaf)
    for submodule in inner:
        _search(submodule, predicate, recursive, found, taken, visited, ends_of, parts_of)


def _ends_of(module: Module) -> list[Any]:
    return module._parts_found_first()


def _no_ends(module: Module) -> list[Any]:
    return []


def _is_variable(leaf: object) -> bool:
    return isinstance(leaf, _core.Variable)


def _is_trainable(leaf: object) -> bool:
    return isinstance(leaf, _core.Variable) and leaf.trainable


def _is_not_trainable(leaf: object) -> bool:
    return isinstance(leaf, _core.Variable) and not leaf.trainable


def submodules_of(module: Module) -> tuple[Module, ...]:
    """Every module below one, whatever the program keeps under the name `submodules`."""
    return tuple(_found(module, _is_module))


def _is_module(leaf: object) -> bool:
    return isinstance(leaf, Module)


def snake_case(name: str) -> str:
    """A class name as a module name: `CamelCaseName` becomes `camel_case_name`.

    >>> from gradtape._module.module import snake_case
    >>> snake_case("MyHTTPModule2D")
    'my_http_module2_d'
    """
    return _WORD_START.sub("_", name).lower()
