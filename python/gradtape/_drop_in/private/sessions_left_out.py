"""What works on sessions of version 1: hooks, monitored sessions, readers of graphs.

Programs import it at their top and use it in one branch: what is not here says so only when it is
called.
"""

from __future__ import annotations

from .left_out import LeftOut


def __getattr__(name: str) -> LeftOut:
    if name.startswith("__"):
        raise AttributeError(name)
    return LeftOut(name, "works on sessions of version 1, which there are none of")
