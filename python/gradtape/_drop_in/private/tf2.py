"""`tensorflow.python.tf2`: whether TensorFlow 2's behaviour is on, which it always is."""

from __future__ import annotations


def enabled() -> bool:
    """True."""
    return True


def enable() -> None:
    """Does nothing: it is on."""
