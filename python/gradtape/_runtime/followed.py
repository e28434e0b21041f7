"""Whether tapes follow values, on which it depends in TensorFlow what of two things runs.

Invariant: to ask leaves nothing on a tape that an answer could need.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable, Iterator
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

    asked = []

    def unused(*_: Any) -> list[Any]:
        asked.append(True)
        return [None] * len(tensors)

    # A tape that follows one of them keeps the gradient as long as there is what it is of; an
    # accumulator of derivatives asks for it at once.
    kept = weakref.ref(unused)
    result = _core.record_custom(tensors, [_core.constant(0.0)], unused)
    del unused
    return bool(result) and (bool(asked) or kept() is not None)


@contextmanager
def hidden() -> Iterator[None]:
    """Within, a function runs in a graph that has its gradient from elsewhere: no tape follows."""
    before, _here.hidden = getattr(_here, "hidden", False), True
    try:
        yield
    finally:
        _here.hidden = before
