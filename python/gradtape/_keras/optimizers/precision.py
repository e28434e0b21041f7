"""The digits that Keras's numbers have where it casts them to the dtype of a variable."""

import numpy as np


def single(number: float) -> float:
    """A Python number becomes a float32 before it is cast: float64 gets no more digits of it."""
    return float(np.float32(number))
