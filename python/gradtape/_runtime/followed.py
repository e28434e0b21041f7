"""Whether tapes follow values, on which it depends in TensorFlow what of two things runs.

Invariant: to ask leaves nothing on a tape that an answer could need.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core

_here = threading.local()  # `hidden`, whether a custom gradient hides its function from tapes


def are_followed(values: Iterable[Any]) -> bool:
    """Whether a tape that records here would record an operation on one of these values.

    >>> from gradtape._runtime.followed import are_followed
    >>> x, y = tf.constant(1.0), tf.constant(1.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     are_followed([y]), are_followed([y, x])
    (False, True)
    """
    tensors = [value for value in values if _core.is_tensor(value)]
    if not tensors or not _core.is_recording() or getattr(_here, "hidden", False):
        return False
    return recorded(tensors, [_core.constant(0.0)], lambda *_: [None] * len(tensors))[1]


def recorded(
    inputs: list[Any], outputs: list[Any], gradient: Callable[..., list[Any]]
) -> tuple[list[Any], bool]:
    """The outputs as tapes know them, with this gradient, and whether any follows an input.

    A tape that does keeps the gradient as long as there is what it is of; an accumulator of
    derivatives asks for it at once.
    """
    if not _core.is_recording():
        return _core.record_custom(inputs, outputs, gradient), False
    asked = []

    def told(*dys: Any) -> list[Any]:
        asked.append(True)
        return gradient(*dys)

    kept = weakref.ref(told)
    results = _core.record_custom(inputs, outputs, told)
    del told
    return results, bool(asked) or kept() is not None


@contextmanager
def hidden() -> Iterator[None]:
    """Within, a function runs in a graph that has its gradient from elsewhere: no tape follows."""
    before, _here.hidden = getattr(_here, "hidden", False), True
    try:
        yield
    finally:
        _here.hidden = before
