"""What lies in attributes of Keras 2's models and lists weights as layers do: lists, dictionaries,
templates, and metrics, whose states are weights that are not trained.

What lies in one comes where the attribute was set: first the weights of the layers and containers
in it, a dictionary's by its keys in order, then its own variables.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._legacy.templates import Template
from ..._module.module import Module
from ..base_layer import arrivals
from ..metrics.metric import Metric

_KINDS = (list, tuple, dict)
_LAYERS = ("_layers_of_network", "_stacked_layers")  # no lists of the program's: one by one


class Container:
    """A list, tuple or dictionary as a part of a model."""

    def __init__(self, values: Any) -> None:
        listed = values.values() if isinstance(values, dict) else values
        keyed = isinstance(values, dict)
        in_order = [values[key] for key in sorted(values, key=str)] if keyed else values
        self._own = [value for value in listed if isinstance(value, _core.Variable)]
        self._parts = [part for value in in_order if (part := part_of(value)) is not None]

    @property
    def trainable_variables(self) -> list[Any]:
        """Those of its parts, then its own."""
        inner = [weight for part in self._parts for weight in part.trainable_variables]
        return inner + [weight for weight in self._own if weight.trainable]

    @property
    def non_trainable_variables(self) -> list[Any]:
        """Those of its parts, then its own."""
        inner = [weight for part in self._parts for weight in part.non_trainable_variables]
        return inner + [weight for weight in self._own if not weight.trainable]

    @property
    def variables(self) -> list[Any]:
        """Those to train first."""
        return self.trainable_variables + self.non_trainable_variables


def part_of(value: Any) -> Any:
    """A value as a part of a model; None for what is none."""
    if isinstance(value, (Module, Metric, Template)):
        return value
    return Container(value) if isinstance(value, _KINDS) else None


def parts_of(model: Any) -> tuple[list[Any], list[Any]]:
    """The variables that a model holds itself, and its parts, in the order in which they came."""
    own = {id(weight): weight for weight in model._added_weights()}
    added = len(own)
    parts: dict[int, Any] = {}
    for key, value in vars(model).items():
        if key in model._unsearched or value is model:
            continue
        if isinstance(value, _core.Variable):
            own[id(value)] = value
        elif key in _LAYERS:
            parts.update((id(layer), layer) for layer in value or ())
        elif (part := part_of(value)) is not None:
            parts[id(value)] = part
    if 0 < added < len(own):
        own = arrivals.weights_in_order(model, own, iter)
    return list(own.values()), list(parts.values())
