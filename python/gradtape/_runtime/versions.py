"""Which gradtape this is, in the form in which programs ask TensorFlow.

There are no graphs, so the versions of their format are those of the TensorFlow whose interface is
kept: 2.21.
"""

from __future__ import annotations

from .._core import __version__

VERSION = __version__
GIT_VERSION = f"v{__version__}"
COMPILER_VERSION = "rustc"
GRAPH_DEF_VERSION = 2474
GRAPH_DEF_VERSION_MIN_CONSUMER = 0
GRAPH_DEF_VERSION_MIN_PRODUCER = 0
