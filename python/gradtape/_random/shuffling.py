"""Shuffles that follow from a seed alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from .._typing import IntsLike, TensorLike

_WHOLE: Any = None  # no bounds: every value that the type has


def stateless_shuffle(
    value: TensorLike, seed: IntsLike, alg: Any = "auto_select", name: str | None = None
) -> _core.Tensor:
    """`value` with the slices of its first axis in an order that follows from a seed.

    The order is TensorFlow's, and the gradient goes back to their places.

    >>> tf.random.experimental.stateless_shuffle([1, 2, 3, 4], [1, 2]).numpy().tolist()
    [1, 4, 3, 2]
    """
    x = _core.convert_to_tensor(value)
    if x.shape.rank == 0:
        raise ValueError("stateless_shuffle takes a tensor with at least one axis")
    drawn = _core.stateless_uniform([x.shape[0]], seed, _WHOLE, _WHOLE, _core.int32)
    order = _order(_core.bitcast(drawn, _core.uint32).numpy().tolist())
    return _core.gather(x, np.array(order, np.int64), axis=0)


def _order(drawn: list[int]) -> list[int]:
    """Places in the order of so many draws: each takes one of those that are left."""
    places = list(range(len(drawn)))
    for place, number in enumerate(drawn):
        other = place + number % (len(places) - place)
        places[place], places[other] = places[other], places[place]
    return places
