"""`linspace` with TensorFlow's order of arguments: in the core `name` is always the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _core

if TYPE_CHECKING:
    from .._typing import TensorLike


def linspace(
    start: TensorLike, stop: TensorLike, num: TensorLike, name: str | None = None, axis: int = 0
) -> _core.Tensor:
    """`num` numbers from `start` to `stop` inclusive, in equal steps; along `axis` for arrays.

    >>> tf.linspace(0.0, 1.0, 3).numpy().tolist()
    [0.0, 0.5, 1.0]
    """
    return _core.linspace(start, stop, num, axis, name)
