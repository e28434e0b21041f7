"""What the text of a program says of a name: whether it was a variable before it was a tensor."""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache
from types import FrameType

from .sites import Line


@lru_cache(maxsize=32)
def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def replaced_at(name: str, frame: FrameType | None) -> Line | None:
    """Where `name`, once bound to a `Variable(...)`, is bound to something else in this file.

    >>> from gradtape._explain.source_code import replaced_at
    >>> replaced_at("x", None) is None
    True
    """
    if frame is None:
        return None
    file = frame.f_code.co_filename
    module = _parsed("".join(linecache.getlines(file, frame.f_globals)))
    if module is None:
        return None
    variable, other = None, None
    for node in ast.walk(_scope(module, frame)):
        for target, value in _bindings(node):
            if ast.unparse(target) != name:
                continue
            if _makes_variable(value):
                variable = node
            elif isinstance(value, ast.BinOp | ast.Call | ast.UnaryOp):
                other = node
    if variable is None or other is None:
        return None
    return Line(file, getattr(other, "lineno", 0), frame.f_code.co_name)


def _scope(module: ast.Module, frame: FrameType) -> ast.AST:
    """The function that the frame runs, or the whole file."""
    first = frame.f_code.co_firstlineno
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = {node.lineno, *(d.lineno for d in node.decorator_list)}
            if node.name == frame.f_code.co_name and first in lines:
                return node
    return module


def _bindings(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Assign):
        return [(target, node.value) for target in node.targets]
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return [(node.target, node.value)]
    if isinstance(node, ast.AugAssign):
        return [(node.target, ast.BinOp(node.target, node.op, node.value))]
    return []


def _makes_variable(value: ast.expr) -> bool:
    if not isinstance(value, ast.Call):
        return False
    called = ast.unparse(value.func)
    return called.split(".")[-1] in ("Variable", "add_weight")
