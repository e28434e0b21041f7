"""Writes python/gradtape/_core.pyi from the built extension: functions and classes with texts.

Functions have the parameters of the operation table; `--check` says whether the file is current."""

from __future__ import annotations

import inspect
import re
import sys
import types
from pathlib import Path
from typing import Any

from stub_types import MEMBERS, OF_PYTHON, PROTOCOLS, named_tuples, parameter_type, result_type

from gradtape import _core

STUB = Path(__file__).resolve().parent.parent / "python" / "gradtape" / "_core.pyi"
HEAD = '''"""The compiled core. Made by scripts/stubs.py; not edited by hand."""

import builtins
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from ._autodiff.indexed_slices import IndexedSlices
from ._typing import Array, AxisLike, DTypeLike, IntsLike, ShapeLike, TensorLike

__optimized__: bool
__version__: str

class _Value(ResourceVariable):
    def __call__(self) -> Tensor: ...
'''
OPERATORS = (
    ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor"],
    ["lt", "le", "gt", "ge"],
    ["neg", "abs", "invert"],
)


def text(doc: str | None, indent: str) -> str:
    """A docstring, or the ellipsis of an empty body."""
    if not doc:
        return f"{indent}...\n"
    body = doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').rstrip()
    lines = body.split("\n")
    inside = "\n".join(f"{indent}{line}".rstrip() if i else line for i, line in enumerate(lines))
    return f'{indent}"""{inside}\n{indent}"""\n'


def parameters(function: str, signature: str) -> str:
    """`x, axis=None` as typed parameters."""
    found = []
    for part in filter(None, re.split(r", (?![^(\[]*[)\]])", signature)):
        name, _, default = part.partition("=")
        if name.startswith("*") or name in ("self", "/"):
            found.append(f"{name}: Any" if name.strip("*") and name[0] == "*" else name)
        else:
            type_ = parameter_type(function, name, default)
            found.append(f"{name}: {type_}" + (f" = {default}" if default else ""))
    return ", ".join(found)


def function(name: str, signature: str, doc: str | None) -> str:
    """A function: of the operation table, or another of the extension."""
    given = parameters(name, signature)
    return f"def {name}({given}) -> {result_type(name)}:\n{text(doc, '    ')}"


def signature_of(obj: Any) -> str:
    """The parameters of a function, a method or a class, without their parentheses."""
    try:
        return str(inspect.signature(obj))[1:-1]
    except ValueError:
        return "*args, **kwargs"


def member(cls: type, name: str, obj: Any) -> str:
    """A method or property of a class."""
    type_ = MEMBERS.get(cls.__name__, {}).get(name, "Any")
    doc = text(inspect.getdoc(obj), "        ")
    if isinstance(obj, types.GetSetDescriptorType | property):
        return f"    @property\n    def {name}(self) -> {type_}:\n{doc}"
    return f"    def {name}({parameters(name, signature_of(obj))}) -> {type_}:\n{doc}"


def operators() -> str:
    """The operators of tensors and variables."""
    both, compare, single = OPERATORS
    other = "(self, other: TensorLike) -> Tensor: ...\n"
    lines = [f"    def __{op}__{other}" for op in both + compare]
    lines += [f"    def __r{op}__{other}" for op in both]
    lines += [f"    def __{op}__(self) -> Tensor: ...\n" for op in single]
    lines += [f"    def __{op}__(self, other: object) -> Any: ...\n" for op in ("eq", "ne")]
    return "".join(lines)


def class_(cls: type) -> str:
    """A class with its public members."""
    base = cls.__base__.__name__ if cls.__base__ not in (object, None) else ""
    out = f"class {cls.__name__}{f'({base})' if base else ''}:\n"
    if cls.__doc__:
        out += text(inspect.getdoc(cls), "    ")
    given = ", ".join(filter(None, ("self", parameters(cls.__name__, signature_of(cls)))))
    out += f"    def __init__({given}) -> None: ...\n"
    if cls.__name__ == "Operand":
        out += operators()
    out += "".join(f"    {line}\n" for line in OF_PYTHON.get(cls.__name__, ()))
    for name, obj in sorted(vars(cls).items()):
        if not name.startswith("_") or name in ("_evidence", "_size", "_trace"):
            out += member(cls, name, obj)
        elif name in PROTOCOLS:
            type_ = MEMBERS.get(cls.__name__, {}).get(name, PROTOCOLS[name])
            alone = PROTOCOLS[name].startswith("builtins.") and name != "__contains__"
            rest = "" if alone else ", *args: Any"
            out += f"    def {name}(self{rest}) -> {type_}: ...\n"
    return out


def named_field(name: str) -> str:
    """A field of a named tuple, which may hide a method of tuples."""
    hides = "  # type: ignore[assignment]" if hasattr(tuple, name) else ""
    return f"    {name}: Tensor{hides}\n"


def stub() -> str:
    """The whole file."""
    rows = {name: (signature, doc) for name, _, signature, doc in _core.registry()}
    functions, classes, values = [], {}, []
    for name, obj in sorted(vars(_core).items()):
        if name.startswith("__"):
            continue
        if name in rows:
            signature, doc = rows[name]
            functions.append(function(name, signature.partition("(")[2][:-1], doc))
        elif isinstance(obj, type):
            classes[obj.__name__] = obj
            if obj.__name__ != name:
                values.append(f"{name} = {obj.__name__}\n")
        elif callable(obj):
            functions.append(function(name, signature_of(obj), inspect.getdoc(obj)))
        else:
            values.append(f"{name}: {type(obj).__name__}\n")
    ordered = sorted(classes.values(), key=lambda c: (len(c.__mro__), c.__name__))
    tuples = [
        f"class {name}(NamedTuple):\n" + "".join(map(named_field, fields))
        for name, fields in named_tuples()
    ]
    parts = [HEAD, *tuples, *(class_(c) for c in ordered), "".join(values), *functions]
    return "\n".join(parts)


def main() -> int:
    """Writes the stub, or with `--check` compares it."""
    made = stub()
    if "--check" in sys.argv[1:]:
        if STUB.read_text() == made:
            return 0
        print(f"{STUB.name} is out of date; run scripts/stubs.py", file=sys.stderr)
        return 1
    STUB.write_text(made)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
