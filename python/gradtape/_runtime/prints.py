"""What Python prints in functions that TensorFlow traces: once, with None for sizes left open.

In TensorFlow's place (`install`) `print` is this one. A trace leaves some sizes open, which what
runs here has numbers for. Its lines are held until it has run for other sizes too, unseen: numbers
that differ there are None. Invariant: lines that are held come out in their order, also where
something fails, and before what operations write.
"""

from __future__ import annotations

import builtins
import functools
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core
from .inside import is_traced
from .once_here import here
from .printed import waiting

_plain_print = builtins.print
_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w|\.\d)")
_MODE = re.compile(r"\b(?:None|True|False)\b")  # another one in another run
_VALUES = ("Tensor(", "<tf.Tensor", "numpy=", "tf.Variable")  # what has none in a trace

_Line = tuple[tuple[str, ...], dict[str, Any]]  # what is printed, and how


@functools.wraps(_plain_print)
def once(*values: Any, **options: Any) -> None:
    """`print`, which does nothing where a function runs again for the trace that is there."""
    if getattr(here, "again", False):
        others = getattr(here, "others", None)
        if others is not None:
            others.append(_texts(values))
        return
    write(values, options)
    printed, stream = getattr(here, "printed", None), getattr(here, "stream", None) or sys.stdout
    if printed is not None and (_is_for(stream, options) or options.get("file") is sys.stderr):
        printed.append((values, options))


def write(values: tuple[Any, ...], options: dict[str, Any]) -> None:
    """Print, or have it wait."""
    waits, held = getattr(here, "waiting", None), getattr(here, "held", None)
    if waits is not None:
        waits.append((_as_named(values), options))
    elif held is not None and _is_for(here.stream, options):
        held.append((_texts(values), options))
    else:
        _plain_print(*_as_named(values), **options)


@contextmanager
def naming(names: Callable[[], dict[int, Named]]) -> Iterator[None]:
    """Within, a function runs for its trace; its arguments, which have no values there, are printed
    by their names, which are asked for when one is."""
    outer = getattr(here, "names", ())
    here.names = (functools.cache(names), *outer)
    try:
        yield
    finally:
        here.names = outer


class Named:
    """What is printed for an argument of a function while it is traced.

    >>> from gradtape._runtime.prints import Named
    >>> print(Named("x", "(2,)", "float32"), [Named("x", None, "int32")])
    Tensor("x:0", shape=(2,), dtype=float32) [<tf.Tensor 'x:0' shape=<unknown> dtype=int32>]
    """

    def __init__(self, name: str, shape: str | None, dtype: str, output: int = 0) -> None:
        self._name, self._shape, self._dtype = f"{name}:{output}", shape, dtype

    def __str__(self) -> str:
        shape = "" if self._shape is None else f"shape={self._shape}, "
        return f'Tensor("{self._name}", {shape}dtype={self._dtype})'

    def __repr__(self) -> str:
        shape = "<unknown>" if self._shape is None else self._shape
        return f"<tf.Tensor '{self._name}' shape={shape} dtype={self._dtype}>"


class _ClassInTraces:
    """What is printed for the class of tensors where they have no values."""

    def __repr__(self) -> str:
        return f"<class '{_core.Tensor.__module__}.SymbolicTensor'>"


def _as_named(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values with the names of arguments in their places."""
    known = getattr(here, "names", ())
    is_eager = not is_traced() or getattr(here, "is_eager", False)
    if is_eager and not known:
        return values

    def named(value: Any) -> Any:
        kind = type(value)
        if value is _core.Tensor and not is_eager:
            return _ClassInTraces()
        if kind is _core.Tensor:
            found = (names()[id(value)] for names in known if id(value) in names())
            return next(found, value)
        if kind in (list, tuple):
            return kind(map(named, value))
        return {key: named(one) for key, one in value.items()} if kind is dict else value

    return tuple(map(named, values))


def replace(yes: bool) -> None:
    """Whether `print` is `once`."""
    if yes:
        builtins.print = once
    elif builtins.print is once:
        builtins.print = _plain_print


@contextmanager
def with_open_sizes(run: Callable[[], None] | None = None, size: int = 0) -> Iterator[None]:
    """Within, a function runs for its trace; in `run`, unseen, with twice this size.

    Without `run` it runs within once for its trace, and again with other sizes.
    """
    outer, here.held = getattr(here, "held", None), []
    stream, here.stream = getattr(here, "stream", None), sys.stdout
    others, here.others = getattr(here, "others", None), []
    try:
        with waiting():
            try:
                yield
                if run is not None and any(_has_multiple(line, size) for line, _ in here.held):
                    run()
            finally:
                lines, here.held, here.stream = here.held, outer, stream
                found, here.others = here.others, others
                times = None if run is None else 2
                for texts, options in _opened(lines, found, times):
                    write(texts, options)
    finally:
        here.held, here.others, here.stream = outer, others, stream


@contextmanager
def another_attempt() -> Iterator[None]:
    """Within, a function runs for its trace, perhaps not for the first time, since it failed on
    other values. Lines that come again stand where they are now; those of what is done but once,
    as of building, stay from the first attempt."""
    held = getattr(here, "held", None)
    lines: list[_Line] = [] if held is None else held
    before = len(lines)
    try:
        yield
    finally:
        for texts, _ in lines[before:]:
            earlier = (i for i in range(before) if _joined(lines[i][0], texts, None) is not None)
            place = next(earlier, None)
            if place is not None:
                del lines[place]
                before -= 1


def _is_for(stream: Any, options: dict[str, Any]) -> bool:
    """Whether what is printed goes there, and not where a program may look for it at once."""
    return sys.stdout is stream and options.get("file") in (None, stream)


def _texts(values: tuple[Any, ...]) -> tuple[str, ...]:
    """As they are now: variables may be others later."""
    return tuple(map(str, _as_named(values)))


def _has_multiple(texts: tuple[str, ...], size: int) -> bool:
    found = [int(number) for text in texts for number in _NUMBER.findall(text)]
    return any(number and number % size == 0 for number in found)


def _opened(
    lines: list[_Line], others: list[tuple[str, ...]], times: int | None
) -> Iterator[_Line]:
    """The lines, compared with those of the other run: what is printed twice is there once."""
    place = 0
    for texts, options in lines:
        for step in range(len(others)):
            found = _joined(texts, others[(place + step) % len(others)], times)
            if found is not None:
                place, texts = place + step + 1, found
                break
        yield texts, options


def _joined(
    texts: tuple[str, ...], others: tuple[str, ...], times: int | None
) -> tuple[str, ...] | None:
    """The texts with None for numbers that differ; None if more does, or by another factor."""
    if len(texts) != len(others):
        return None
    found = [_joined_text(*pair, times) for pair in zip(texts, others, strict=True)]
    return None if None in found else tuple(map(str, found))


def _joined_text(text: str, other: str, times: int | None) -> str | None:
    if any(mark in text for mark in _VALUES):
        return text
    if _NUMBER.split(_MODE.sub("", text)) != _NUMBER.split(_MODE.sub("", other)):
        return None
    pairs = list(zip(_NUMBER.findall(text), _NUMBER.findall(other), strict=True))
    if times is not None and any(b != a and int(b) != times * int(a) for a, b in pairs):
        return None
    shown = iter([a if a == b else "None" for a, b in pairs])
    return _NUMBER.sub(lambda _: next(shown), text)
