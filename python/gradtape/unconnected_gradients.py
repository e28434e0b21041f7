"""What a gradient is where the target does not depend on a source."""

from __future__ import annotations

from enum import Enum


class UnconnectedGradients(Enum):
    """`NONE`: the gradient is `None`; `ZERO`: it is zeros of the source's shape and dtype.

    >>> tf.UnconnectedGradients("zero")
    <UnconnectedGradients.ZERO: 'zero'>
    """

    NONE = "none"
    ZERO = "zero"
