"""What Keras 3 forgets of a `build` that it only traces: what is assigned there, and what is drawn.

A layer without a `build` runs once for symbols before its first call, and layers in it are built
meanwhile; so is a layer that a function calls first. Their variables begin with the values that
they were made with, as if nothing had been assigned to them. A `build` that reads what a variable
holds cannot be traced, so that Keras runs it eagerly after all.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core
from .._module import deferred
from .._runtime.kept_values import kept_in, put_back
from .lookup import is_ours

_here = threading.local()
_READING = {"numpy", "get_weights", "get_value"}


def can_be_traced(layer: Any) -> bool:
    """Whether the `build` of this layer is a program's own and asks for no values, nor is any to
    be restored by it."""
    kind: Any = type(layer)
    return not (is_ours(kind) or deferred.waits(layer) or _reads_values(kind))


@functools.cache
def _reads_values(kind: Any) -> bool:
    builds = [vars(one)["build"] for one in kind.__mro__ if "build" in vars(one)]
    codes = [getattr(inspect.unwrap(build), "__code__", None) for build in builds]
    return any(code is not None and _READING.intersection(code.co_names) for code in codes)


@contextmanager
def assignments() -> Iterator[None]:
    """Variables that are made within hold afterwards what they were made with."""
    made: list[tuple[Any, Any]] = []

    def note(next_creator: Callable[..., Any], **named: Any) -> Any:
        variable = next_creator(**named)
        made.append((variable, kept_in(variable)))
        return variable

    _core.enter_creator(note)
    try:
        yield
    finally:
        _core.leave_creator()
        put_back(made)


@contextmanager
def draws() -> Iterator[None]:
    """Random numbers that are drawn within do not count."""
    outer, _here.streams = getattr(_here, "streams", None), _core.RandomStreams()
    _core.enter_streams(_here.streams)
    try:
        yield
    finally:
        _core.leave_function()
        _here.streams = outer


@contextmanager
def draws_that_count() -> Iterator[None]:
    """Right within `draws`: what is drawn here counts all the same."""
    streams = getattr(_here, "streams", None)
    if streams is None:
        yield
        return
    _core.leave_function()
    try:
        yield
    finally:
        _core.enter_streams(streams)
