"""The programs of a page in Markdown: found, and run as the tests and the site run them.

The ```python blocks of a page run from top to bottom in one namespace; a ```text block right after
one is exactly what it prints.
"""

from __future__ import annotations

import ast
import contextlib
import io
import logging
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import gradtape

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, its content, the line where that starts, and where it ends."""

    language: str
    content: str
    line: int
    end: int


class Program(NamedTuple):
    """A ```python block, the output that the page promises or None, and where the two end."""

    code: str
    line: int
    promised: str | None
    end: int


def blocks(text: str) -> Iterator[Block]:
    """Every fenced block."""
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start(2)) + 1
        yield Block(found[1], found[2], line, found.end())


def programs(text: str) -> Iterator[Program]:
    """The ```python blocks in their order."""
    found = list(blocks(text))
    for block, after in zip(found, [*found[1:], None]):
        if block.language != "python":
            continue
        promised, end = None, block.end
        if after and after.language == "text" and is_next(text, block.end):
            promised, end = after.content, after.end
        yield Program(block.content, block.line, promised, end)


def is_next(text: str, end: int) -> bool:
    """Whether nothing but empty lines stands between `end` and the next fence."""
    return text[end : text.index("```", end)].strip() == ""


def printed_by(code: str, line: int, page: str, names: dict[str, Any]) -> str:
    """Runs a block, its lines numbered as on the page, and returns what it prints."""
    return shown_by(code, line, page, names)[0]


def shown_by(code: str, line: int, page: str, names: dict[str, Any]) -> tuple[str, Any]:
    """The same, and the value of a last line that is an expression, as notebooks show it."""
    tree = ast.parse("\n" * (line - 1) + code, page)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    output = io.StringIO()
    with contextlib.redirect_stdout(output), logged_to(output):
        exec(compile(tree, page, "exec"), names)
        if last is None:
            return output.getvalue(), None
        value = eval(compile(ast.Expression(last.value), page, "eval"), names)
    return output.getvalue(), value


@contextlib.contextmanager
def logged_to(output: io.StringIO) -> Iterator[None]:
    """Meanwhile warnings of the library are part of what is printed, as in a notebook."""
    logger = gradtape.get_logger()
    shown = logging.StreamHandler(output)
    shown.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
    usual, logger.handlers = logger.handlers, [shown]
    try:
        yield
    finally:
        logger.handlers = usual
