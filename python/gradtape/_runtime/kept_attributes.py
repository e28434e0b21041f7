"""Attributes of objects, and outer names, as they were in a trace: see `once`.

TensorFlow reads a number, an array, a model or an optimizer while it traces, and what a program
assigns afterwards is not seen by the trace. Here a function that runs again finds the attributes of
then (`kept_kinds` says which), and what it assigns to them is forgotten.

Invariant: outside of such a run every attribute has the value that the program gave it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any

from .. import _core
from .kept_kinds import is_kept, is_of_library, is_plain
from .outer_names import OuterNames, once_set

# Of modules and variables these private names are what a program sets by public ones, and these
# public ones are not for it to set.
_OF_PROGRAMS = {"_trainable", "_is_trained"}
_NOT_OF_PROGRAMS = {"built", "stop_training"}


class KeptAttributes:
    """Those of some objects, and what outer names of functions among them mean, from now on; if
    `writes_stay`, what the first run assigns stays."""

    def __init__(self, objects: Iterable[Any] = (), writes_stay: bool = False) -> None:
        self._writes_stay = writes_stay
        self._stood: list[tuple[Callable[[], Any], dict[str, Any]]] = []
        functions = []
        for one in objects:
            if isinstance(one, FunctionType):
                functions.append(one)
                continue
            kept = _attributes_kept(one)
            if kept:
                self._stood.append((_reference(one), kept))
        # While a function runs: what the attributes were that have another value for it.
        self._outside: dict[tuple[int, str], Any] = {}
        self._names = OuterNames(functions, writes_stay)

    def __bool__(self) -> bool:
        return bool(self._stood or self._names)

    def forget_flags(self) -> None:
        """What the traced function has set just once is not set again: flags that say so."""
        for number, now, name, value in list(self._attributes()):
            found = now.get(name, value)
            if once_set(value, found):
                del self._stood[number][1][name]
        self._names.forget_flags()

    def begin_with(self, one: Any, before: dict[str, Any]) -> None:
        """What an object has been given since it was as `before` is there when the trace begins."""
        for _, now, stood in self._objects():
            if now is not vars(one):
                continue
            for name in stood:
                found = now.get(name)
                if found is not before.get(name) and is_kept(found):
                    stood[name] = found

    def _attributes(self) -> Iterator[tuple[int, dict[str, Any], str, Any]]:
        """Number and attributes of an object, and a name with the value of then."""
        for number, now, stood in self._objects():
            for name, value in stood.items():
                yield number, now, name, value

    def _objects(self) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
        """Number and attributes of each object that there still is, and those of then."""
        for number, (reference, stood) in enumerate(self._stood):
            one = reference()
            if one is not None:
                yield number, vars(one), stood

    def enter(self) -> None:
        """Attributes have the values of then."""
        for number, now, stood in self._objects():
            for name, value in stood.items():  # a plain loop: this is run at every call
                found = now.get(name, value)
                if found is not value and is_kept(found):
                    self._outside[number, name] = found
                    now[name] = value
        self._names.enter()

    def leave(self) -> None:
        """Attributes have the values that the program gave them."""
        outside, self._outside = self._outside, {}
        for number, now, stood in self._objects():
            for name, value in stood.items():
                found = now.get(name, value)
                if outside or found is not value:
                    wanted = outside.get((number, name), value)
                    self._give_back(now, name, value, found, wanted)
        self._writes_stay = False
        self._names.leave()

    def _give_back(
        self, now: dict[str, Any], name: str, value: Any, found: Any, wanted: Any
    ) -> None:
        """An attribute has its value outside of the run again."""
        stays = self._writes_stay and found is not value
        if found is not wanted and is_kept(found) and not stays:
            now[name] = wanted


def _reference(one: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(one)
    except TypeError:  # nothing may refer to it weakly
        return lambda: one


def _attributes_kept(one: Any) -> dict[str, Any]:
    attributes = {**_of_classes(type(one)), **vars(one)}
    # Those of the library's own classes are not for a program to replace, but for plain ones.
    is_one = is_plain if is_of_library(type(one)) else is_kept
    kept = {name: value for name, value in attributes.items() if is_one(value)}
    if not (hasattr(one, "submodules") or isinstance(one, _core.Variable)):
        return kept
    return {name: value for name, value in kept.items() if _is_of_program(name)}


def _of_classes(cls: type) -> dict[str, Any]:
    """What classes of a program give to all instances, which may have their own."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if not is_of_library(base) and base.__module__ != "builtins":
            found.update((name, one) for name, one in vars(base).items() if name[:2] != "__")
    return found


def _is_of_program(name: str) -> bool:
    return name in _OF_PROGRAMS or (name[:1] != "_" and name not in _NOT_OF_PROGRAMS)
