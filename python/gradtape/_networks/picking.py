"""Labels drawn by weights: one comparison for each, whatever the weights are (the alias method).

Invariant: labels depend on the weights and on words of a stream alone, as TensorFlow's do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from .._typing import Array


class Picker:
    """Draws labels by their weights.

    Each label has a share of its own column and lends the rest of it to one other label.

    >>> from gradtape._networks.picking import Picker
    >>> Picker(np.float32([0, 1, 0]))(2, [1, 2]).tolist()
    [1, 1]
    """

    def __init__(self, weights: Array) -> None:
        shares = weights.astype(np.float64) * len(weights) / weights.sum(dtype=np.float64)
        self._lent_to = np.arange(len(weights))
        self._lend(shares)
        self._shares = shares.astype(np.float32)

    def _lend(self, shares: Array) -> None:
        """Fills each column that is not full from the last one that has too much."""
        lacking = np.flatnonzero(shares < 1.0).tolist()
        full = np.flatnonzero(shares >= 1.0).tolist()
        while lacking and full:
            taker, giver = lacking.pop(), full.pop()
            self._lent_to[taker] = giver
            shares[giver] -= 1.0 - shares[taker]
            (full if shares[giver] >= 1.0 else lacking).append(giver)
        for left in lacking + full:  # but for rounding they would be full
            shares[left] = 1.0

    def __call__(self, count: int, state: Any) -> Array:
        """The first `count` labels of the stream that begins with `state`."""
        unbounded: Any = None
        words = _core.stateless_uniform([2 * count], state, unbounded, None, _core.int32).numpy()
        points, columns = words.view(np.uint32).reshape(count, 2).T
        levels = (points & 0x7FFFFF).astype(np.float32) / np.float32(2**23)
        chosen = columns % len(self._shares)
        return np.where(levels < self._shares[chosen], chosen, self._lent_to[chosen])
