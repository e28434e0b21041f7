"""Whether Keras is told to use this backend, and whether it still can be."""

from __future__ import annotations

import importlib.util
import os
import sys
import warnings
from pathlib import Path

from .finder import Finder
from .versions import warn_if_unknown

NAME = "gradtape"


def select() -> None:
    """Makes the next `import keras` use gradtape.

    Does nothing for a Keras that looks for `keras_gradtape` itself. `RuntimeError` where Keras has
    been imported with another backend.
    """
    if _is_found_by_name():
        return
    loaded = sys.modules.get("keras.src.backend.config")
    if loaded is not None and "keras.src.backend" in sys.modules:
        _refuse_a_late_choice(loaded.backend())
        return
    chosen = os.environ.get("KERAS_BACKEND") or NAME
    if chosen != NAME:
        warnings.warn(
            f"keras_gradtape replaces KERAS_BACKEND={chosen}. Do not import it to use another "
            "backend.",
            stacklevel=4,
        )
    os.environ["KERAS_BACKEND"] = NAME
    warn_if_unknown()
    _install()


def _install() -> None:
    """Puts the finder first; one that was left by a package that was forgotten goes."""
    ours = (Finder.__module__, Finder.__qualname__)
    sys.meta_path[:] = [
        finder
        for finder in sys.meta_path
        if (type(finder).__module__, type(finder).__qualname__) != ours
    ]
    sys.meta_path.insert(0, Finder())


def _refuse_a_late_choice(backend: str) -> None:
    if backend != NAME:
        raise RuntimeError(
            f"keras_gradtape comes too late: keras has been imported with the backend {backend!r}. "
            "Import keras_gradtape before keras; in a notebook, restart the kernel first."
        )


def _is_found_by_name() -> bool:
    """Whether the installed Keras imports `keras_<name>` for a backend that it does not know."""
    spec = importlib.util.find_spec("keras")
    if spec is None or not spec.submodule_search_locations:
        return False
    for folder in spec.submodule_search_locations:
        chooser = Path(folder, "src", "backend", "__init__.py")
        if chooser.exists():
            return "keras_{" in chooser.read_text("utf-8")
    return False
