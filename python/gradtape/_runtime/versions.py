"""Which gradtape this is, in the form in which programs ask TensorFlow.

There are no graphs, so the versions of their format are those of the TensorFlow whose interface is
kept: 2.21.
"""

from __future__ import annotations

import os

from .._core import __version__

VERSION = __version__
GIT_VERSION = f"v{__version__}"
COMPILER_VERSION = "rustc"
GRAPH_DEF_VERSION = 2474
GRAPH_DEF_VERSION_MIN_CONSUMER = 0
GRAPH_DEF_VERSION_MIN_PRODUCER = 0


def is_keras_2_asked_for() -> bool:
    """Whether the environment's `TF_USE_LEGACY_KERAS` asks for Keras 2.

    A program may set it before it imports TensorFlow.

    >>> from gradtape._runtime.versions import is_keras_2_asked_for
    >>> is_keras_2_asked_for()
    False
    """
    return os.environ.get("TF_USE_LEGACY_KERAS") in ("1", "true", "True")
