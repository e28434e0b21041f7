"""Imports that leave Python's own random numbers alone because what they make is of Keras 2.

TensorFlow Probability makes initializers while it is imported, with `tf_keras` whatever Keras
TensorFlow has. Those take nothing from `random`, gradtape's do unless all is to be Keras 2's: a
program that seeds `random` before such an import would start with other weights.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import random
from collections.abc import Sequence
from types import ModuleType
from typing import Any

# What lies above has imported TensorFlow, whose own import does take a number.
_BELOW = "tensorflow_probability.python."


class UndrawnFinder(importlib.abc.MetaPathFinder):
    """Finds the modules where Python does, and gives `random` back as it was before each."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith(_BELOW):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Undrawn(spec.loader)
        return spec


class _Undrawn(importlib.abc.Loader):
    """A module's own loader otherwise, whom `inspect` asks for sources."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        state = random.getstate()
        try:
            self._loader.exec_module(module)
        finally:
            random.setstate(state)
