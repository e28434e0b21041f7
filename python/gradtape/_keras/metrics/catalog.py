"""Every metric by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from .. import lookup
from ..losses import catalog as losses, functions as loss_functions
from . import (  # what they register is what `get` finds
    accuracy as accuracy,
    confusion as confusion,
    curves as curves,
    errors as errors,
    overlap as overlap,
    regression as regression,
)
from .metric import MeanMetricWrapper, Metric, name_of, registry


def get(identifier: Any) -> Any:
    """The metric for an instance, a name, a configuration, or a function of two arguments.

    >>> import gradtape as tf
    >>> tf.keras.metrics.get("mae").name
    'mean_absolute_error'
    """
    if identifier is None or isinstance(identifier, Metric):
        return identifier
    if isinstance(identifier, Mapping) and identifier["class_name"] == "MeanMetricWrapper":
        return _wrapped(identifier["config"])
    known = registry.means_its_own(identifier) or not loss_functions.registry.means_its_own(
        identifier
    )
    try:
        found = registry.find(identifier) if known else losses.get(identifier)
    except ValueError as unknown:
        found = _loss(identifier, unknown)
    if isinstance(found, Metric):
        return found
    if isinstance(identifier, str) and not is_keras_2_asked_for():
        return _of_short_name(found, identifier)
    name = identifier if isinstance(identifier, str) else name_of(found)
    return MeanMetricWrapper(found, name)


def _of_short_name(function: Any, name: str) -> Any:
    """The metric whose function has this other name, as "mse"; where there is none, a mean of the
    function, as in Keras 2."""
    kind = registry.class_of(getattr(function, "__name__", ""))
    return MeanMetricWrapper(function, name) if kind is None else kind()


def _loss(identifier: Any, unknown: ValueError) -> Any:
    """The loss that is measured; an error speaks of a metric."""
    try:
        return losses.get(identifier)
    except ValueError:
        raise unknown from None


def _wrapped(config: Mapping[str, Any]) -> Any:
    """The metric of a function that Keras 2 names in a file."""
    metric = get(config["fn"])
    metric.name = config.get("name") or metric.name
    return metric


def serialize(metric: Any, use_legacy_format: bool = False) -> Any:
    """The class name and the configuration of a metric."""
    return lookup.serialize(metric)


def deserialize(config: Any, custom_objects: Any = None, use_legacy_format: bool = False) -> Any:
    """The metric for what `serialize` returned.

    >>> import gradtape as tf
    >>> config = tf.keras.metrics.serialize(tf.keras.metrics.Precision(top_k=2))
    >>> tf.keras.metrics.deserialize(config).top_k
    2
    """
    with lookup.custom_object_scope(custom_objects or {}):
        return get(config)
