"""What is different in a module of Keras before it is run: its source, as a tree.

Two things are. A chain that asks for the backend's name gets a branch for this one, which is the
branch of a backend that Keras knows with the names replaced. A module of the TensorFlow backend
that is borrowed finds gradtape where it imports TensorFlow, and this backend for its own.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

OURS = "keras.src.backend.gradtape"
_THEIRS = "keras.src.backend.tensorflow"
_STAND_IN = "keras_gradtape.src.stand_in"


class Branch(ast.NodeTransformer):
    """Adds to each chain over the backend's name a branch like that of the backend `model`."""

    def __init__(self, model: str) -> None:
        self.model = model
        self.added = 0

    def visit_If(self, node: ast.If) -> ast.AST:
        branch = self._branch(node)
        if branch is None:
            return node
        self.added += 1
        test: Any = copy.deepcopy(branch.test)
        test.comparators = [ast.Constant("gradtape")]
        body = [_Renamed(self.model).visit(copy.deepcopy(line)) for line in branch.body]
        return ast.If(test=test, body=body, orelse=[node])

    def _branch(self, node: ast.If) -> ast.If | None:
        """The branch of the chain for the model: `backend() == "numpy"` tells it."""
        while True:
            if _asks_for(node.test, self.model):
                return node
            if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
                return None
            node = node.orelse[0]


def _asks_for(test: ast.expr, name: str) -> bool:
    if not isinstance(test, ast.Compare) or not isinstance(test.left, ast.Call):
        return False
    function = test.left.func
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    equal = len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)
    right = test.comparators[0]
    return called == "backend" and equal and isinstance(right, ast.Constant) and right.value == name


class _Renamed(ast.NodeTransformer):
    """Imports from this backend instead of `model`; classes have the prefix `Gradtape`."""

    def __init__(self, model: str) -> None:
        self.model = model

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        node.module = (node.module or "").replace(f"keras.src.backend.{self.model}", OURS)
        for alias in node.names:
            prefix = self.model.capitalize()
            for spelling in (prefix, prefix.upper()):
                if alias.name.startswith(spelling):
                    alias.name = f"Gradtape{alias.name[len(spelling) :]}"
        return node


class Borrowed(ast.NodeTransformer):
    """TensorFlow's names from gradtape, the TensorFlow backend's from this one."""

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for alias in node.names:
            if alias.name == "tensorflow" or alias.name.startswith("tensorflow."):
                alias.asname = alias.asname or "tensorflow"
                alias.name = _STAND_IN
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        module = node.module or ""
        if module == "tensorflow" or module.startswith("tensorflow."):
            node.module = _STAND_IN
        elif module == _THEIRS or module.startswith(f"{_THEIRS}."):
            node.module = module.replace(_THEIRS, OURS)
        return node


def with_branch(source: str, filename: str, model: str) -> ast.AST:
    """The module's tree with a branch for this backend; `ImportError` if it has no such chain."""
    transformer = Branch(model)
    tree = transformer.visit(ast.parse(source, filename))
    if not transformer.added:
        raise ImportError(
            f"keras_gradtape does not know this version of Keras: {filename} does not choose "
            "between backends where it was expected to."
        )
    return ast.fix_missing_locations(tree)


def borrowed(source: str, filename: str) -> ast.AST:
    """The tree of a module of the TensorFlow backend, to be run on gradtape."""
    return ast.fix_missing_locations(Borrowed().visit(ast.parse(source, filename)))
