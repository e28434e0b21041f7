"""Every loss by its name."""

from __future__ import annotations

from typing import Any

from . import (  # what they register is what `get` finds
    classes as classes,
    crossentropy as crossentropy,
)
from .functions import registry


def get(identifier: Any) -> Any:
    """The loss function or object for a name, a configuration or a callable; None for None.

    >>> import gradtape as tf
    >>> float(tf.keras.losses.get("mse")([1.0], [3.0]))
    4.0
    """
    return registry.find(identifier)
