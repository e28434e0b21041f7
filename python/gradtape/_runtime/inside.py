"""Whether this thread is in a `tf.function`, which is where TensorFlow builds a graph.

Invariant: only the outermost function enters and leaves.
"""

from __future__ import annotations

import threading

from .. import _core

_here = threading.local()


def enter() -> bool:
    """A function is called; whether it is the outermost one on this thread."""
    if getattr(_here, "is_taped", None) is not None:
        return False
    _here.is_taped = _core.is_recording()
    return True


def leave() -> None:
    """The outermost function has returned."""
    _here.is_taped = None


def is_inside() -> bool:
    """Whether this thread is in a function."""
    return getattr(_here, "is_taped", None) is not None


def enter_step() -> None:
    """A step of a model begins, which Keras traces as a function."""
    _here.steps = getattr(_here, "steps", 0) + 1


def leave_step() -> None:
    """It has ended."""
    _here.steps -= 1


def is_traced() -> bool:
    """Whether this thread is in a function or in such a step: where TensorFlow builds a graph."""
    return is_inside() or getattr(_here, "steps", 0) > 0


def is_taped() -> bool:
    """Whether a tape recorded when the outermost function was called, or does if there is none."""
    known = getattr(_here, "is_taped", None)
    return _core.is_recording() if known is None else known
