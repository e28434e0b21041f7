"""The names of TensorFlow that a program uses, found in its syntax tree.

A name is followed from its import through attributes and through variables that stand for it
(`layers = tf.keras.layers`). Functions are read after the module, as they run after it. Invariant:
what a variable holds is only ever followed where the text alone decides it; anything else is not
TensorFlow's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

_ABSENCE = {"ImportError", "ModuleNotFoundError", "AttributeError"}
Names = dict[str, "str | None"]  # a variable's dotted name of TensorFlow, None for anything else


class Use(NamedTuple):
    """One place where a program uses a name."""

    name: str  # dotted, from the module that was imported: "tensorflow.keras.layers.Dense"
    line: int
    is_guarded: bool  # inside a `try` that goes on without it


class Surroundings(Protocol):
    """What a program's imports refer to."""

    def is_root(self, name: str) -> bool:
        """Whether a top-level module of this name is TensorFlow."""

    def exported(self, module: str) -> Iterable[str]:
        """What `from module import *` brings from a module of TensorFlow."""

    def neighbour(self, module: str, level: int) -> Names:
        """What the variables of another module of the program stand for."""


def read(text: str, surroundings: Surroundings, variables: Names) -> list[Use]:
    """The uses in one program, by line; its module's variables are noted as they are met.

    Errors: `SyntaxError`.
    """
    reader = _Reader(surroundings, variables)
    reader.read(ast.parse(text))
    return sorted(set(reader.uses), key=lambda use: (use.line, use.name))


class _Reader(ast.NodeVisitor):
    def __init__(self, surroundings: Surroundings, variables: Names) -> None:
        self.uses: list[Use] = []
        self._surroundings = surroundings
        self._scopes: list[Names] = [variables]
        self._class_scopes: set[int] = set()
        self._later: list[Callable[[], None]] = []
        self._guards = 0

    def read(self, tree: ast.Module) -> None:
        self.visit(tree)
        while self._later:
            self._later.pop(0)()

    # --- Names and what they stand for ------------------------------------------------------

    def _dotted(self, node: ast.AST) -> str | None:
        """The name of TensorFlow that an expression stands for, if it does."""
        if isinstance(node, ast.Name):
            return self._lookup(node.id)
        if isinstance(node, ast.Attribute):
            base = self._dotted(node.value)
            return None if base is None else f"{base}.{node.attr}"
        return None

    def _lookup(self, name: str) -> str | None:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return None

    def _bind(self, target: ast.AST, value: ast.AST | None) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            pairs = isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts)
            values = value.elts if pairs else [None] * len(target.elts)  # type: ignore[union-attr]
            for part, one in zip(target.elts, values, strict=True):
                self._bind(part, one)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, None)
        elif isinstance(target, ast.Name) and not _is_none(value):
            # `tf = None` where an import failed says nothing about the case where it did not.
            self._scopes[-1][target.id] = None if value is None else self._dotted(value)

    def _use(self, name: str, line: int) -> None:
        self.uses.append(Use(name, line, self._guards > 0))

    # --- Imports ------------------------------------------------------------------------------

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            root = alias.name.partition(".")[0]
            ours = self._surroundings.is_root(root)
            if ours:
                self._use(alias.name, node.lineno)
            stands_for = alias.name if alias.asname else root
            self._scopes[-1][alias.asname or root] = stands_for if ours else None

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if node.level == 0 and self._surroundings.is_root(module.partition(".")[0]):
            names = [alias.name for alias in node.names]
            if "*" in names:
                names = list(self._surroundings.exported(module))
            else:
                for name in names:
                    self._use(f"{module}.{name}", node.lineno)
            brought: Names = {name: f"{module}.{name}" for name in names}
        else:
            brought = self._surroundings.neighbour(module, node.level)
        self._import(node.names, brought)

    def _import(self, aliases: list[ast.alias], brought: Names) -> None:
        for alias in aliases:
            if alias.name == "*":
                self._scopes[-1].update(brought)
            else:
                self._scopes[-1][alias.asname or alias.name] = brought.get(alias.name)

    # --- Uses ---------------------------------------------------------------------------------

    def visit_Attribute(self, node: ast.Attribute) -> None:
        name = self._dotted(node)
        if name is None or not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
        else:
            self._use(name, node.lineno)

    def visit_Call(self, node: ast.Call) -> None:
        """`getattr(tf, "name")` is a use, with a default a guarded one."""
        if isinstance(node.func, ast.Name) and node.func.id == "getattr" and len(node.args) > 1:
            base, name = self._dotted(node.args[0]), node.args[1]
            if base and isinstance(name, ast.Constant) and isinstance(name.value, str):
                self.uses.append(Use(f"{base}.{name.value}", node.lineno, len(node.args) > 2))
        self.generic_visit(node)

    # --- Bindings -----------------------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)
            self._bind(target, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.generic_visit(node)
        if node.value is not None:
            self._bind(node.target, node.value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.generic_visit(node)
        self._bind(node.target, node.value)

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        self._bind(node.target, None)
        for statement in [*node.body, *node.orelse]:
            self.visit(statement)

    visit_AsyncFor = visit_For

    def visit_withitem(self, node: ast.withitem) -> None:
        self.generic_visit(node)
        if node.optional_vars is not None:
            self._bind(node.optional_vars, None)

    def visit_Try(self, node: ast.Try) -> None:
        guarded = any(_names_absence(handler.type) for handler in node.handlers)
        self._guards += guarded
        for statement in node.body:
            self.visit(statement)
        self._guards -= guarded
        for part in [*node.handlers, *node.orelse, *node.finalbody]:
            self.visit(part)

    # --- Scopes -------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._visit_outside_of(node)
        self._scopes[-1][node.name] = None
        self._defer(node.args, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(default)
        self._defer(node.args, [node.body])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(part)
        self._scopes[-1][node.name] = None
        scope: Names = {}
        self._class_scopes.add(id(scope))
        self._scopes.append(scope)
        for statement in node.body:
            self.visit(statement)
        self._scopes.pop()

    def _visit_outside_of(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """What a definition evaluates at once: decorators, defaults, annotations."""
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        annotations = [a.annotation for a in [*every, arguments.vararg, arguments.kwarg] if a]
        parts = [*node.decorator_list, *arguments.defaults, *arguments.kw_defaults, *annotations]
        for part in filter(None, [*parts, node.returns]):
            self.visit(part)

    def _defer(self, arguments: ast.arguments, body: list[ast.stmt] | list[ast.expr]) -> None:
        """The body is read at the end, with the names that can be seen from inside it."""
        scopes = [scope for scope in self._scopes if id(scope) not in self._class_scopes]
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        every += [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
        local: Names = dict.fromkeys([argument.arg for argument in every])
        guards = self._guards

        def read_body() -> None:
            self._scopes, self._guards = [*scopes, local], guards
            for statement in body:
                self.visit(statement)

        self._later.append(read_body)


def _is_none(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _names_absence(handler: ast.expr | None) -> bool:
    """Whether a handler is for something that is not there."""
    types = handler.elts if isinstance(handler, ast.Tuple) else [handler]
    return any(isinstance(one, ast.Name) and one.id in _ABSENCE for one in types)
