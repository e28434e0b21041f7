"""Every metric by its name."""

from __future__ import annotations

from typing import Any

from ..losses import catalog as losses
from . import accuracy as accuracy, errors as errors  # what they register is what `get` finds
from .metric import MeanMetricWrapper, Metric, registry


def get(identifier: Any) -> Any:
    """The metric for an instance, a name, a configuration, or a function of two arguments.

    >>> import gradtape as tf
    >>> tf.keras.metrics.get("mae").name
    'mae'
    """
    if identifier is None or isinstance(identifier, Metric):
        return identifier
    try:
        found = registry.find(identifier)
    except ValueError:
        found = losses.get(identifier)
    if isinstance(found, Metric):
        return found
    name = identifier if isinstance(identifier, str) else None
    return MeanMetricWrapper(found, name)
