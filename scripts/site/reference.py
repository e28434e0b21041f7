"""The pages of the interface: every public name, from its docstring; operations from the registry.

A name that is the same object as another is an entry that says so, so that a search finds each
name of TensorFlow that exists.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterator
from typing import Any

import gradtape as tf
from gradtape import _core
from gradtape._left_out import _INSTEAD
from pages import write

# TensorFlow's older names again, and modules of Python that a namespace shows.
ELSEWHERE = {"tf.compat", "tf.test.mock"}
# Namespaces that show names of others under a second name.
SECOND = {"tf", "tf.initializers", "tf.losses", "tf.metrics", "tf.optimizers"}
Entry = tuple[str, Any]


def namespaces(module: Any = tf, name: str = "tf") -> Iterator[tuple[str, Any]]:
    """The public modules, by the names that a program writes."""
    yield name, module
    for attribute, value in public(module):
        inner = f"{name}.{attribute}"
        if isinstance(value, types.ModuleType) and inner not in ELSEWHERE:
            yield from namespaces(value, inner)


def public(thing: Any) -> list[Entry]:
    """The public attributes, with their names."""
    return [(name, getattr(thing, name)) for name in dir(thing) if not name.startswith("_")]


def homes() -> dict[int, str]:
    """The name under which an object is described: the first, in the deepest namespace."""
    found: dict[int, str] = {}
    for name, module in sorted(namespaces(), key=lambda pair: pair[0] in SECOND):
        for attribute, value in public(module):
            if is_described(value):
                found.setdefault(id(value), f"{name}.{attribute}")
    return found


def is_described(value: Any) -> bool:
    """Whether a docstring of its own can be expected."""
    return inspect.isroutine(value) or inspect.isclass(value)


def stage_reference() -> int:
    """Writes a page for each namespace, and those about all; how many names they have."""
    described, count, pages = homes(), 0, []
    for name, module in namespaces():
        entries = [(a, v) for a, v in public(module) if not isinstance(v, types.ModuleType)]
        if not entries:
            continue
        body = [entry(f"{name}.{attribute}", value, described) for attribute, value in entries]
        write(f"api/{name}.md", f"{head(name, module)}\n\n" + "\n\n".join(body) + "\n")
        pages.append(name)
        count += len(entries)
    write("api/operations.md", operations(described))
    write("api/left-out.md", left_out())
    write("api/index.md", index(pages))
    return count


def head(name: str, module: Any) -> str:
    """The heading of a namespace and what it says of itself; names below are whole ones."""
    begin = f"```{{py:module}} {name}\n```\n\n```{{py:currentmodule}} None\n```"
    return f"# `{name}`\n\n{begin}\n\n{markdown(inspect.getdoc(module) or '')}"


def entry(name: str, value: Any, described: dict[int, str]) -> str:
    """A name with its signature and text."""
    home = described.get(id(value), name)
    if home != name:
        return directive(
            "class" if inspect.isclass(value) else "function", name, f"The same as `{home}`."
        )
    if inspect.isclass(value):
        return class_entry(name, value)
    if inspect.isroutine(value):
        return directive("function", name + signature(value), markdown(inspect.getdoc(value) or ""))
    return directive("data", name, f"A constant: `{short(value)}`.")


def short(value: Any) -> str:
    """The text of a constant, cut."""
    text = repr(value).replace("`", "'").replace("\n", " ")
    return text if len(text) < 80 else text[:77] + "..."


def class_entry(name: str, cls: type) -> str:
    """A class with the methods that it describes itself."""
    parts = [markdown(inspect.getdoc(cls) or "")]
    parts += [
        member(method, value) for method, value in sorted(vars(cls).items()) if shown(method, value)
    ]
    return directive("class", name + signature(cls), "\n\n".join(parts), colons=4)


def shown(name: str, value: Any) -> bool:
    """Whether a member has a name and a docstring of its own."""
    return (
        not name.startswith("_")
        and bool(getattr(value, "__doc__", None))
        and not inspect.isclass(value)
    )


def member(name: str, value: Any) -> str:
    """A method or an attribute."""
    text = markdown(inspect.getdoc(value) or "")
    function = getattr(value, "__func__", value)
    if inspect.isroutine(function):
        return directive("method", name + signature(function), text)
    return directive("attribute", name, text)


def signature(value: Any) -> str:
    """The parameters, without types; none where Python does not know them."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "(...)"
    parameters = [
        p.replace(annotation=p.empty) for p in found.parameters.values() if p.name != "self"
    ]
    text = str(inspect.Signature(parameters))
    return re.sub(r" at 0x\w+", "", text)


def directive(kind: str, head: str, text: str, colons: int = 3) -> str:
    """A description in Sphinx's Python domain."""
    fence = ":" * colons
    return f"{fence}{{py:{kind}}} {head}\n{text}\n{fence}"


EXAMPLE = re.compile(r"(?:^[ ]*(?:>>>|\.\.\.).*\n?(?:^(?!\s*$|[ ]*>>>).*\n?)*)+", re.MULTILINE)


def markdown(doc: str) -> str:
    """A docstring as Markdown: examples become blocks of code."""
    doc = doc.replace("*args", r"\*args").replace("**kwargs", r"\*\*kwargs")
    return EXAMPLE.sub(lambda found: f"\n```pycon\n{found[0].rstrip()}\n```\n", doc).strip()


OPERATIONS = """# Operations

The operations of the core that have a type of TensorFlow's: the name that errors print and that
`tf.RegisterGradient` takes, and the function that runs it. What has none is a formula over these.

| Type | Function |
|---|---|
"""
LEFT_OUT = """# What is left out

Names of TensorFlow that gradtape does not have, with all below them, and what to use instead. The
error for such a name says the same, and `python -m gradtape --check program.py` finds them in a
program.

| Name | Instead |
|---|---|
"""
INDEX = """# Reference

Every public name, with its signature, its errors and examples that the tests run. The search finds
TensorFlow's names: `tf.reduce_sum`, `GradientTape`, `SparseCategoricalCrossentropy`.

:::{toctree}
:maxdepth: 1

"""


def operations(described: dict[int, str]) -> str:
    """The registry: every operation of the core with TensorFlow's type."""
    rows = []
    for name, kind, _, _ in _core.registry():
        home = described.get(id(getattr(_core, name)))
        if home and kind:
            rows.append(f"| `{kind}` | `{home}` |\n")
    return OPERATIONS + "".join(sorted(rows))


def left_out() -> str:
    """Names of TensorFlow that are not here."""
    rows = [f"| `tf.{name}` | {instead} |\n" for name, instead in sorted(_INSTEAD.items())]
    return LEFT_OUT + "".join(rows)


def index(pages: list[str]) -> str:
    """The list of the namespaces."""
    return INDEX + "\n".join([*pages, "operations", "left-out"]) + "\n:::\n"
