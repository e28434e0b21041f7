"""The objects that a function reads attributes of, as far as they can be seen before it runs.

They are the instance of a method, arguments, and what outer names mean: modules with all that they
hold, and instances of classes of a program, with the modules and instances in their attributes.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any

from .. import _core
from .._runtime.kept_names import names_set, outer_values
from .._runtime.stands import look_after

_CONTAINERS = (list, tuple)
_MOST = 256  # items of a list, and functions, that are looked at: more are data, and take long
_FROM_LIBRARIES = ("site-packages", "dist-packages")


def objects_read(function: Any, args: Iterable[Any] = ()) -> Iterator[Any]:
    """Those that a function or method may read, each once, and the functions that it may call.

    It is among them itself if it sets outer names; else its own are kept by themselves. Random
    generators that it may read are looked after from then on.
    """
    look_after(values_read(function, args))
    seen: set[int] = set()
    plain = getattr(function, "__func__", function)
    roots, functions = [*_held_by(function), *args], []
    if isinstance(plain, FunctionType):
        roots += outer_values(plain)
        functions.append(plain)
    for root in roots:
        for one in _within(root, seen, 2):
            functions += _methods(type(one))
            yield one
    for called in _called_by(functions):
        if called is not plain or names_set(called):
            yield called


def values_read(function: Any, args: Iterable[Any] = ()) -> Iterator[Any]:
    """What a function, and those that it calls, may read: arguments, what outer names mean, and the
    attributes of such modules and instances."""
    plain = getattr(function, "__func__", function)
    roots = [*_held_by(function), *args]
    functions = [plain] if isinstance(plain, FunctionType) else []
    for root in roots:
        functions += _methods(type(root))
    for one in _called_by(functions):
        roots += outer_values(one)
    for root in roots:
        yield from root if isinstance(root, _CONTAINERS) and len(root) <= _MOST else [root]
        if _is_module(root) or _is_of_a_program(root):
            yield from vars(root).values()


def variables_read(function: Any, args: Iterable[Any] = ()) -> list[Any]:
    """The variables that a function may change, those of layers, metrics and optimizers too."""
    found: dict[int, Any] = {}
    for one in values_read(function, [function, *args]):
        weights = [one] if isinstance(one, _core.Variable) else _variables_of(one)
        found.update((id(weight), weight) for weight in weights)
    return list(found.values())


def _variables_of(one: Any) -> list[Any]:
    """Those of an object of the library's classes, or of classes derived from those."""
    if isinstance(one, type) or not any(map(_is_ours, type(one).__mro__)):
        return []
    listed = _of_library(one, "weights" if hasattr(type(one), "weights") else "variables")
    parts = _of_library(one, "submodules") if hasattr(type(one), "submodules") else []
    return listed + [state for part in parts for state in _states_of(part)]


def _states_of(part: Any) -> list[Any]:
    """The variables among the attributes of a layer, and those of generators there: no weights, but
    they change where it draws."""
    held = vars(part).values()
    generators = [value for value in held if hasattr(type(value), "make_seeds")]
    states = [generator.state for generator in generators]
    return states + [value for value in held if isinstance(value, _core.Variable)]


def _of_library(one: Any, name: str) -> list[Any]:
    """What a property lists, as the library's class has it: a program's may refuse or count.

    Nothing where there is no answer: a model that is not built has none yet.
    """
    with contextlib.suppress(Exception):
        classes = [cls for cls in type(one).__mro__ if _is_ours(cls) and name in vars(cls)]
        found = vars(classes[0])[name].__get__(one) if classes else getattr(one, name)
        return list(found() if callable(found) else found)
    return []


def _is_ours(cls: type) -> bool:
    return cls.__module__.partition(".")[0] == __name__.partition(".")[0]


def _held_by(function: Any) -> list[Any]:
    """What is called besides arguments: the instance of a method, an object that can be called."""
    if isinstance(function, functools.partial):
        return [
            function.func,
            *_held_by(function.func),
            *function.args,
            *function.keywords.values(),
        ]
    instance = getattr(function, "__self__", None)
    return [function] if instance is None and _is_of_a_program(function) else [instance]


def _methods(cls: type) -> list[FunctionType]:
    """The methods of a class that a program defines, its own and those of its bases."""
    bases = [base for base in cls.__mro__ if _is_in_a_program(base)]
    return [one for base in bases for one in map(_plainly, vars(base).values()) if one is not None]


def _plainly(one: Any) -> FunctionType | None:
    """The Python function of a program that an object is or wraps."""
    found = getattr(one, "python_function", getattr(one, "__func__", one))
    return found if isinstance(found, FunctionType) and _is_in_a_program(found) else None


def _called_by(functions: list[FunctionType]) -> list[FunctionType]:
    """These functions and those that they may call, as far as their outer names tell."""
    known: dict[FunctionType, None] = dict.fromkeys(functions)
    left = list(known)
    while left and len(known) < _MOST:
        for one in map(_plainly, outer_values(left.pop())):
            if one is not None and one not in known:
                known[one] = None
                left.append(one)
    return list(known)


def _within(one: Any, seen: set[int], depth: int) -> Iterator[Any]:
    if id(one) in seen or one is None:
        return
    seen.add(id(one))
    if isinstance(one, _CONTAINERS):
        for part in one if len(one) <= _MOST else ():
            yield from _within(part, seen, depth)
    elif _is_module(one):
        held = (held for held in _of_library(one, "variables") if hasattr(held, "path"))
        parts = [one, *_of_library(one, "submodules"), *held]
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
    return cls.__name__ in ("Namespace", "SimpleNamespace") or _is_in_a_program(cls)


def _is_in_a_program(defined: Any) -> bool:
    """Whether a class or function is defined by a program, not by a library."""
    name = str(defined.__module__)
    if name == "__main__":
        return True
    package = name.partition(".")[0]
    if package in sys.stdlib_module_names or package == __name__.partition(".")[0]:
        return False
    file: Any = getattr(sys.modules.get(name), "__file__", None) or ""
    return bool(file) and not any(library in file for library in _FROM_LIBRARIES)


def with_objects(function: Callable[..., Any], args: Any, kwargs: Any) -> Callable[[], Any]:
    """What finds the objects of a call."""
    return lambda: objects_read(function, [*args, *kwargs.values()])
