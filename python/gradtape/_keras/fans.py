"""How many inputs and outputs a weight connects, by which initializers scale their draws."""

from __future__ import annotations

import math
from collections.abc import Sequence


def fans_of(sizes: list[int]) -> tuple[int, int]:
    """Those of a weight of this shape; a vector counts as both."""
    if len(sizes) < 2:
        return (sizes[0], sizes[0]) if sizes else (1, 1)
    field = math.prod(sizes[:-2])
    return field * sizes[-2], field * sizes[-1]


def fans_by(axes: tuple[Sequence[int], Sequence[int]], sizes: list[int]) -> tuple[int, int]:
    """The same where it is said which axes are inputs, and which are outputs."""
    fan_in, fan_out = (math.prod(sizes[axis] for axis in some) for some in axes)
    return fan_in, fan_out
