"""Trained models of Keras that want blue first and means of 0: their `preprocess_input`."""

from __future__ import annotations

from typing import Any

from . import image_values


def preprocess_input(x: Any, data_format: str | None = None) -> Any:
    """Images less the means of ImageNet, blue first.

    >>> import numpy as np
    >>> from gradtape._drop_in.private import image_values_centred
    >>> image_values_centred.preprocess_input(np.zeros([1, 1, 3])).round(1).tolist()
    [[[-103.9, -116.8, -123.7]]]
    """
    return image_values.preprocess_input(x, data_format, "caffe")
