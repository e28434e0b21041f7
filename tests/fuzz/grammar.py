"""What can be called: registry rows with calls that work, public functions and classes, their
methods, and the programs that their documentation shows."""

from __future__ import annotations

import contextlib
import doctest
import functools
import inspect
import io
import re
import types
from collections.abc import Iterator
from typing import Any, NamedTuple

import hostile as names
import kinds
import receivers as texts
from values import Draw

import gradtape as tf
from gradtape import _core


class Parameter(NamedTuple):
    """One argument of a callable."""

    name: str
    draw: Draw
    tensor: bool = False
    required: bool = True
    default: str | None = None


class Callable(NamedTuple):
    """A public callable: how it is written, its parameters (None: it is a property), and arguments
    that work, by name."""

    path: str
    parameters: list[Parameter] | None
    samples: list[dict[str, str]]


class Program(NamedTuple):
    """A documented example: its statements, and the objects of the library that it leaves."""

    path: str
    lines: list[str]
    objects: dict[str, Any]

    @property
    def files(self) -> bool:
        """Whether it writes files, which takes a hundred times as long as others."""
        return any("folder" in line for line in self.lines)


class Receiver(NamedTuple):
    """An object whose methods are called: the statements that make it, named `o` by the last."""

    path: str
    lines: list[str]
    methods: list[Callable]


def public(thing: Any) -> Iterator[tuple[str, Any]]:
    """The public attributes of a module or class."""
    for name in sorted(n for n in dir(thing) if not n.startswith("_")):
        with contextlib.suppress(Exception):
            yield name, getattr(thing, name)


@functools.cache
def objects() -> dict[str, Any]:
    """Every public function and class, once, under its shortest name."""
    found: dict[int, tuple[str, Any]] = {}
    seen, queue = {id(tf)}, [("tf", tf)]
    for path, module in queue:  # grows: breadth first
        for name, value in public(module):
            if isinstance(value, types.ModuleType):
                if value.__name__.startswith("gradtape") and id(value) not in seen:
                    seen.add(id(value))
                    queue.append((f"{path}.{name}", value))
            elif callable(value) and str(getattr(value, "__module__", "")).startswith("gradtape"):
                found.setdefault(id(value), (f"{path}.{name}", value))
    return dict(sorted(found.values()))


# --- the registry ---------------------------------------------------------------------------------


def tensor_text(made: Any, seed: int) -> str:
    """The text of a sample's argument."""
    if isinstance(made, list) and made and not isinstance(made[0], int):
        return "[" + ", ".join(tensor_text(item, seed + i) for i, item in enumerate(made)) + "]"
    if not isinstance(made, tuple):
        return f"tf.{made.name}" if isinstance(made, tf.DType) else repr(made)
    kind, dims, *rest = made
    if kind == "Real":
        return f"tf.random.stateless_uniform({dims}, [{seed}, 7], {rest[0]}, {rest[1]})"
    if kind == "Spd":
        square = f"tf.random.stateless_uniform({dims}, [{seed}, 7])"
        return f"(lambda a: tf.matmul(a, a, transpose_b=True) + tf.eye({dims[-1]}))({square})"
    return f"tf.constant({rest[0]}, shape={dims})"


def rows(known: dict[str, Any]) -> Iterator[Callable]:
    """The public rows of the registry."""
    paths = {id(value): path for path, value in known.items()}
    wrapped = {name: path for path in known for name in [path.rpartition(".")[2]]}
    for name, parameters, samples in _core.grammar():
        path = paths.get(id(getattr(_core, name))) or wrapped.get(name)
        if path is None:
            continue
        takes = [Parameter(n, kinds.REGISTRY[k], k in kinds.TENSORS) for n, k in parameters]
        texts = [{n: tensor_text(v, i) for i, (n, v) in enumerate(s.items())} for s in samples]
        yield Callable(path, takes, texts)


# --- by signature ---------------------------------------------------------------------------------


def parameters(value: Any) -> list[Parameter] | None:
    """The parameters of a signature; None where there is none."""
    try:
        signature = inspect.signature(value)
    except (ValueError, TypeError):
        return None
    found = []
    for p in signature.parameters.values():
        if p.kind is p.VAR_KEYWORD or p.name == "self":
            continue
        if p.kind is p.VAR_POSITIONAL:
            found.append(Parameter("*", kinds.ANYTHING, False, False))
            continue
        tensor = kinds.BY_NAME.get(p.name) is kinds.BY_NAME["tensor"]
        draw, default = kinds.of(p.name, p.default), kinds.default(p.default)
        found.append(Parameter(p.name, draw, tensor, p.default is p.empty, default))
    return found


