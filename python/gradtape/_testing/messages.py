"""Protocol messages in tests: written as text, and compared."""

from __future__ import annotations

import math
from typing import Any


def text_format() -> Any:
    """The module that reads messages from text."""
    from google.protobuf import text_format  # at call time: few tests have messages

    return text_format


def are_same_messages(one: Any, other: Any, tolerance: float | None = None) -> bool:
    """Whether messages of one kind are equal, their numbers up to a relative tolerance.

    >>> import gradtape as tf
    >>> from gradtape._testing.messages import are_same_messages
    >>> one, other = (tf.train.FloatList(value=[number]) for number in (1.0, 1.01))
    >>> are_same_messages(one, other), are_same_messages(one, other, tolerance=0.1)
    (False, True)
    """
    if tolerance is None or type(one) is not type(other):
        return bool(one == other)
    from google.protobuf import json_format  # as above

    return _are_close(json_format.MessageToDict(one), json_format.MessageToDict(other), tolerance)


def _are_close(one: Any, other: Any, tolerance: float) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            _are_close(one[key], other[key], tolerance) for key in one
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(
            _are_close(*pair, tolerance) for pair in zip(one, other, strict=False)
        )
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=tolerance)
    return bool(one == other)
