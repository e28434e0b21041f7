"""The objects that a function reads attributes of, as far as they can be seen before it runs.

They are the instance of a method, arguments, and what outer names mean: modules with all that they
hold, and instances of classes of a program, with the modules and instances in their attributes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any

from .. import _core
from .._runtime.kept_names import outer_values

_CONTAINERS = (list, tuple)
_MOST = 256  # items of a list that are looked at: more are data, and take long
_FROM_LIBRARIES = ("site-packages", "dist-packages")


def objects_read(function: Any, args: Iterable[Any] = ()) -> Iterator[Any]:
    """Those that a function or method may read, each once."""
    seen: set[int] = set()
    plain = getattr(function, "__func__", function)
    roots = [getattr(function, "__self__", None), *args]
    if isinstance(plain, FunctionType):
        roots += outer_values(plain)
    for root in roots:
        yield from _within(root, seen, 2)


def _within(one: Any, seen: set[int], depth: int) -> Iterator[Any]:
    if id(one) in seen or one is None:
        return
    seen.add(id(one))
    if isinstance(one, _CONTAINERS):
        for part in one if len(one) <= _MOST else ():
            yield from _within(part, seen, depth)
    elif _is_module(one):
        parts = [one, *one.submodules, *(held for held in one.variables if hasattr(held, "path"))]
        seen.update(map(id, parts))
        yield from parts
    elif _is_of_a_program(one):
        yield one
        for part in list(vars(one).values()) if depth else ():
            yield from _within(part, seen, depth - 1)


def _is_module(one: Any) -> bool:
    return not isinstance(one, type) and hasattr(type(one), "submodules")


def _is_of_a_program(one: Any) -> bool:
    """Whether an object is of a class that a program defines, or a plain namespace."""
    cls = type(one)
    if isinstance(one, (type, FunctionType, _core.Tensor)) or not hasattr(one, "__dict__"):
        return False
    name = cls.__module__
    if name == "__main__" or cls.__name__ in ("Namespace", "SimpleNamespace"):
        return True
    package = name.partition(".")[0]
    if package in sys.stdlib_module_names or package == __name__.partition(".")[0]:
        return False
    file: Any = getattr(sys.modules.get(name), "__file__", None) or ""
    return bool(file) and not any(library in file for library in _FROM_LIBRARIES)


def with_objects(function: Callable[..., Any], args: Any, kwargs: Any) -> Callable[[], Any]:
    """What finds the objects of a call."""
    return lambda: objects_read(function, [*args, *kwargs.values()])
