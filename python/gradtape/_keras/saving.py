"""Custom classes by name, for configurations that mention them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .lookup import CUSTOM


def register_keras_serializable(
    package: str = "Custom", name: str | None = None
) -> Callable[[Any], Any]:
    """Decorator: let configurations find a class or function of the program by its name.

    >>> import gradtape as tf
    >>> @tf.keras.saving.register_keras_serializable()
    ... class Scale(tf.keras.layers.Layer):
    ...     pass
    >>> tf.keras.saving.get_custom_objects()["Scale"] is Scale
    True
    """

    def register(entry: Any) -> Any:
        CUSTOM[name or entry.__name__] = entry
        CUSTOM[f"{package}>{name or entry.__name__}"] = entry
        return entry

    return register


def get_custom_objects() -> dict[str, Any]:
    """Everything that was registered."""
    return CUSTOM
