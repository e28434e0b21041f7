"""Normal numbers between bounds of their own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import _core

if TYPE_CHECKING:
    from .._typing import IntsLike, ShapeLike, TensorLike


def stateless_parameterized_truncated_normal(
    shape: ShapeLike, seed: IntsLike, means: TensorLike = 0.0, stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0, maxvals: TensorLike = 2.0, name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """Normal numbers between `minvals` and `maxvals`, which follow from a seed.

    The parameters broadcast to `shape`, and gradients flow to them. Drawn by the inverse of the
    distribution function, so the numbers are not TensorFlow's.

    >>> drawn = tf.random.stateless_parameterized_truncated_normal([9], [1, 2], 5.0, 1.0, 4.0, 5.0)
    >>> bool(tf.reduce_all((drawn >= 4.0) & (drawn <= 5.0)))
    True
    """
    mean, spread, low, high = (
        _core.convert_to_tensor(each) for each in (means, stddevs, minvals, maxvals)
    )
    below, above = (
        0.5 * _core.erfc((mean - bound) / (spread * math.sqrt(2.0))) for bound in (low, high)
    )
    share = _core.stateless_uniform(shape, seed, dtype=mean.dtype)
    drawn = mean + spread * _core.ndtri(below + share * (above - below))
    return _core.clip_by_value(drawn, low, high)
