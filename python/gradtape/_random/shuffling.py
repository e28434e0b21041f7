"""Shuffles that follow from a seed alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import IntsLike, TensorLike

_WHOLE: Any = None  # no bounds: every value that the type has


def stateless_shuffle(
    value: TensorLike, seed: IntsLike, alg: Any = "auto_select", name: str | None = None
) -> _core.Tensor:
    """`value` with the slices of its first axis in an order that follows from a seed.

    Each slice draws an integer, and they are sorted by these; the order is not TensorFlow's. The
    gradient goes back to their places.

    >>> sorted(tf.random.experimental.stateless_shuffle([1, 2, 3], [1, 2]).numpy().tolist())
    [1, 2, 3]
    """
    x = _core.convert_to_tensor(value)
    if x.shape.rank == 0:
        raise ValueError("stateless_shuffle takes a tensor with at least one axis")
    keys = _core.stateless_uniform([x.shape[0]], seed, _WHOLE, _WHOLE, _core.int32)
    return _core.gather(x, _core.argsort(keys), axis=0)
