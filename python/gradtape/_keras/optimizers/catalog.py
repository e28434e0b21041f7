"""Every optimizer by its name."""

from __future__ import annotations

from typing import Any

from .. import lookup
from . import (  # what they register is what `get` finds
    adagrad as adagrad,
    adam as adam,
    loss_scale as loss_scale,
    moments as moments,
    muon as muon,
    rmsprop as rmsprop,
    scaled as scaled,
    sgd as sgd,
)
from .optimizer import Optimizer, registry


def get(identifier: Any) -> Any:
    """The optimizer for an instance, a name or a configuration; `ValueError` for anything else.

    >>> import gradtape as tf
    >>> type(tf.keras.optimizers.get("rmsprop")).__name__
    'RMSprop'
    """
    if isinstance(identifier, Optimizer):
        return identifier
    try:
        return registry.find(identifier)
    except (ValueError, TypeError) as error:
        raise ValueError(f"Could not interpret optimizer identifier: {identifier}") from error


def serialize(optimizer: Optimizer, use_legacy_format: bool = False) -> Any:
    """The class name and the configuration of an optimizer."""
    return lookup.serialize(optimizer)


def deserialize(config: Any, custom_objects: Any = None, use_legacy_format: bool = False) -> Any:
    """The optimizer for what `serialize` returned."""
    with lookup.custom_object_scope(custom_objects or {}):
        return get(config)
