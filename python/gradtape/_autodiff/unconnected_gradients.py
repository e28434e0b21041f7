"""What a gradient is where the target does not depend on a source."""

from __future__ import annotations

import enum


class UnconnectedGradients(enum.Enum):
    """`NONE`: the gradient is `None`; `ZERO`: it is zeros of the source's shape and dtype.

    >>> tf.UnconnectedGradients("zero")
    <UnconnectedGradients.ZERO: 'zero'>
    """

    NONE = "none"
    ZERO = "zero"
