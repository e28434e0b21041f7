"""`enable_debug_mode`: functions of datasets run as eager code does.

They are called for each element wholly, are not inside of a graph, and draw random numbers from
the seeds of eager operations; a dataset has the mode in which it was made.
"""

from __future__ import annotations

from .._runtime import inside

_switched: list[bool] = []


def is_on() -> bool:
    """Whether functions of datasets that are made now run as eager code."""
    return bool(_switched)


def enable_debug_mode() -> None:
    """Let functions of datasets that are made from now on run as eager code, to find errors."""
    if inside.is_inside():
        raise ValueError(
            "`tf.data.experimental.enable_debug_mode() is only supported in eager mode."
        )
    _switched[:] = [True]


def toggle_debug_mode(debug_mode: bool) -> None:
    """Switch the mode on or off, as TensorFlow's own tests do."""
    _switched[:] = [True] if debug_mode else []
