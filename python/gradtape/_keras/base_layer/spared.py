"""Layers whose outputs are not penalized while another one calls them: see `TimeDistributed`.

Invariant: a layer is spared on the thread that says so, and until the call ends.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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
    """Whether the layer is called so."""
    return any(layer is one for one in getattr(_here, "layers", ()))
