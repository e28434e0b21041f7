"""Which functions may run on what is no data of their own, such as zeros, when they are given.

A trace goes once through a loop, and leaves what it writes; an example might never end one.
"""

from __future__ import annotations

import dis
import functools
from types import CodeType, FunctionType
from typing import Any

from .._runtime.kept_names import codes
from .objects import objects_read

_NOT_FOR_EXAMPLES = {"while_loop", "write_file", "summary"}


def takes_examples(function: Any) -> bool:
    """Whether a function may run on what is no data of its own."""
    return all(map(_is_straight, _codes_of(function)))


def prints(function: Any) -> bool:
    """Whether a function, or one that it calls, names `print`."""
    return any("print" in code.co_names for code in _codes_of(function))


def _codes_of(function: Any) -> list[CodeType]:
    called = [one for one in objects_read(function) if isinstance(one, FunctionType)]
    plain = getattr(function, "__func__", function)
    return [code for one in {*called, plain} for code in codes(getattr(one, "__code__", _NOTHING))]


_NOTHING = (lambda: None).__code__


@functools.cache
def _is_straight(code: CodeType) -> bool:
    """Whether a code has no loop that something else than an iterator ends, and writes nothing."""
    if not _NOT_FOR_EXAMPLES.isdisjoint(code.co_names):
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    places = {step.offset: step.opname for step in steps}
    back = [step.argval for step in steps if step.opcode in _JUMPS and step.argval <= step.offset]
    return all(_at(places, target) in _ENDED_BY_ITERATORS for target in back)


_JUMPS = {*dis.hasjrel, *dis.hasjabs}
_ENDED_BY_ITERATORS = {"FOR_ITER", "SEND"}


def _at(places: dict[int, str], target: int) -> str:
    """The operation at a place, or behind what makes its argument longer."""
    while target not in places:
        target += 2
    return places[target]
