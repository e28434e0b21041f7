"""How an installed Keras comes to use this backend: what it finds when it is imported."""

from .selection import select

__all__ = ["select"]
