"""Trained models of Keras that want channels standardized: their `preprocess_input`."""

from __future__ import annotations

from typing import Any

from . import image_values


def preprocess_input(x: Any, data_format: str | None = None) -> Any:
    """Images of 0 to 255 with the mean and the deviation of ImageNet taken out.

    >>> import numpy as np
    >>> from gradtape._drop_in.private import image_values_standardized
    >>> image_values_standardized.preprocess_input(np.zeros([1, 1, 3])).round(1).tolist()
    [[[-2.1, -2.0, -1.8]]]
    """
    return image_values.preprocess_input(x, data_format, "torch")
