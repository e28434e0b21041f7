"""Methods as TensorFlow traces them: an attribute of `self` is what it was when they were traced.

`if self.step % 2:` in a method that is a `function` goes the way of its trace in every call, and
`self.step += 1` counts once for each trace, though Python looks `step` up, and sets it, whenever
the method runs. What an attribute holds is not copied: a list or a variable is the same in all
calls.

Invariant: after a run the object has its attributes of before, but for what others have set.
"""

from __future__ import annotations

import dis
import functools
import weakref
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any

from .kept_names import codes

_MISSING = object()
_LIBRARY = __name__.partition(".")[0]


class Attributes:
    """Those of an object that a function of it names, as they are now.

    >>> from gradtape._runtime.kept_attributes import Attributes
    >>> class Counter:
    ...     steps = 0
    ...     def count(self):
    ...         self.steps += 1
    ...         return self.steps
    >>> counter = Counter()
    >>> kept = Attributes.of(counter.count)
    >>> [kept.run(counter.count) for _ in range(3)], counter.steps
    ([1, 1, 1], 0)
    """

    def __init__(self, owner: Any, read: set[str], stored: set[str]) -> None:
        values = vars(owner)
        self._owner, self._stored = _reference(owner), tuple(stored)
        self._kept = [
            (name, values.get(name, _MISSING))
            for name in read | stored
            if name in values or name in stored
        ]

    def __reduce__(self) -> Any:
        """A copy of what was traced for an object is of another, and keeps none."""
        return type(None), ()

    @classmethod
    def of(cls, function: Any, also: Iterable[str] = ()) -> Attributes | None:
        """Those that a method names, or a function of what it calls `self`, and what it calls of
        the object; so do the methods that it has `also`. None if they name none."""
        owner = _owner(function)
        if type(getattr(owner, "__dict__", None)) is not dict:
            return None
        methods = [found for name in also for found in _methods(type(owner), name)]
        read, stored = _named([getattr(function, "__func__", function), *methods], type(owner))
        made = cls(owner, read, stored)
        return made if made._kept else None

    def run(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """What `function` returns where the object has the attributes that are kept."""
        values = vars(self._owner())
        before = {name: values.get(name, _MISSING) for name in self._stored}
        put = {}
        for name, kept in self._kept:
            now = values.get(name, _MISSING)
            if now is not kept:
                put[name], before[name] = kept, now
                _set(values, name, kept)
        if not before:
            return function(*args, **kwargs)
        try:
            return function(*args, **kwargs)
        finally:
            for name, was in before.items():
                if name in self._stored or values.get(name, _MISSING) is put[name]:
                    _set(values, name, was)


def _reference(owner: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(owner)
    except TypeError:
        return lambda: owner


def _set(values: dict[str, Any], name: str, value: Any) -> None:
    if value is _MISSING:
        values.pop(name, None)
    else:
        values[name] = value


def _owner(function: Any) -> Any:
    """The object whose method a function is, or which it calls `self` where it is defined."""
    if hasattr(function, "__self__"):
        return function.__self__
    code = getattr(function, "__code__", None)
    if code is None or "self" not in code.co_freevars:
        return None
    try:
        return function.__closure__[code.co_freevars.index("self")].cell_contents
    except ValueError:  # it is filled later
        return None


def _named(functions: list[Any], owner: type) -> tuple[set[str], set[str]]:
    """The attributes that functions read and set, with those methods of `owner` that they call."""
    read: set[str] = set()
    stored: set[str] = set()
    seen: set[CodeType] = set()
    left = [one for one in functions if type(one) is FunctionType]
    while left:
        one = left.pop()
        if one.__code__ in seen or str(one.__module__).partition(".")[0] == _LIBRARY:
            continue
        seen.add(one.__code__)
        for code in codes(one.__code__):
            reads, calls, stores = _attributes(code)
            read |= reads
            stored |= stores
            left += [found for name in calls for found in _methods(owner, name)]
            left += [found for name in reads - calls for found in _getters(owner, name)]
    return read, stored


@functools.lru_cache(maxsize=1024)
def _attributes(code: CodeType) -> tuple[set[str], set[str], set[str]]:
    """The names of attributes that some code reads, of those that it calls, and that it sets."""
    read, called, stored = set(), set(), set()
    for step in dis.get_instructions(code):
        if step.opname in ("STORE_ATTR", "DELETE_ATTR"):
            stored.add(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            read.add(step.argval)
            if step.opname == "LOAD_METHOD" or (_TELLS and (step.arg or 0) & 1):
                called.add(step.argval)
    return read, called, stored


_TELLS = "LOAD_METHOD" not in dis.opmap  # whether LOAD_ATTR tells that a method is called


def _methods(owner: type, name: str) -> Iterator[FunctionType]:
    found = _of_class(owner, name)
    found = getattr(found, "python_function", found)
    if type(found) is FunctionType:
        yield found


def _getters(owner: type, name: str) -> Iterator[FunctionType]:
    found = _of_class(owner, name)
    if isinstance(found, property) and type(found.fget) is FunctionType:
        yield found.fget


def _of_class(owner: type, name: str) -> Any:
    return next((base.__dict__[name] for base in owner.__mro__ if name in base.__dict__), None)
