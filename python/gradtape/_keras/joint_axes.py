"""Functions over several axes as if they were one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import AxisLike


def over_axes(function: Callable[..., Any], x: Any, axis: AxisLike) -> Any:
    """A function over one axis, over several as if they were one, or over all of them (None).

    >>> import gradtape as tf
    >>> from gradtape._keras.joint_axes import over_axes
    >>> over_axes(tf.nn.softmax, tf.zeros([2, 2]), (0, 1)).numpy().tolist()
    [[0.25, 0.25], [0.25, 0.25]]
    """
    if isinstance(axis, int):
        return function(x, axis)
    x = _core.convert_to_tensor(x)
    rank, sizes = x.shape.rank, x.shape.as_list()
    given = range(rank) if axis is None else _core.entries(axis, "axis")
    gone = [i + rank if i < 0 else i for i in given]
    order = [i for i in range(rank) if i not in gone] + gone
    moved = _core.transpose(x, order)
    rows = _core.reshape(moved, [*(sizes[i] for i in order[: rank - len(gone)]), -1])
    found = _core.reshape(function(rows, -1), moved.shape)
    return _core.transpose(found, sorted(range(rank), key=order.__getitem__))
