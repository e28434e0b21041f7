"""Every loss by its name."""

from __future__ import annotations

from typing import Any

from .. import lookup
from . import (  # what they register is what `get` finds
    alignment as alignment,
    classes as classes,
    crossentropy as crossentropy,
    focal as focal,
    overlap as overlap,
)
from .functions import registry


def get(identifier: Any) -> Any:
    """The loss function or object for a name, a configuration or a callable; None for None.

    The name of a function means the function, which has a value for each example.

    >>> import gradtape as tf
    >>> tf.keras.losses.get("mean_squared_error")([[1.0], [2.0]], [[3.0], [3.0]]).numpy().tolist()
    [4.0, 1.0]
    """
    return registry.find(identifier)


def as_object(identifier: Any) -> Any:
    """The same, but for a name an object, where there is one."""
    return registry.find_class_first(identifier)


def serialize(loss: Any, use_legacy_format: bool = False) -> Any:
    """The class name and the configuration of a loss, or the name of a function."""
    return lookup.serialize(loss)


def deserialize(name: Any, custom_objects: Any = None, use_legacy_format: bool = False) -> Any:
    """The loss for what `serialize` returned.

    >>> import gradtape as tf
    >>> config = tf.keras.losses.serialize(tf.keras.losses.Huber(delta=2.0))
    >>> tf.keras.losses.deserialize(config).delta
    2.0
    """
    with lookup.custom_object_scope(custom_objects or {}):
        return get(name)
