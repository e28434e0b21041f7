"""Every optimizer by its name."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from .. import lookup
from . import (  # what they register is what `get` finds
    adagrad as adagrad,
    adam as adam,
    loss_scale as loss_scale,
    moments as moments,
    muon as muon,
    rmsprop as rmsprop,
    scaled as scaled,
    schedule_free as schedule_free,
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
        return _of_older_form(identifier) or registry.find(identifier)
    except (ValueError, TypeError) as error:
        if isinstance(identifier, str) and is_keras_2_asked_for():
            raise
        raise ValueError(f"Could not interpret optimizer identifier: {identifier}") from error


def _of_older_form(identifier: Any) -> Any:
    """The optimizer of Keras up to 2.10 that a configuration names; None if it names another.

    It says so by its module. In Keras 2 one that says nothing of modules is such a one too, unless
    it has no arguments.
    """
    if not isinstance(identifier, Mapping):
        return None
    config = identifier.get("config") or {}
    silent = is_keras_2_asked_for() and "module" not in identifier and bool(config)
    kind = _older_classes().get(str(identifier.get("class_name")).lower())
    if kind is None or not config.get("is_legacy_optimizer", True):
        return None
    if not silent and identifier.get("module") != "keras.optimizers.legacy":
        return None
    return kind(**lookup.fitting(kind, config))


@functools.cache
def _older_classes() -> dict[str, Any]:
    from . import legacy

    rules = [kind for kind in legacy.Legacy.__subclasses__() if kind is not legacy.Optimizer]
    return {kind.__name__.lower(): kind for kind in rules}


def serialize(optimizer: Optimizer, use_legacy_format: bool = False) -> Any:
    """The class name and the configuration of an optimizer."""
    return lookup.serialize(optimizer)


def deserialize(config: Any, custom_objects: Any = None, use_legacy_format: bool = False) -> Any:
    """The optimizer for what `serialize` returned."""
    with lookup.custom_object_scope(custom_objects or {}):
        return get(config)
