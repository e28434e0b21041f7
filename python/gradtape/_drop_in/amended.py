"""Modules of other libraries that are amended for a library without graphs when they are loaded.

TensorFlow Probability keeps what a bijector computed by the tensor that it computed it from. In
TensorFlow a graph has tensors of its own, so that a function finds what its own trace has kept; one
that runs anew at each call would find what earlier calls computed with other weights.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from .._runtime import inside

_MOST = 64  # calls whose stores are kept: those that are under way, and what lately ended


class AmendingFinder(importlib.abc.MetaPathFinder):
    """Finds the modules of the table where Python does, and amends them when they are loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        amend = _AMENDED.get(fullname)
        if amend is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Amending(spec.loader, amend)
        return spec


class _Amending(importlib.abc.Loader):
    """A loader that calls a function with what the real one has loaded."""

    def __init__(self, real: Any, amend: Callable[[ModuleType], None]) -> None:
        self._real = real
        self._amend = amend

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> Any:
        return self._real.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._real.exec_module(module)
        self._amend(module)


def _with_a_store_for_each_call(module: ModuleType) -> None:
    """What caches of bijectors keep in a call of a function, other calls do not find."""
    cache = getattr(module, "BijectorCache", None)
    store = getattr(module, "EphemeralDict", None)
    if cache is not None and store is not None:
        cache.storage = property(lambda self: _of_this_call(self._kept, store), _keep)


def _keep(cache: Any, storage: Any) -> None:
    cache._kept = storage


def _of_this_call(storage: Any, store: Callable[[], Any]) -> Any:
    whole = getattr(storage, "whole", storage)
    number = inside.number()
    if number == 0:
        return whole
    calls = whole.__dict__.setdefault("calls", {})
    if number not in calls:
        for ended in sorted(calls)[:-_MOST]:
            del calls[ended]
        calls[number] = store()
        calls[number].whole = whole
    return calls[number]


_AMENDED: dict[str, Callable[[ModuleType], None]] = {
    "tensorflow_probability.python.internal.cache_util": _with_a_store_for_each_call,
}
