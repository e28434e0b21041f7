"""`tf.compat.v1.logging`: the logger `tensorflow` by functions."""

from __future__ import annotations

import sys
from typing import Any

from .._logging import get_logger

DEBUG, INFO, WARN, ERROR, FATAL = 10, 20, 30, 40, 50
_counts: dict[tuple[str, int], int] = {}


def debug(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log at the level DEBUG."""
    get_logger().debug(msg, *args, **kwargs)


def info(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log at the level INFO."""
    get_logger().info(msg, *args, **kwargs)


def warn(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log at the level WARN."""
    get_logger().warning(msg, *args, **kwargs)


warning = warn


def error(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log at the level ERROR."""
    get_logger().error(msg, *args, **kwargs)


def fatal(msg: object, *args: Any, **kwargs: Any) -> None:
    """Log at the level FATAL; the program goes on."""
    get_logger().critical(msg, *args, **kwargs)


def log(level: int, msg: object, *args: Any, **kwargs: Any) -> None:
    """Log at a level."""
    get_logger().log(level, msg, *args, **kwargs)


vlog = log


def TaskLevelStatusMessage(msg: str) -> None:
    """Log at the level ERROR what a task tells of its state."""
    error(msg)


def log_if(level: int, msg: object, condition: bool, *args: Any) -> None:
    """Log if `condition` holds."""
    if condition:
        log(level, msg, *args)


def _calls() -> int:
    """How often the line that calls the caller came here before."""
    frame = sys._getframe(2)
    key = (frame.f_code.co_filename, frame.f_lineno)
    _counts[key] = _counts.get(key, -1) + 1
    return _counts[key]


def log_every_n(level: int, msg: object, n: int, *args: Any) -> None:
    """Log the first of every `n` calls from a line."""
    log_if(level, msg, _calls() % n == 0, *args)


def log_first_n(level: int, msg: object, n: int, *args: Any) -> None:
    """Log the first `n` calls from a line."""
    log_if(level, msg, _calls() < n, *args)


def get_verbosity() -> int:
    """The level below which nothing is logged.

    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
    >>> tf.compat.v1.logging.get_verbosity()
    40
    >>> tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.WARN)
    """
    return get_logger().getEffectiveLevel()


def set_verbosity(v: Any) -> None:
    """Log nothing below a level, a number or its name."""
    get_logger().setLevel(v)


def flush() -> None:
    """Write out what is buffered."""
    for handler in get_logger().handlers:
        handler.flush()
