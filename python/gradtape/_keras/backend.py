"""`tf.keras.backend`: the few functions of it that programs still call."""

from __future__ import annotations

from .naming import clear_session as clear_session


def epsilon() -> float:
    """The distance from 0 at which Keras cuts off probabilities."""
    return 1e-7


def floatx() -> str:
    """The dtype of weights by default."""
    return "float32"


def image_data_format() -> str:
    """Channels are the last axis."""
    return "channels_last"
