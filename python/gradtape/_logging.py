"""The logger that TensorFlow's users filter: named `tensorflow`, on standard error.

Warnings about a program's gradients are printed at most a few times for each line of that program,
so that a loop does not repeat itself while two different mistakes are both shown."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import logging

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep  # noqa: PTH100, PTH120
_seen: dict[tuple[str, int, str], int] = {}
_logger: logging.Logger | None = None


def get_logger() -> logging.Logger:
    """The logger `tensorflow`, which prints warnings as `WARNING:tensorflow:...`.

    >>> tf.get_logger().name
    'tensorflow'
    """
    global _logger
    if _logger is None:
        import logging  # a third of the time that importing this package would take

        logger = logging.getLogger("tensorflow")
        if not logger.handlers:
            handler = logging.StreamHandler()
            handler.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
            logger.addHandler(handler)
        _logger = logger
    return _logger


def warn_at_call_site(text: str, limit: int) -> None:
    """Logs `text`, at most `limit` times for each line of code outside this package."""
    frame = sys._getframe(0)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    site = (frame.f_code.co_filename, frame.f_lineno, text.partition(", got")[0])
    count = _seen.get(site, 0) + 1
    _seen[site] = count
    if count <= limit:
        get_logger().warning("%s", text)
