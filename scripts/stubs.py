"""Writes python/gradtape/_core.pyi from the built extension: functions and classes with texts.

Functions have the parameters of the operation table; `--check` says whether the file is current."""

from __future__ import annotations

import inspect
import sys
import types
from pathlib import Path
from typing import Any

from gradtape import _core

STUB = Path(__file__).resolve().parent.parent / "python" / "gradtape" / "_core.pyi"
HEAD = '''"""The compiled core. Made by scripts/stubs.py; not edited by hand."""

import builtins
from typing import Any

__optimized__: bool
__version__: str
'''
OPERATORS = (
    ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor"],
    ["lt", "le", "gt", "ge"],
    ["neg", "abs", "invert"],
)
PROTOCOLS = {
    "__len__": "builtins.int",
    "__iter__": "Any",
    "__getitem__": "Any",
    "__contains__": "builtins.bool",
    "__bool__": "builtins.bool",
    "__float__": "builtins.float",
    "__int__": "builtins.int",
    "__index__": "builtins.int",
    "__complex__": "builtins.complex",
    "__enter__": "Any",
    "__exit__": "None",
    "__array__": "Any",
    "__next__": "Any",
    "__reversed__": "Any",
}


def text(doc: str | None, indent: str) -> str:
    """A docstring, or the ellipsis of an empty body."""
    if not doc:
        return f"{indent}...\n"
    body = doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').rstrip()
    lines = body.split("\n")
    inside = "\n".join(f"{indent}{line}".rstrip() if i else line for i, line in enumerate(lines))
    return f'{indent}"""{inside}\n{indent}"""\n'


def parameters(signature: str) -> str:
    """`x, axis=None` as typed parameters."""
    found = []
    for part in filter(None, (p.strip() for p in signature.split(","))):
        name, equals, _ = part.partition("=")
        found.append(f"{name}: Any = ..." if equals else f"{name}: Any")
    return ", ".join(found)


def function(name: str, signature: str, doc: str | None) -> str:
    """A function of the operation table."""
    return f"def {name}({parameters(signature)}) -> Any:\n{text(doc, '    ')}"


def plain(name: str, obj: Any) -> str:
    """A function outside the operation table."""
    try:
        signature = str(inspect.signature(obj))[1:-1]
    except ValueError:
        signature = "*args, **kwargs"
    return function(name, signature, inspect.getdoc(obj))


def member(name: str, obj: Any) -> str:
    """A method or property of a class."""
    if isinstance(obj, types.GetSetDescriptorType | property):
        doc = text(inspect.getdoc(obj), "        ")
        return f"    @property\n    def {name}(self) -> Any:\n{doc}"
    doc = text(inspect.getdoc(obj), "        ")
    return f"    def {name}(self, *args: Any, **kwargs: Any) -> Any:\n{doc}"


def operators() -> str:
    """The operators of tensors and variables."""
    both, compare, single = OPERATORS
    lines = [f"    def __{op}__(self, other: Any) -> Any: ...\n" for op in both + compare]
    lines += [f"    def __r{op}__(self, other: Any) -> Any: ...\n" for op in both]
    lines += [f"    def __{op}__(self) -> Any: ...\n" for op in single]
    lines += [f"    def __{op}__(self, other: object) -> Any: ...\n" for op in ("eq", "ne")]
    return "".join(lines)


def class_(cls: type) -> str:
    """A class with its public members."""
    base = cls.__base__.__name__ if cls.__base__ not in (object, None) else ""
    out = f"class {cls.__name__}{f'({base})' if base else ''}:\n"
    if cls.__doc__:
        out += text(inspect.getdoc(cls), "    ")
    out += "    def __init__(self, *args: Any, **kwargs: Any) -> None: ...\n"
    if cls.__name__ == "Operand":
        out += operators()
    for name, obj in sorted(vars(cls).items()):
        if not name.startswith("_") or name == "_size":
            out += member(name, obj)
        elif name in PROTOCOLS:
            given = "self" if PROTOCOLS[name].startswith("builtins.") else ""
            rest = "" if given and name != "__contains__" else ", *args: Any"
            out += f"    def {name}(self{rest}) -> {PROTOCOLS[name]}: ...\n"
    return out


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
            functions.append(plain(name, obj))
        else:
            values.append(f"{name}: {type(obj).__name__}\n")
    ordered = sorted(classes.values(), key=lambda c: (len(c.__mro__), c.__name__))
    parts = [HEAD, *(class_(c) for c in ordered), "".join(values), *functions]
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
