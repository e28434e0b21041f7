"""What `compile` sets up: an optimizer, losses and metrics for the outputs of a model.

Invariant: losses and metrics are matched to the flattened outputs by position (or by key, where
both are dicts).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ... import _core
from ..._structure import nest
from ..lookup import serialize
from ..losses import catalog as losses
from ..losses.loss import FunctionLoss, Loss
from ..metrics import accuracy, catalog as metrics
from ..metrics.metric import Mean
from ..optimizers import catalog as optimizers
from ..optimizers.loss_scale import LossScaleOptimizer


def arguments_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `compile` that `Compiled.get_config` described."""
    return {
        "optimizer": optimizers.get(config["optimizer"]),
        "loss": _found(config["loss"], losses.get),
        "loss_weights": config["loss_weights"],
        "metrics": _found(config["metrics"], _metric_or_word),
    }


def _found(value: Any, get: Any) -> Any:
    """Objects for the names and configurations in a structure."""
    if isinstance(value, Mapping) and "class_name" not in value:
        return {key: _found(inner, get) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_found(inner, get) for inner in value]
    return get(value)


def _metric_or_word(spec: Any) -> Any:
    """A metric; the words for the accuracy that fits stay words."""
    return spec if spec in ("accuracy", "acc") else metrics.get(spec)


class Compiled:
    """The optimizer, the losses and the metrics of one model."""

    def __init__(self, optimizer: Any, loss: Any, loss_weights: Any, metric_specs: Any) -> None:
        self.optimizer = optimizers.get(optimizer)
        self.loss = loss
        self._losses = nest.map_structure(_as_loss, loss)
        self._given_weights = loss_weights
        self._loss_weights = None if loss_weights is None else nest.flatten(loss_weights)
        self._specs = metric_specs or []
        self._metrics: list[list[Any]] | None = None
        self.loss_tracker = Mean(name="loss")

    def scale_loss(self) -> None:
        """Scale the loss, as gradients of half precision need it."""
        if not isinstance(self.optimizer, LossScaleOptimizer):
            self.optimizer = LossScaleOptimizer(self.optimizer)

    def get_config(self) -> dict[str, Any] | None:
        """The arguments of `compile` as JSON has them; None where something has no name."""
        config = {
            "optimizer": serialize(self.optimizer),
            "loss": nest.map_structure(serialize, self.loss),
            "loss_weights": self._given_weights,
            "metrics": nest.map_structure(serialize, self._specs),
        }
        try:
            json.dumps(config)
            arguments_of(config)
        except (TypeError, ValueError):
            return None
        return config

    @property
    def metrics(self) -> list[Any]:
        """The mean loss, and the metrics once the first batch has shown the outputs."""
        found = [metric for group in self._metrics or [] for metric in group]
        return [self.loss_tracker, *found]

    def total_loss(self, y: Any, y_pred: Any, sample_weight: Any) -> Any:
        """The weighted sum of the losses of all outputs; None without a loss."""
        targets, outputs = _matched(y, y_pred)
        functions = nest.flatten(self._losses)
        if len(functions) == 1:
            functions = functions * len(outputs)
        weights = self._loss_weights or [1.0] * len(outputs)
        parts = [
            function(target, output, sample_weight=sample_weight) * weight
            for function, target, output, weight in zip(
                functions, targets, outputs, weights, strict=True
            )
            if function is not None
        ]
        return sum(parts[1:], parts[0]) if parts else None

    def update_metrics(self, y: Any, y_pred: Any, sample_weight: Any) -> None:
        """Take a batch into account."""
        targets, outputs = _matched(y, y_pred)
        if self._metrics is None:
            self._metrics = _metrics_for(self._specs, targets, outputs)
        for group, target, output in zip(self._metrics, targets, outputs, strict=True):
            for metric in group:
                metric.update_state(target, output, sample_weight=sample_weight)


def _as_loss(loss: Any) -> Any:
    found = losses.get(loss)
    if found is None or isinstance(found, Loss):
        return found
    return FunctionLoss(found)


def _matched(y: Any, y_pred: Any) -> tuple[list[Any], list[Any]]:
    """Targets and outputs as lists of the same length."""
    if isinstance(y_pred, Mapping) and isinstance(y, Mapping):
        keys = sorted(y_pred)
        return [y[key] for key in keys], [y_pred[key] for key in keys]
    outputs = nest.flatten(y_pred)
    targets = [y] if len(outputs) == 1 and not nest.is_nested(y) else nest.flatten(y)
    if len(targets) != len(outputs):
        raise ValueError(
            f"The model has {len(outputs)} outputs, but there are {len(targets)} targets."
        )
    return targets, outputs


def _metrics_for(specs: Any, targets: list[Any], outputs: list[Any]) -> list[list[Any]]:
    """The metrics of each output, from a list for the only one or a list or dict of lists."""
    groups = [specs[key] for key in sorted(specs)] if isinstance(specs, Mapping) else list(specs)
    if len(outputs) == 1 and not any(isinstance(group, (list, tuple)) for group in groups):
        groups = [groups]
    groups += [[]] * (len(outputs) - len(groups))
    return [
        [_as_metric(spec, target, output) for spec in _listed(group)]
        for group, target, output in zip(groups, targets, outputs, strict=True)
    ]


def _listed(group: Any) -> list[Any]:
    return list(group) if isinstance(group, (list, tuple)) else [group]


def _as_metric(spec: Any, y: Any, y_pred: Any) -> Any:
    if spec in ("accuracy", "acc"):
        return _accuracy_for(y, y_pred, spec)
    return metrics.get(spec)


def _accuracy_for(y: Any, y_pred: Any, name: str) -> Any:
    """The accuracy that fits: of a single number, of one-hot targets, or of numbers of classes."""
    target, output = _core.TensorShape(y.shape).as_list(), y_pred.shape.as_list()
    if output[-1:] == [1] or len(output) < 2:
        return accuracy.BinaryAccuracy(name=name)
    if target == output:
        return accuracy.CategoricalAccuracy(name=name)
    return accuracy.SparseCategoricalAccuracy(name=name)
