"""What one process does for all: files."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from .collectives import broadcast_object
from .world import world


def on_chief(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`function(*args, **kwargs)` on process 0 alone; its result, or its error, on all.

    All wait until it is done: what it has written can be read. The result is pickled; one that
    cannot be is None on the other processes.

    >>> import gradtape as tf
    >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    >>> tf.distribute.on_chief(checkpoint.write, "/tmp/v")  # doctest: +SKIP
    '/tmp/v'
    """
    result, error = None, None
    if world().rank == 0:
        try:
            result = function(*args, **kwargs)
        except Exception as raised:
            error = raised
    found, failure = broadcast_object((_picklable(result), _picklable(error)))
    if error is not None:
        raise error
    if failure is not None:
        raise failure
    return result if world().rank == 0 else found


def _picklable(value: Any) -> Any:
    try:
        pickle.loads(pickle.dumps(value))
    except Exception:
        return RuntimeError(f"on process 0: {value!r}") if isinstance(value, Exception) else None
    return value
