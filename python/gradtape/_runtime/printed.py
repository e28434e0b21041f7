"""What operations write when they run: at every run of a function, while a probe runs not at all.

Invariant: nothing goes through Python's `print`, which functions call once for each trace.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_here = threading.local()  # `probes`, how many probes run around each other


@contextmanager
def silently() -> Iterator[None]:
    """Within, a layer is run to see what comes out of it, and operations in it write nothing."""
    _here.probes = getattr(_here, "probes", 0) + 1
    try:
        yield
    finally:
        _here.probes -= 1


@contextmanager
def waiting() -> Iterator[list[tuple[str, Any]]]:
    """Within, what operations write waits for the end; gives what waits, which may be dropped."""
    outer, _here.waiting = getattr(_here, "waiting", None), []
    try:
        yield _here.waiting
    finally:
        left, _here.waiting = _here.waiting, outer
        for text, stream in left:
            write(text, stream)


def is_silent() -> bool:
    """Whether a probe runs here."""
    return getattr(_here, "probes", 0) > 0


def write(text: str, stream: Any) -> None:
    """Write and flush a text."""
    if is_silent():
        return
    if getattr(_here, "waiting", None) is not None:
        _here.waiting.append((text, stream))
        return
    stream.write(text)
    if hasattr(stream, "flush"):
        stream.flush()
