"""Whether attention may be computed in blocks, which programs of Keras switch; kept, and told.

There is one way to compute attention here, so nothing depends on it.
"""

from __future__ import annotations

_switch: dict[str, bool | None] = {"flash": None}


def enable_flash_attention() -> None:
    """Allow attention in blocks."""
    _switch["flash"] = True


def disable_flash_attention() -> None:
    """Forbid attention in blocks."""
    _switch["flash"] = False


def is_flash_attention_enabled() -> bool | None:
    """What was chosen last; None before any choice.

    >>> import gradtape as tf
    >>> tf.keras.config.enable_flash_attention()
    >>> tf.keras.config.is_flash_attention_enabled()
    True
    """
    return _switch["flash"]
