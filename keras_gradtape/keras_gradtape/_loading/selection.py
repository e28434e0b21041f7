"""Whether Keras is told to use this backend, and whether it still can be."""

from __future__ import annotations

import os
import sys
import warnings

from .finder import Finder
from .repairs import REPAIRS, repair
from .versions import warn_if_unknown

NAME = "gradtape"


def select() -> None:
    """Makes the `import keras` that comes next, or that is under way, use gradtape.

    A Keras that loads `keras_<name>` for the backend's name comes here by itself. `RuntimeError`
    where Keras has been imported with another backend.
    """
    loaded = sys.modules.get("keras.src.backend.config")
    if loaded is not None and "keras.src.backend" in sys.modules:
        _refuse_a_late_choice(loaded.backend())
    else:
        _choose()
    warn_if_unknown()
    _install()


def _choose() -> None:
    chosen = os.environ.get("KERAS_BACKEND") or NAME
    if chosen != NAME:
        warnings.warn(
            f"keras_gradtape replaces KERAS_BACKEND={chosen}. Do not import it to use another "
            "backend.",
            stacklevel=5,
        )
    os.environ["KERAS_BACKEND"] = NAME


def _install() -> None:
    """Puts the finder first; one that was left by a package that was forgotten goes."""
    ours = (Finder.__module__, Finder.__qualname__)
    sys.meta_path[:] = [
        finder
        for finder in sys.meta_path
        if (type(finder).__module__, type(finder).__qualname__) != ours
    ]
    sys.meta_path.insert(0, Finder())
    for name in REPAIRS.keys() & sys.modules.keys():  # imported before Keras came here
        repair(sys.modules[name])


def _refuse_a_late_choice(backend: str) -> None:
    if backend != NAME:
        raise RuntimeError(
            f"keras_gradtape comes too late: keras has been imported with the backend {backend!r}. "
            "Import keras_gradtape before keras; in a notebook, restart the kernel first."
        )
