"""Functions as TensorFlow traces them: an outer name means what it meant when they were traced.

`for i in range(3): made.append(dataset.map(lambda row: (row, i)))` gives each row the number of its
own dataset, though Python looks `i` up when the function runs.
"""

from __future__ import annotations

import builtins
import opcode
import sys
from collections.abc import Callable, Iterator
from types import CellType, CodeType, FunctionType
from typing import Any

# What changes names outside of a function, or looks for them in a way of its own.
_CHANGES = {opcode.opmap[name] for name in ("STORE_GLOBAL", "DELETE_GLOBAL")}
_CHANGES_CELLS = {opcode.opmap[name] for name in ("STORE_DEREF", "DELETE_DEREF")}
_LOOKS = {"globals", "locals", "vars", "eval", "exec"}
_READS, _LONGER = opcode.opmap["LOAD_GLOBAL"], opcode.opmap["EXTENDED_ARG"]
_FLAGS = 1 if sys.version_info >= (3, 11) else 0  # bits below the number of the name


def with_names_kept(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, whose outer names keep what they mean now.

    One that sets them, or reads what is defined later, stays as it is.

    >>> from gradtape._runtime.kept_names import with_names_kept
    >>> n = 1
    >>> kept = with_names_kept(lambda: n)
    >>> n = 2
    >>> kept()
    1
    """
    if type(function) is not FunctionType:
        return function
    names: set[str] = set()
    for code in codes(function.__code__):
        operations = set(code.co_code[::2])
        if operations & _CHANGES or (code.co_freevars and operations & _CHANGES_CELLS):
            return function
        names.update(_read(code))
    outer = function.__globals__
    is_defined = all(name in outer or hasattr(builtins, name) for name in names)
    if not is_defined or not _LOOKS.isdisjoint(names) or not (names or function.__closure__):
        return function
    known = {name: outer[name] for name in names if name in outer}
    for name in ("__builtins__", "__name__"):
        known[name] = outer.get(name, builtins)
    kept = FunctionType(
        function.__code__, known, function.__name__, function.__defaults__, _cells(function)
    )
    kept.__kwdefaults__, kept.__qualname__ = function.__kwdefaults__, function.__qualname__
    kept.__dict__.update(function.__dict__)
    return kept


def means_the_same(kept: Any, function: Any) -> bool:
    """Whether the names that `with_names_kept` has kept of a function mean now what they meant."""
    if kept is function:
        return True
    outer, cells = function.__globals__, zip(kept.__closure__ or (), function.__closure__ or ())
    globals_same = all(outer.get(name) is value for name, value in _plain(kept.__globals__))
    return globals_same and all(_content(one) is _content(two) for one, two in cells)


def outer_values(function: FunctionType) -> list[Any]:
    """What the outer names of a function mean."""
    names, outer = names_read(function), function.__globals__
    values = [outer[name] for name in names if name in outer]
    return values + [_content(cell) for cell in function.__closure__ or ()]


def names_set(function: FunctionType) -> set[str]:
    """The names of its module that a function sets."""
    found = (_named(code, _CHANGES, 0) for code in codes(function.__code__))
    return {name for names in found for name in names}


def names_read(function: FunctionType) -> set[str]:
    """The names of its module that a function reads."""
    return {name for code in codes(function.__code__) for name in _read(code)}


def _plain(names: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in names.items() if name != "__builtins__")


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # it is filled later
        return CellType


def codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of the functions in it.

    >>> from gradtape._runtime.kept_names import codes
    >>> [code.co_name for code in codes((lambda: lambda: 1).__code__)]
    ['<lambda>', '<lambda>']
    """
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def _read(code: CodeType) -> Iterator[str]:
    """The outer names that a function's code reads."""
    return _named(code, {_READS}, _FLAGS)


def _named(code: CodeType, operations: set[int], flags: int) -> Iterator[str]:
    """The outer names in some operations of a code; so many bits below their number are flags."""
    argument = 0
    for operation, low in zip(code.co_code[::2], code.co_code[1::2]):
        argument |= low
        if operation in operations:
            yield code.co_names[argument >> flags]
        argument = argument << 8 if operation == _LONGER else 0


def _cells(function: FunctionType) -> tuple[CellType, ...] | None:
    if function.__closure__ is None:
        return None
    return tuple(_copied(cell) for cell in function.__closure__)


def _copied(cell: CellType) -> CellType:
    try:
        return CellType(cell.cell_contents)
    except ValueError:  # it is filled later
        return cell
