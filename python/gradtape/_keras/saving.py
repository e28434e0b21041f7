"""Custom classes by name, for configurations that mention them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .lookup import (
    CUSTOM,
    WITHOUT_PACKAGE,
    custom_object_scope as custom_object_scope,
    registered_name,
)


def register_keras_serializable(
    package: str = "Custom", name: str | None = None
) -> Callable[[Any], Any]:
    """Decorator: let configurations find a class or function of the program by its name.

    `ValueError` for a class without `get_config`.

    >>> import gradtape as tf
    >>> @tf.keras.saving.register_keras_serializable()
    ... class Scale(tf.keras.layers.Layer):
    ...     pass
    >>> tf.keras.saving.get_custom_objects()["Scale"] is Scale
    True
    """

    def register(entry: Callable[..., Any]) -> Any:
        if isinstance(entry, type) and not hasattr(entry, "get_config"):
            raise ValueError("Cannot register a class that does not have a get_config() method.")
        WITHOUT_PACKAGE[name or entry.__name__] = CUSTOM[name or entry.__name__] = entry
        CUSTOM[f"{package}>{name or entry.__name__}"] = entry
        return entry

    return register


def get_registered_name(obj: Any) -> str:
    """The name that a class was registered under, "package>name"; else its own."""
    return registered_name(obj)


def get_registered_object(name: str, custom_objects: Any = None, module_objects: Any = None) -> Any:
    """What a name was registered for, or what it means in the given mappings; None if nothing."""
    return CUSTOM.get(name) or (custom_objects or {}).get(name) or (module_objects or {}).get(name)


def get_custom_objects() -> dict[str, Any]:
    """Everything that was registered."""
    return CUSTOM
