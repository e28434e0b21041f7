"""The names that programs use: the library, NumPy, and objects that answer protocols badly.

`from hostile import *` is the head of a program that a report prints, so that it runs by itself.
"""

from __future__ import annotations

import copy  # noqa: F401
import gc
import itertools  # noqa: F401
import operator  # noqa: F401
import os
import pickle  # noqa: F401
import socket
import ssl
import threading
import weakref  # noqa: F401
from math import inf, nan  # noqa: F401
from typing import Any

import numpy as np

import gradtape as tf

# What a defect of the library looks like when it is raised; everything else is an answer.
DEFECTS = (SystemError, tf.errors.InternalError)
# What NumPy raises for an element of an array of text that holds no characters.
NUMPYS = "invalid maximum character"
# What CPython raises where a function failed without an exception.
CPYTHONS = "error return without exception set"


def hostile(**protocols: Any) -> Any:
    """An object whose special methods raise (an exception class), return (a value) or call (a
    function without parameters) what they are given: `hostile(__index__=ValueError)`."""

    def method(answer: Any) -> Any:
        def answering(self: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(answer, type) and issubclass(answer, BaseException):
                raise answer("hostile")
            return answer() if callable(answer) and not isinstance(answer, type) else answer

        return property(answering) if name in ("__class__", "__dict__") else answering

    body = {}
    for name, answer in protocols.items():
        body[name] = method(answer)
    return type("Hostile", (), body)()


class Everything:
    """An object that has every attribute, is called with anything, and never ends."""

    def __getattr__(self, name: str) -> Any:
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self

    def __getitem__(self, key: Any) -> Any:
        return self

    def __len__(self) -> int:
        return 3


class Shrinking(list):
    """A list that loses its elements while it is read."""

    def __iter__(self) -> Any:
        for item in list.__iter__(self):
            self.clear()
            yield item

    def __getitem__(self, key: Any) -> Any:
        item = list.__getitem__(self, key)
        self.clear()
        return item


class Clearing(float):
    """A number that empties the list in which it lies when it is converted."""

    home: list[Any]

    def _clear(self) -> None:
        self.home.clear()
        gc.collect(0)

    def __float__(self) -> float:
        self._clear()
        return 1.0

    def __index__(self) -> int:
        self._clear()
        return 1


def clearing(n: int) -> list[Any]:
    """A list of `n` numbers whose first, when it is converted, empties the list."""
    first = Clearing(1.0)
    first.home = [first, *([1.0] * n)]
    return first.home


class Odd:
    """An element that is counted as an index, then is not one."""

    calls = 0

    def __index__(self) -> int:
        self.calls += 1
        return 1 if self.calls < 2 else 2**40


def deep(n: int, leaf: Any = 1.0) -> Any:
    """`leaf` in `n` lists."""
    for _ in range(n):
        leaf = [leaf]
    return leaf


def cycle() -> list[Any]:
    """A list that contains itself."""
    found: list[Any] = [1.0]
    found.append(found)
    return found


def strided(shape: list[int], strides: list[int], dtype: str = "f4") -> Any:
    """An array over one block with any strides: overlapping, negative, zero, unaligned."""
    block = np.arange(4096, dtype="u1") % 7
    lowest = sum((n - 1) * s for n, s in zip(shape, strides) if s < 0)
    return np.ndarray(shape, dtype, block, 1024 - lowest, strides)


def together(*works: Any) -> None:
    """Calls every function in a thread of its own, all at once."""
    start = threading.Barrier(len(works))

    def run(work: Any) -> None:
        start.wait()
        with go_on:
            work()

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def small(*values: Any, most: int = 256) -> bool:
    """Whether tensors have few elements, so that a jacobian of them takes no time."""
    return all(tf.size(v) <= most for v in tf.nest.flatten(values) if tf.is_tensor(v))


def tensors(*values: Any) -> list[Any]:
    """The tensors among these values, and in those that are lists, tuples or dicts."""
    found: list[Any] = []
    for value in values:
        kind = type(value)
        inner = value.values() if kind is dict else value if kind in (list, tuple) else (value,)
        found += [v for v in inner if tf.is_tensor(v)]
    return found


def offline() -> None:
    """Refuses every connection of this process from now on, without asking the network; and no
    file waits for the disk."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise OSError("generated programs have no network")

    ssl._create_default_https_context = refuse  # it would read the certificates of the machine
    socket.getaddrinfo = socket.create_connection = refuse
    socket.socket.connect = refuse  # type: ignore[method-assign]
    os.fsync = lambda _: None


class GoOn:
    """`with go_on:` swallows answers, so that the program goes on; defects pass. Counts both."""

    steps = answers = 0
    defect: BaseException | None = None

    def __enter__(self) -> None:
        self.steps += 1

    def __exit__(self, kind: Any, value: Any, trace: Any) -> bool:
        if kind is None:
            return False
        self.answers += 1
        if issubclass(kind, DEFECTS) or not issubclass(kind, Exception):
            self.defect = value  # in a thread nobody else would see it
            return False
        return True


go_on = GoOn()


__all__ = [
    *("Clearing", "Everything", "Odd", "Shrinking", "clearing", "cycle", "deep", "go_on"),
    *("hostile", "small", "strided", "tensors", "together"),
    *("copy", "gc", "inf", "itertools", "nan", "np", "operator", "pickle", "tf", "weakref"),
]
