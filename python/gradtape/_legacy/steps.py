"""The global step of version 1: one variable that counts, made when it is first asked for."""

from __future__ import annotations

from typing import Any

from .. import _core

_made: list[Any] = []


def get_global_step(graph: Any = None) -> Any:
    """The global step; None before it is made."""
    return _made[0] if _made else None


def create_global_step(graph: Any = None) -> _core.Variable:
    """Make the global step; `ValueError` if there is one."""
    if _made:
        raise ValueError('"global_step" already exists.')
    _made.append(_core.Variable(0, dtype=_core.int64, trainable=False, name="global_step"))
    return _made[0]


def get_or_create_global_step(graph: Any = None) -> _core.Variable:
    """The global step, which is made if there is none.

    >>> tf.compat.v1.train.get_or_create_global_step().dtype
    tf.int64
    """
    return get_global_step() if _made else create_global_step()


def global_step(sess: Any, global_step_tensor: Any) -> int:
    """The value of a step, as a Python number."""
    return int(global_step_tensor)
