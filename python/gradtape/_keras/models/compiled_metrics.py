"""The metrics that a model was compiled with, for each of its outputs.

Where there are several outputs a metric has the name of its output, if that is reported, in front
of its own. Invariant: weights of examples count in `weighted_metrics` alone; masks in all metrics
in Keras 2, and in those that are means of a function in Keras 3.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ... import _core
from ..._runtime.manners import show_keras_2
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..base_layer import masks
from ..losses.reduction import masked_weight
from ..metrics import catalog as metrics
from ..metrics.metric import Mean, MeanMetricWrapper, Metric, Sum
from ..naming import of_scratch_graph
from .by_shape import accuracy_for, crossentropy_metric, is_crossentropy
from .outputs import Outputs
from .steps import results_of


class CompiledMetrics:
    """Metrics for outputs, made when the first batch has shown what they are."""

    def __init__(
        self,
        specs: Any,
        weighted: Any,
        of_model: Callable[[str, Any], Any] = lambda name, default: default,
    ) -> None:
        self._specs, self._of_model = (specs, weighted), of_model
        self._groups: list[tuple[list[Metric], list[Metric]]] | None = None
        self._are_named = False
        self.used = bool(specs) or bool(weighted)
        self.are_given = specs is not None or weighted is not None  # also an empty list

    @property
    def is_waiting(self) -> bool:
        """Whether no batch has shown yet which metrics there are."""
        return self.used and self._groups is None

    @property
    def metrics(self) -> list[Metric]:
        """Those of several outputs by their names, as reported; in Keras 2 in the order of outputs.

        One list for each of several outputs, which Keras 3 refuses, makes them come as in Keras 2.
        """
        groups = self._groups or []
        found = [metric for group in groups for part in group for metric in part]
        refused = self._is_refused(len(groups)) or is_keras_2_asked_for()
        if len(groups) > 1 and self._are_named and not refused:
            found.sort(key=lambda metric: metric.name)
        return found

    def _is_refused(self, count: int) -> bool:
        """Whether Keras 3 refuses what so many outputs are measured with."""
        return any(_is_for_each(count, specs) for specs in self._specs)

    @property
    def weighted(self) -> list[Metric]:
        """Those that weights of examples count in."""
        return [metric for _, weighted in self._groups or [] for metric in weighted]

    def update(
        self, outputs: Outputs, targets: list[Any], flat: list[Any], weights: list[Any]
    ) -> None:
        """Take a batch into account."""
        found = zip(self.made(outputs, targets, flat), targets, flat, weights, strict=True)
        for (plain, weighted), target, output, weight in found:
            if target is None:
                continue
            mask = _mask_of(output)
            for metric in plain:
                _update(metric, target, output, mask)
            for metric in weighted:
                _update(metric, target, output, _joined(mask, weight))

    def made(
        self, outputs: Outputs, targets: list[Any], flat: list[Any]
    ) -> list[tuple[list[Metric], list[Metric]]]:
        """The metrics of each output, and those that weights count in; made at the first call."""
        if self._groups is None:
            self._groups = self._made(outputs, targets, flat)
            self._are_named = outputs.are_reported
        return self._groups

    def _made(
        self, outputs: Outputs, targets: list[Any], flat: list[Any]
    ) -> list[tuple[list[Metric], list[Metric]]]:
        plain, weighted = (_without_nothing(_specs_of(outputs, specs)) for specs in self._specs)
        prefixed = len(outputs.names) > 1 and outputs.are_reported
        groups = []
        taken: set[str] = set()
        made = []
        with of_scratch_graph():
            for y, y_pred, *both in zip(targets, flat, plain, weighted, strict=True):
                shapes = self._shapes(y, y_pred)
                made.append([[_as_metric(spec, *shapes) for spec in part] for part in both])
        for name, (first, second) in zip(outputs.reported, made, strict=True):
            taken = {metric.name for metric in first} | (set() if prefixed else taken)
            for metric in second:
                if metric.name in taken:
                    metric.name = _mark_weighted(metric)
            taken.update(metric.name for metric in second)
            for metric in [*first, *second] if prefixed else ():
                if not metric.name.startswith(f"{name}_"):
                    if not self._is_refused(len(outputs.names)):
                        vars(metric).setdefault("_own_name", metric.name)
                    metric.name = f"{name}_{metric.name}"
            groups.append((first, second))
        return groups

    def _shapes(self, y: Any, y_pred: _core.Tensor) -> tuple[list[int | None], list[int | None]]:
        """Those of a target and an output, as Keras knows them."""
        target = _core.TensorShape(getattr(y, "shape", None))
        known: list[int | None] = [] if target.rank is None else target.as_list()
        if is_keras_2_asked_for() and self._of_model("_leaves_sizes_open", False):
            known = [None] * len(known)
        return known, y_pred.shape.as_list()


def _mark_weighted(metric: Metric) -> str:
    """The name of a metric whose own another has, which stays known."""
    vars(metric)["_own_name"] = metric.name
    return f"weighted_{metric.name}"


class CompileMetrics(Metric):
    """All metrics in one, as `Model.metrics` has them in Keras 3."""

    def __init__(self, compiled: Any) -> None:
        super().__init__(name="compile_metrics")
        self._compiled = compiled

    @property
    def metrics(self) -> list[Metric]:
        """The metrics themselves; none before the first batch."""
        found: list[Metric] = self._compiled.output_metrics
        return found

    @property
    def variables(self) -> list[Any]:
        """The states of all metrics."""
        return [variable for metric in self.metrics for variable in metric.variables]

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Take a batch into account."""
        with _core.stop_recording_all():
            self._compiled.update_metrics(y_true, y_pred, sample_weight)

    def reset_state(self) -> None:
        """Forget everything."""
        for metric in self.metrics:
            metric.reset_state()

    def result(self) -> Any:
        """The results by name; none before the first batch."""
        return results_of(self.metrics, lambda metric: True)


