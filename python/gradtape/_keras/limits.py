"""Limits of all training in a process: how many epochs, and steps in each; for a quick try.

`KERAS_MAX_EPOCHS` and `KERAS_MAX_STEPS_PER_EPOCH` in the environment set them from outside.
"""

from __future__ import annotations

import os
import warnings


def _from_environment(name: str) -> int | None:
    value = os.environ.get(name, "")
    return int(value) if value else None


_limits = {
    "epochs": _from_environment("KERAS_MAX_EPOCHS"),
    "steps": _from_environment("KERAS_MAX_STEPS_PER_EPOCH"),
}


def max_epochs() -> int | None:
    """The most epochs that `fit` runs, None without a limit.

    >>> import gradtape as tf
    >>> tf.keras.config.max_epochs() is None
    True
    """
    return _limits["epochs"]


def set_max_epochs(max_epochs: int | None) -> None:
    """Let no `fit` run more epochs than this; None is no limit.

    >>> import gradtape as tf
    >>> tf.keras.config.set_max_epochs(2)
    >>> tf.keras.config.max_epochs()
    2
    >>> tf.keras.config.set_max_epochs(None)
    """
    _limits["epochs"] = max_epochs


def max_steps_per_epoch() -> int | None:
    """The most steps of an epoch of `fit`, and of `evaluate` and `predict`; None without a limit.

    >>> import gradtape as tf
    >>> tf.keras.config.max_steps_per_epoch() is None
    True
    """
    return _limits["steps"]


def set_max_steps_per_epoch(max_steps_per_epoch: int | None) -> None:
    """Let no epoch of `fit`, and no `evaluate` or `predict`, take more steps than this.

    >>> import gradtape as tf
    >>> tf.keras.config.set_max_steps_per_epoch(10)
    >>> tf.keras.config.max_steps_per_epoch()
    10
    >>> tf.keras.config.set_max_steps_per_epoch(None)
    """
    _limits["steps"] = max_steps_per_epoch


def limited_epochs(epochs: int) -> int:
    """The number of epochs to run of those that were asked for; says if it is fewer."""
    limit = _limits["epochs"]
    if not limit or epochs <= limit:
        return epochs
    warnings.warn(f"Limiting epochs to {limit}", stacklevel=3)
    return limit


def limited_steps(steps: int | None, count: int | None) -> int | None:
    """The number of steps of an epoch, of those asked for or there; None for all of the data."""
    limit = _limits["steps"]
    asked = count if steps is None else steps
    if not limit or (asked is not None and asked <= limit):
        return steps
    warnings.warn(f"Limiting steps to {limit}", stacklevel=4)
    return limit
