"""Lines of the user's program, numbered: where an operation comes from.

A site is a stack of lines outside this package, the innermost last. Code objects are kept with
their sites, so a number means the same line for the life of the process.
"""

from __future__ import annotations

import os
import sys
from types import CodeType, FrameType
from typing import Any, NamedTuple

import numpy as np

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep  # noqa: PTH100, PTH120
_NUMPY = os.path.dirname(os.path.abspath(np.__file__)) + os.sep  # noqa: PTH100, PTH120
_DEEPEST = 32  # lines of a stack that are kept


class Line(NamedTuple):
    """A line of a program."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


_numbers: dict[tuple[tuple[CodeType, int], ...], int] = {}
_stacks: list[tuple[tuple[CodeType, int], ...]] = [()]


def _is_ours(code: CodeType) -> bool:
    """Whether code is this package's or NumPy's, which nobody looks for a mistake in."""
    return code.co_filename.startswith(_PACKAGE) or code.co_filename.startswith(_NUMPY)


def here() -> int:
    """The number of the stack that is running now, without the frames of this package."""
    stack: list[tuple[CodeType, int]] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and len(stack) < _DEEPEST:
        code = frame.f_code
        if not _is_ours(code):
            stack.append((code, frame.f_lineno))
        frame = frame.f_back
    key = tuple(stack)
    number = _numbers.get(key)
    if number is None:
        number = _numbers[key] = len(_stacks)
        _stacks.append(key)
    return number


def stack_of(site: int) -> list[Line]:
    """The lines of a site, the outermost first; empty where it is not known."""
    if not 0 <= site < len(_stacks):
        return []
    return [
        Line(code.co_filename, line, getattr(code, "co_qualname", code.co_name))
        for code, line in reversed(_stacks[site])
    ]


def line_of(site: int) -> Line | None:
    """The innermost line of a site."""
    stack = stack_of(site)
    return stack[-1] if stack else None


def users_frame() -> FrameType | None:
    """The innermost running frame outside this package."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_ours(frame.f_code):
        frame = frame.f_back
    return frame


def here_line() -> Line | None:
    """The line of the user's program that is running now."""
    return line_of(here())


def shown(line: Line | None, *, folder: bool = False) -> str:
    """A line as text: the file's name and the number."""
    if line is None:
        return "?"
    name = line.file if folder else os.path.basename(line.file)  # noqa: PTH119
    return f"{name}:{line.line}"


def name_in_frame(value: Any, frame: FrameType | None) -> str | None:
    """What the program calls `value` in this frame: a name, or an attribute of one."""
    if frame is None:
        return None
    for space in (frame.f_locals, frame.f_globals):
        for name, held in list(space.items()):
            if held is value and not name.startswith("_"):
                return str(name)
    for name, held in list(frame.f_locals.items()):
        attributes = getattr(held, "__dict__", None)
        if isinstance(attributes, dict) and not isinstance(held, type(sys)):
            for attribute, inner in list(attributes.items()):
                if inner is value:
                    return f"{name}.{attribute}"
    return None
