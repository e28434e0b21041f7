"""Places in the user's program, numbered: where an operation comes from.

A site is a stack of lines outside this package, with the module (the layer, the model) whose method
was running and the name scope. Code objects are kept with their sites, so a number means the same
place for the life of the process.
"""

from __future__ import annotations

import os
import sys
from types import CodeType, FrameType
from typing import Any, NamedTuple

import numpy as np

from .. import _core
from .owners import path_of

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


class Site(NamedTuple):
    """A place: lines of the program, the innermost first; `"model/dense"`; `"outer/inner"`."""

    lines: tuple[tuple[CodeType, int], ...]
    module: str
    scope: str


_UNKNOWN = Site((), "", "")
_numbers: dict[Site, int] = {}
_sites = [_UNKNOWN]


def _is_ours(code: CodeType) -> bool:
    """Whether code is this package's or NumPy's, which nobody looks for a mistake in."""
    return code.co_filename.startswith(_PACKAGE) or code.co_filename.startswith(_NUMPY)


def here() -> int:
    """The number of the place that is running now."""
    stack: list[tuple[CodeType, int]] = []
    owners: list[Any] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and len(stack) < _DEEPEST:
        code = frame.f_code
        if not _is_ours(code):
            stack.append((code, frame.f_lineno))
        if code.co_varnames[:1] == ("self",):
            owners.append(frame.f_locals.get("self"))
        frame = frame.f_back
    site = Site(tuple(stack), path_of(owners), _core.get_name_scope().rstrip("/"))
    number = _numbers.get(site)
    if number is None:
        number = _numbers[site] = len(_sites)
        _sites.append(site)
    return number


def site_of(number: int) -> Site:
    """The place with this number; an empty one where it is not known."""
    return _sites[number] if 0 <= number < len(_sites) else _UNKNOWN


def stack_of(number: int) -> list[Line]:
    """The lines of a site, the outermost first; empty where it is not known."""
    return [
        Line(code.co_filename, line, getattr(code, "co_qualname", code.co_name))
        for code, line in reversed(site_of(number).lines)
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


def users_file() -> str | None:
    """The file of the innermost running frame outside this package and Python's own imports."""
    frame = users_frame()
    while frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return None if frame is None else frame.f_code.co_filename


def here_line() -> Line | None:
    """The line of the user's program that is running now."""
    return line_of(here())


def shown(line: Line | None, *, folder: bool = False) -> str:
    """A line as text: the file's name and the number."""
    if line is None:
        return "?"
    name = line.file if folder else os.path.basename(line.file)  # noqa: PTH119
    return f"{name}:{line.line}"


def placed(number: int) -> str:
    """A site as text: file and line, and the module whose method ran."""
    module = site_of(number).module
    return shown(line_of(number), folder=True) + (f", in {module}" if module else "")


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
