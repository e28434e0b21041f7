"""`variable_creator_scope`: functions that stand between `tf.Variable(...)` and what it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core


@contextmanager
def variable_creator_scope(variable_creator: Callable[..., Any]) -> Iterator[None]:
    """Within, `variable_creator(next_creator, **kwargs)` makes the variables of this thread.

    It gets the arguments of `tf.Variable` by name, may change them, and calls `next_creator` with
    them, or returns something else. The innermost is asked first, and the class itself is last.
    `TypeError` for what cannot be called.

    >>> def doubled(next_creator, **kwargs):
    ...     kwargs["initial_value"] = kwargs["initial_value"] * 2.0
    ...     return next_creator(**kwargs)
    >>> with tf.variable_creator_scope(doubled):
    ...     v = tf.Variable(3.0)
    >>> v.numpy().item()
    6.0
    """
    if not callable(variable_creator):
        raise TypeError(f"variable_creator must be callable, got {variable_creator!r}")
    _core.enter_creator(variable_creator)
    try:
        yield
    finally:
        _core.leave_creator()