ANY = [Parameter("*", kinds.ANYTHING, False, False)]
# What ends the process, waits for a person, or changes what every later call means.
LEFT_OUT = {"tf.config.experimental_connect_to_cluster"}


def functions(known: dict[str, Any]) -> Iterator[Callable]:
    """Public functions and classes outside of the registry."""
    for path, value in known.items():
        if path not in LEFT_OUT:
            yield Callable(path, parameters(value) or ANY, [])


@functools.cache
def methods(kind: type) -> list[Callable]:
    """The public methods of a class; properties are methods without parameters."""
    found = []
    for name in sorted(n for n in dir(kind) if not n.startswith("_")):
        value = inspect.getattr_static(kind, name)
        if isinstance(value, property | types.GetSetDescriptorType):
            found.append(Callable(name, None, []))
        elif callable(getattr(kind, name, None)):
            found.append(Callable(name, parameters(getattr(kind, name)) or ANY, []))
    return found


# --- documentation --------------------------------------------------------------------------------


# Examples that fit a model do so for as long as it takes; here that tells nothing more.
EPOCHS = re.compile(r"epochs=\d+")


def example(path: str, text: str) -> Program | None:
    """The program that a docstring shows, if it runs."""
    shown = doctest.DocTestParser().get_examples(EPOCHS.sub("epochs=2", text))
    lines = [e.source.rstrip() for e in shown]
    scope: dict[str, Any] = {n: getattr(names, n) for n in names.__all__}
    before = set(scope)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            for line in lines:
                exec(compile(line + "\n", path, "single"), scope)
    except Exception:
        return None
    finally:
        tf.debugging.disable_check_numerics()  # an example may have enabled it
    left = sorted(set(scope) - before - {"__builtins__", "_"})
    return Program(path, lines, {n: scope[n] for n in left if interesting(scope[n])})


def interesting(value: Any) -> bool:
    """Whether it is an object of the library."""
    return type(value).__module__.startswith("gradtape")


def documented(known: dict[str, Any]) -> Iterator[Program]:
    """The examples of every public function, class and method."""
    seen = set()
    for path, value in known.items():
        inner = [(f"{path}.{n}", v) for n, v in public(value)] if inspect.isclass(value) else []
        for place, thing in [(path, value), *inner]:
            text = inspect.getdoc(thing) or ""
            if ">>> " in text and text not in seen:
                seen.add(text)
                found = example(place, text)
                if found:
                    yield found


# --- objects --------------------------------------------------------------------------------------


def made(path: str) -> Receiver | None:
    """The object that an expression makes."""
    try:
        value = eval(path, {n: getattr(names, n) for n in names.__all__})
    except Exception:
        return None
    if not ours(value):
        return None
    return Receiver(path, [f"o = {path}"], methods(type(value)))


def ours(value: Any) -> bool:
    """Whether an object's methods are this library's: protocol buffers of `tf.train` are Google's,
    which answer an attribute's name that is no text with a SystemError."""
    return not any(cls.__module__.startswith("google.") for cls in type(value).__mro__)


def receivers(
    known: dict[str, Any], programs: list[Program]
) -> tuple[list[Receiver], list[Receiver]]:
    """The objects of the table and of classes that need no arguments; those that documents make."""
    plain = [f"{path}()" for path, value in known.items() if isinstance(value, type)]
    table = [made(path) for path in texts.EVERY]
    missing = [path for path, found in zip(texts.EVERY, table) if found is None]
    assert not missing, f"the table of objects has expressions that raise: {missing}"
    shown = [
        Receiver(p.path, [*p.lines, f"o = {name}"], methods(type(value)))
        for p in programs
        for name, value in p.objects.items()
        if ours(value)
    ]
    return [r for r in [*table, *map(made, plain)] if r], shown


# --- everything -----------------------------------------------------------------------------------


class Grammar:
    """Everything that programs are made of; built once, by running what the documentation shows."""

    def __init__(self) -> None:
        names.offline()
        known = objects()
        self.rows = list(rows(known))
        named = {row.path for row in self.rows}
        self.sampled = [row for row in self.rows if row.samples]
        self.unsampled = [row for row in self.rows if not row.samples]
        self.functions = [f for f in functions(known) if f.path not in named]
        programs = list(documented(known))
        self.programs = [p for p in programs if not p.files]
        self.filing = [p for p in programs if p.files]
        self.made, self.shown = receivers(known, self.programs)
        _, self.filed = receivers(known, self.filing)

    def methods(self) -> list[list[Callable]]:
        """The methods of every class whose objects are tried, each class once."""
        found = {id(r.methods): r.methods for r in [*self.made, *self.shown, *self.filed]}
        return list(found.values())
