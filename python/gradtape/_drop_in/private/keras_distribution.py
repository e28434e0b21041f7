"""What `keras.src.distribution` has: models of several devices, of which there is one."""

from __future__ import annotations

from .left_out import LeftOut


def distribution() -> None:
    """The distribution that was set: none is."""


def __getattr__(name: str) -> LeftOut:
    if name.startswith("__"):
        raise AttributeError(name)
    return LeftOut(f"keras.distribution.{name}", "spreads models over devices, and there is one")
