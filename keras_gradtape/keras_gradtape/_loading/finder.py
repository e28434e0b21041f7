"""The place in `sys.meta_path` from which Python gets the modules of Keras that are different.

Invariant: only the modules named here are touched, and only while this backend is the one chosen.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from . import repairs, rewriting

_OURS = "keras.src.backend.gradtape"
_THEIRS = "keras.src.backend.tensorflow"
# Modules that choose between backends, and the backend whose branch is imitated.
_CHAINS = {
    "keras.src.backend": "numpy",
    "keras.src.layers.layer": "numpy",
    "keras.src.models.model": "numpy",
    "keras.src.export.saved_model": "jax",
    "keras.src.optimizers.optimizer": "jax",
}
# Modules of this backend that are those of Keras's TensorFlow backend, run on gradtape.
_BORROWED = ("numpy", "nn", "math", "linalg", "image", "random")
# Where the other modules of this backend are. Keras 3.16 looks for those of operations in `ops`,
# and finds them there too.
_HOMES = {
    "": "keras_gradtape.src",
    "ops": "keras_gradtape.src.ops",
    "core": "keras_gradtape.src.ops.core",
    "sparse": "keras_gradtape.src.sparse",
    "rnn": "keras_gradtape.src.rnn",
    "trainer": "keras_gradtape.src.trainer",
    "layer": "keras_gradtape.src.layer",
    "export": "keras_gradtape.src.export",
    "optimizer": "keras_gradtape.src.optimizer",
}


class Finder(importlib.abc.MetaPathFinder):
    """Finds what has to be different of Keras; everything else is found as always."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith("keras.src.") or not _is_chosen():
            return None
        for root in (_OURS, _THEIRS):
            if fullname == root or fullname.startswith(f"{root}."):
                return _part_of_the_backend(fullname, fullname[len(root) + 1 :])
        if fullname in _CHAINS or fullname in repairs.REPAIRS:
            return _changed(fullname, path)
        return None


def _is_chosen() -> bool:
    config: Any = sys.modules.get("keras.src.backend.config")
    if hasattr(config, "backend"):
        return bool(config.backend() == "gradtape")
    return os.environ.get("KERAS_BACKEND") == "gradtape"


def _part_of_the_backend(fullname: str, part: str) -> importlib.machinery.ModuleSpec | None:
    is_package = part in ("", "ops")
    if fullname.startswith(_THEIRS):  # what other modules of Keras import from there
        return _spec(fullname, _Alias(f"{_OURS}.{part}".rstrip(".")), is_package=is_package)
    if part.startswith("ops."):
        return _spec(fullname, _Alias(f"{_OURS}.{part[4:]}"))
    if part in _HOMES:
        return _spec(fullname, _Alias(_HOMES[part]), is_package=is_package)
    if part in _BORROWED:
        place = _place_of(part)
        return _spec(fullname, _Borrowing(fullname, place), origin=place)
    return None


def _place_of(part: str) -> str:
    package = importlib.machinery.PathFinder.find_spec("keras")
    folders = (package and package.submodule_search_locations) or []
    for folder in folders:
        backend = Path(folder, "src", "backend", "tensorflow")
        inner = backend / "ops" / f"{part}.py"
        return str(inner if inner.exists() else backend / f"{part}.py")
    raise ModuleNotFoundError("No module named 'keras'", name="keras")


def _spec(
    name: str, loader: importlib.abc.Loader, origin: str | None = None, is_package: bool = False
) -> importlib.machinery.ModuleSpec:
    spec = importlib.machinery.ModuleSpec(name, loader, origin=origin, is_package=is_package)
    spec.has_location = origin is not None
    return spec


def _changed(fullname: str, path: Sequence[str] | None) -> importlib.machinery.ModuleSpec | None:
    spec = importlib.machinery.PathFinder.find_spec(fullname, path)
    if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
        spec.loader = _Changing(fullname, spec.loader.path)
    return spec


class _Alias(importlib.abc.Loader):
    """A second name for a module: its package goes by both."""

    def __init__(self, target: str) -> None:
        self.target = target

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return ModuleType(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        found = importlib.import_module(self.target)
        sys.modules[module.__name__] = found


class _FromTree(importlib.machinery.SourceFileLoader):
    """Runs a module from a changed tree, whose bytecode would replace Keras's if it were kept."""

    def get_code(self, fullname: str):  # type: ignore[no-untyped-def]
        tree = self.tree(Path(self.path).read_text("utf-8"))
        return compile(tree, self.path, "exec", dont_inherit=True)

    def tree(self, source: str):  # type: ignore[no-untyped-def]
        raise NotImplementedError


class _Borrowing(_FromTree):
    def tree(self, source: str):  # type: ignore[no-untyped-def]
        return rewriting.borrowed(source, self.path)

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        repairs.after_borrowing(module)


class _Changing(_FromTree):
    def get_code(self, fullname: str):  # type: ignore[no-untyped-def]
        if fullname in _CHAINS:
            return super().get_code(fullname)
        return importlib.machinery.SourceFileLoader.get_code(self, fullname)

    def tree(self, source: str):  # type: ignore[no-untyped-def]
        return rewriting.with_branch(source, self.path, _CHAINS[self.name])

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        repairs.repair(module)
