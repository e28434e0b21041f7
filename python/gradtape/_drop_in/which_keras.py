"""Which Keras a program gets: gradtape's own, or the real one, which `KERAS_BACKEND` asks for.

| `KERAS_BACKEND` | `import keras` | `tensorflow.keras` |
|---|---|---|
| not set, or `tensorflow` | gradtape's | gradtape's |
| `gradtape` | the real Keras 3, on gradtape | the same |
| another backend | the real Keras 3, on that, where it is installed; else gradtape's | gradtape's |

A program that imports `tf_keras`, and has asked for no other, uses Keras 2.

Invariant: layers of `tensorflow.keras` and of a `keras` that computes with gradtape are the same
classes. The variable is read whenever a module is looked for: `import keras_gradtape` sets it.
"""

from __future__ import annotations

import functools
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import warnings
from pathlib import Path

from .._explain.sites import users_file
from .._runtime.versions import take_as_imported
from .second_name import SecondName

# Where the real Keras has what TensorFlow shows of it, older spellings included.
_SHOWN = "keras._tf_keras.keras"
_PLACES = {
    "keras": _SHOWN,
    "initializers": f"{_SHOWN}.initializers",
    "losses": f"{_SHOWN}.losses",
    "metrics": f"{_SHOWN}.metrics",
    "optimizers": f"{_SHOWN}.optimizers",
}

_IN_3 = {"keras", "tensorflow.keras"}
_INSTALLED = {"site-packages", "dist-packages"}


def is_ours() -> bool:
    """Whether gradtape's own Keras answers `import keras`.

    >>> from gradtape._drop_in.which_keras import is_ours
    >>> is_ours()
    True
    """
    backend = _backend()
    return backend == "tensorflow" or (backend != "gradtape" and _stands_in_for(backend))


def prepare(name: str) -> None:
    """Called before a module of Keras is looked for: the real one is told to use gradtape."""
    if name == "keras" and _backend() == "gradtape":
        _take_the_backend()


def note_import(name: str) -> None:
    """Called when a module of Keras is imported: `tf_keras` by the program itself is Keras 2.

    Libraries import it beside a program's Keras 3.
    """
    if name == "tf_keras" and not _IN_3.intersection(sys.modules) and not _is_by_library():
        take_as_imported(True)


def _is_by_library() -> bool:
    """Whether an installed module is what imports now."""
    file = users_file()
    return file is not None and not _INSTALLED.isdisjoint(Path(file).parts)


def real_spec(name: str) -> importlib.machinery.ModuleSpec | None:
    """The spec of a module of `tensorflow` that is one of the real Keras; None if it is not."""
    root, _, path = name.partition(".")
    first, dot, rest = path.partition(".")
    if root != "tensorflow" or first not in _PLACES or _backend() != "gradtape":
        return None
    _take_the_backend()
    target = _PLACES[first] + dot + rest
    if importlib.util.find_spec(target) is None:
        return None
    return importlib.machinery.ModuleSpec(name, SecondName(target), is_package=True)


def _backend() -> str:
    return os.environ.get("KERAS_BACKEND") or "tensorflow"


@functools.cache
def _stands_in_for(backend: str) -> bool:
    """Whether a program for another backend gets gradtape's Keras, which it is told once.

    Programs ask for a backend because it is fast, and mostly need nothing else of it.
    """
    entries = Path(__file__).resolve().parent / "entries"
    paths = [path for path in sys.path if entries not in Path(path).resolve().parents]
    if importlib.machinery.PathFinder.find_spec("keras", paths) is not None:
        return False
    warnings.warn(
        f"KERAS_BACKEND is {backend}, but Keras is not installed: gradtape's own Keras is used.",
        stacklevel=2,
    )
    return True


def _take_the_backend() -> None:
    if "keras_gradtape" in sys.modules:
        return
    try:
        importlib.import_module("keras_gradtape")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "KERAS_BACKEND is gradtape, but the real Keras on gradtape is not installed: "
            "pip install gradtape[keras], or leave the variable unset to use gradtape's own.",
            name=error.name,
        ) from error
