"""Objects from plain data with the arguments of Keras up to 2.10, in their order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import objects


def deserialize_keras_object(
    identifier: Any,
    module_objects: Mapping[str, Any] | None = None,
    custom_objects: Mapping[str, Any] | None = None,
    printable_module_name: str = "object",
) -> Any:
    """What `serialize_keras_object` described, by the names of both tables.

    >>> import gradtape as tf
    >>> config = {"class_name": "Halved", "config": {"l1": 0.5}}
    >>> known = {"Halved": tf.keras.regularizers.L1}
    >>> float(tf.keras.utils.legacy.deserialize_keras_object(config, known).l1)
    0.5
    """
    return objects.deserialize_keras_object(
        identifier, custom_objects, module_objects=module_objects
    )
