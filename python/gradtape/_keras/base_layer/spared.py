"""Layers whose outputs are not penalized: of some classes, in Keras 3, and where another one calls.

Invariant: what `TimeDistributed` calls is spared on its thread, and until the call ends.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for

_here = threading.local()


@contextmanager
def spared(layer: Any) -> Iterator[None]:
    """Within, calls of the layer add no penalty on its outputs."""
    outer = getattr(_here, "layers", ())
    _here.layers = (*outer, layer)
    try:
        yield
    finally:
        _here.layers = outer


def is_spared(layer: Any) -> bool:
    """Whether the layer is called so, or Keras spares all of its class."""
    if layer._is_spared_by_keras_3 and not is_keras_2_asked_for():
        return True
    return any(layer is one for one in getattr(_here, "layers", ()))