def update_as_keras_3(found: list[Any], y_true: Any, y_pred: Any, sample_weight: Any) -> None:
    """Give a batch to a model's other metrics, as Keras 3's `compiled_metrics` does.

    Means, that of the loss among them, take the predictions, which `fit` then reports as the loss.
    A program with means of functions, or sums, is Keras 2's: Keras 3 fails with these.
    """
    if any(isinstance(metric, (MeanMetricWrapper, Sum)) for metric in found):
        show_keras_2()
        return
    for metric in found:
        if not isinstance(metric, CompileMetrics):
            batch = (y_pred,) if isinstance(metric, Mean) else (y_true, y_pred)
            metric.update_state(*batch, sample_weight=sample_weight)


def _specs_of(outputs: Outputs, specs: Any) -> list[list[Any]]:
    """What each output is measured with.

    A list of lists goes by place, and in Keras 3 one of as many entries as there are outputs; any
    other is for each output. The only output has all that there are in Keras 3.
    """
    count = len(outputs.names)
    listed = isinstance(specs, (list, tuple))
    if count == 1 and not is_keras_2_asked_for():  # whatever lists or names there are
        return [nest.flatten(specs or [])]
    if listed and count == 1 and not (len(specs) == 1 and _is_nested(specs)):
        return [list(specs)]
    if _is_for_each(count, specs):
        copies: list[list[Any]] = [list(map(_copied, specs)) for _ in range(count - 1)]
        return [list(specs), *copies]
    return [_listed(group) for group in outputs.each(specs or None, "metrics")]


def _is_for_each(count: int, specs: Any) -> bool:
    """Whether each of several outputs is measured with all that is listed."""
    if count < 2 or not specs or not isinstance(specs, (list, tuple)) or _is_nested(specs):
        return False
    return len(specs) != count or is_keras_2_asked_for()


def _is_nested(specs: Any) -> bool:
    return any(isinstance(spec, (list, tuple)) for spec in specs)


def _without_nothing(groups: list[list[Any]]) -> list[list[Any]]:
    """The same; Keras 2 leaves out None, and Keras 3 says that it is no metric."""
    if not is_keras_2_asked_for():
        return groups
    return [[spec for spec in group if spec is not None] for group in groups]


def _listed(group: Any) -> list[Any]:
    found = list(group) if isinstance(group, (list, tuple)) else [group]
    return [spec for spec in found if spec is not None]


def _copied(spec: Any) -> Any:
    if isinstance(spec, MeanMetricWrapper):  # whose configuration does not say its function
        return copy.deepcopy(spec)
    return type(spec).from_config(spec.get_config()) if isinstance(spec, Metric) else spec


def _as_metric(spec: Any, target: list[int | None], output: list[int | None]) -> Any:
    if spec is None:
        raise ValueError("Expected metric, received `None`")
    if not isinstance(spec, str):
        return metrics.get(spec)
    if spec.lower() in ("accuracy", "acc"):
        return accuracy_for(target, output, spec)
    if is_keras_2_asked_for() and is_crossentropy(spec):
        return crossentropy_metric(target, output, spec)
    metric = metrics.get(spec)
    if not (is_keras_2_asked_for() and spec == type(metric).__name__):
        metric.name = spec  # Keras 2 makes an object, with its name
    return metric


def _update(metric: Any, y: Any, y_pred: _core.Tensor, weight: Any) -> None:
    """Update a metric, which need not know of weights where there are none."""
    if weight is None:
        metric.update_state(y, y_pred)
    else:
        metric.update_state(y, y_pred, sample_weight=weight)


def _mask_of(output: Any) -> _core.Tensor | None:
    """The mask that weighs in every metric in Keras 2; in Keras 3 means alone look for it."""
    return masks.mask_of(output) if masks.used() and is_keras_2_asked_for() else None


def _joined(mask: Any, weight: Any) -> Any:
    """One weight for masks and weights of examples."""
    return weight if mask is None else masked_weight(mask, weight, None)
