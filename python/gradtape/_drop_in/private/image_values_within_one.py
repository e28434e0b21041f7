"""Trained models of Keras that want values between -1 and 1: their `preprocess_input`."""

from __future__ import annotations

from typing import Any

from . import image_values


def preprocess_input(x: Any, data_format: str | None = None) -> Any:
    """Images of 0 to 255 with values between -1 and 1.

    >>> import numpy as np
    >>> from gradtape._drop_in.private import image_values_within_one
    >>> image_values_within_one.preprocess_input(np.zeros([1, 1, 3])).tolist()
    [[[-1.0, -1.0, -1.0]]]
    """
    return image_values.preprocess_input(x, data_format, "tf")
