"""What rewrites graphs: programs import it at their top, to count operations or to make smaller
files, and use it in one branch; it says so when it is called.
"""

from __future__ import annotations

from .left_out import LeftOut


def __getattr__(name: str) -> LeftOut:
    if name.startswith("__"):
        raise AttributeError(name)
    return LeftOut(name, "rewrites graphs, which there are none of")
