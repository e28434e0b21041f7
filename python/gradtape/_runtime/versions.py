"""Which gradtape this is, in the form in which programs ask TensorFlow.

There are no graphs, so the versions of their format are those of the TensorFlow whose interface is
kept: 2.21.
"""

from __future__ import annotations

import os
from typing import Any

from .._core import __version__

VERSION = __version__
GIT_VERSION = f"v{__version__}"
COMPILER_VERSION = "rustc"
GRAPH_DEF_VERSION = 2474
GRAPH_DEF_VERSION_MIN_CONSUMER = 0
GRAPH_DEF_VERSION_MIN_PRODUCER = 0


_LEGACY = "TF_USE_LEGACY_KERAS"
_YES = ("1", "true", "True", b"1", b"true", b"True")
# Steps ask for it, and `os.environ.get` takes a microsecond where its own table takes none.
_environment: Any = getattr(os.environ, "_data", os.environ)
_legacy_key: Any = _LEGACY if _environment is os.environ else os.environ.encodekey(_LEGACY)


_by_import = {"keras 2": False}


def is_keras_2_asked_for() -> bool:
    """Whether the environment's `TF_USE_LEGACY_KERAS` asks for Keras 2, or the program imports it.

    A program may set it before it imports TensorFlow.

    >>> from gradtape._runtime.versions import is_keras_2_asked_for
    >>> is_keras_2_asked_for()
    False
    """
    return _by_import["keras 2"] or is_keras_2_set()


def is_keras_2_set() -> bool:
    """Whether the environment asks for Keras 2 under the name `tensorflow.keras`."""
    return _environment.get(_legacy_key) in _YES


def take_as_imported(keras_2: bool) -> None:
    """Whether the program imports Keras 2 by its own name from now on."""
    _by_import["keras 2"] = keras_2
