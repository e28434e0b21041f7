"""The digits that Keras's numbers have where it casts them to the dtype of a variable."""

from typing import Any

import numpy as np

from ... import _core


def single(number: float) -> float:
    """A Python number becomes a float32 before it is cast: float64 gets no more digits of it."""
    return float(np.float32(number))


def known(beta: float, step: int, dtype: Any) -> float:
    """What an average knows of its numbers after so many steps from zero, `1 - beta**step`.

    For float32 it is computed in float32, as Keras does: most digits go in the first steps.
    """
    if dtype == _core.float32:
        return float(np.float32(1) - np.float32(beta) ** np.float32(step))
    return 1 - single(beta) ** step
