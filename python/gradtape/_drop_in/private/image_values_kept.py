"""Trained models of Keras that scale images themselves: their `preprocess_input`."""

from __future__ import annotations

from typing import Any


def preprocess_input(x: Any, data_format: str | None = None) -> Any:
    """The images as they are.

    >>> from gradtape._drop_in.private import image_values_kept
    >>> image_values_kept.preprocess_input(5)
    5
    """
    return x
