"""What `compile` sets up: an optimizer, losses and metrics for the outputs of a model.

Invariant: losses and metrics, targets and weights find their output by its name where they are
given by name, else by its place.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping
from numbers import Real
from types import SimpleNamespace
from typing import Any

import numpy as np

from ... import _core
from ..._runtime.drawn_seeds import leaves_batches_open
from ..._runtime.inside import is_traced
from ..._runtime.manners import is_for_keras_2, show_keras_2
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..lookup import CUSTOM, is_written_here, serialize
from ..losses import catalog as losses, reduction as reductions
from ..losses.loss import Loss, OwnLoss
from ..metrics import catalog as metrics
from ..metrics.metric import Mean, Metric
from ..optimizers import catalog as optimizers
from ..optimizers.loss_scale import LossScaleOptimizer
from .by_shape import crossentropy_loss, is_crossentropy
from .compiled_metrics import CompiledMetrics, CompileMetrics
from .output_losses import OutputLoss, losses_of
from .outputs import Outputs

# What Keras 3 takes metrics in.
_GROUPS = (list, tuple, dict, type(None))


def arguments_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `compile` that `Compiled.get_config` described.

    The name of a loss means an object in Keras 3, and the function in Keras 2.
    """
    optimizer = config["optimizer"]
    loss_for = losses.get if is_keras_2_asked_for() else losses.as_object
    return {
        "optimizer": optimizer if isinstance(optimizer, str) else optimizers.get(optimizer),
        "loss": _found(config["loss"], loss_for),
        "loss_weights": config.get("loss_weights"),
        "metrics": _found(config.get("metrics"), _metric_or_word),
        "weighted_metrics": _found(config.get("weighted_metrics"), _metric_or_word),
    }


def has_own_compile(model: Any) -> bool:
    """Whether the class of a model has a `compile` of its own, of which there is a warning.

    What that takes is in no configuration, so a model that is read again is not compiled.
    """
    if is_written_here(type(model).compile):
        return False
    warnings.warn(
        "`compile()` was not called as part of model loading because the model's `compile()` "
        "method is custom. Override `get_compile_config()` and `compile_from_config(config)` too, "
        "or call `compile()` after loading.",
        stacklevel=3,
    )
    return True


def _found(value: Any, get: Callable[..., Any]) -> Any:
    """Objects for the names and configurations in a structure."""
    if isinstance(value, Mapping) and "class_name" not in value:
        return {key: _found(inner, get) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_found(inner, get) for inner in value]
    return get(value)


def _metric_or_word(spec: Any) -> Any:
    """A metric; words stay words, by which it is called, unless a program means an object."""
    return spec if isinstance(spec, str) and spec not in CUSTOM else metrics.get(spec)


def are_weights(value: Any) -> bool:
    """Whether something is numbers, as weights of losses are."""
    leaves = nest.flatten(value)
    return bool(leaves) and all(isinstance(one, Real) for one in leaves)


def _plain(value: Any) -> Any:
    """A number or array of NumPy's, or a tensor, as JSON has it; `TypeError` for anything else."""
    if isinstance(value, (np.generic, np.ndarray)) or _core.is_tensor(value):
        return np.asarray(value).tolist()
    raise TypeError(f"{value!r} has no name")


def _beside(target: Any, output: Any) -> Any:
    """The target of an output; in Keras 2 a vector beside rows, or a distribution of rows, is a
    column."""
    if not (is_keras_2_asked_for() and isinstance(target, (_core.Tensor, np.ndarray))):
        return target
    shape = getattr(output, "shape", None)
    rows = isinstance(shape, _core.TensorShape) and shape.rank == 2
    return target[..., None] if rows and len(target.shape) == 1 else target


class Compiled:
    """The optimizer, the losses and the metrics of one model.

    `of_model` tells its attributes, as `getattr` does: `output_names`, None if the outputs alone
    can tell them, and `_adds_symbolic_losses`.
    """

    def __init__(
        self,
        optimizer: Any,
        loss: Any,
        loss_weights: Any,
        metric_specs: Any,
        weighted_specs: Any = None,
        of_model: Callable[[str, Any], Any] = lambda name, default: default,
        earlier: Compiled | None = None,
    ) -> None:
        self.optimizer = optimizers.get(optimizer)
        self._word = optimizer if isinstance(optimizer, str) else None
        self.loss = loss
        self.loss_weights = loss_weights
        self.metric_specs = metric_specs, weighted_specs
        if not all(isinstance(one, _GROUPS) for one in self.metric_specs):
            show_keras_2()
        self._metrics = CompiledMetrics(metric_specs, weighted_specs, of_model)
        self._metrics_one_by_one = CompileMetrics(self)
        self._of_model = of_model
        self._outputs: Outputs | None = None
        self._parts: list[tuple[OutputLoss, Mean | None]] = []
        self.loss_tracker = Mean(name="loss")
        self._has_followed = False
        if earlier is not None and not is_keras_2_asked_for():
            self._keep(earlier)

    def _keep(self, earlier: Compiled) -> None:
        """Take the loss, and the metrics, of an earlier `compile` if none is given, as Keras 3."""
        if self.loss is None:
            self.loss, self.loss_weights = earlier.loss, earlier.loss_weights
        if all(specs is None for specs in self.metric_specs):
            self._metrics = earlier._metrics

    def scale_loss(self) -> None:
        """Scale the loss, as gradients of half precision need it."""
        if not isinstance(self.optimizer, LossScaleOptimizer):
            self.optimizer = LossScaleOptimizer(self.optimizer)

    def get_config(self) -> dict[str, Any] | None:
        """The arguments of `compile` as JSON has them; None where something has no name.

        In Keras 2 a word for an optimizer stays one, which does not say how it is set now.
        """
        word = self._word if is_keras_2_asked_for() else None
        config = {
            "optimizer": word or serialize(self.optimizer),
            "loss": nest.map_structure(serialize, self.loss),
            "loss_weights": self.loss_weights,
            "metrics": nest.map_structure(serialize, self.metric_specs[0]),
            "weighted_metrics": nest.map_structure(serialize, self.metric_specs[1]),
        }
        try:
            known: dict[str, Any] = json.loads(json.dumps(config, default=_plain))
        except (TypeError, ValueError):
            return None
        return known

    @property
    def metrics(self) -> list[Any]:
        """The mean loss; and, once a batch has shown the outputs, their losses and metrics.

        A step of Keras 2 goes through what it finds here, so it finds the metrics in one until they
        are made.
        """
        steps = self._of_model("_compiled_steps", None)
        waits = self._metrics.is_waiting and steps is not None and steps.running
        losses = self.loss_metrics
        whole, of_losses = losses[:1], losses[1:]
        in_one = waits and is_for_keras_2() and not is_keras_2_asked_for()
        of_outputs = [self._metrics_one_by_one] if in_one else self.output_metrics
        if self._outputs is None or self._outputs.are_reported:
            return [*whole, *of_losses, *of_outputs]
        return [*whole, *of_outputs, *of_losses]

    @property
    def shown_metrics(self) -> list[Any]:
        """`metrics` as the model has them: in Keras 3 those of outputs are one, if any are given.

        A step of a program's own goes through it, with all outputs and weights as they come.
        """
        if is_for_keras_2():
            return self.metrics
        losses = self.loss_metrics
        of_outputs = [self._metrics_one_by_one] if self._metrics.are_given else []
        return [*losses[:1], *of_outputs, *losses[1:]]

    @property
    def loss_metrics(self) -> list[Any]:
        """The mean loss, and those of the outputs where several have one.

        In Keras 2 there are none before there is a loss, and so none where a step of a program's
        own computes it by itself.
        """
        if not self._has_followed and is_for_keras_2():
            return []
        of_outputs = [tracker for _, tracker in self._parts if tracker is not None]
        return [self.loss_tracker, *of_outputs]

    @property
    def weighted_metrics(self) -> list[Any]:
        """Those of `output_metrics` that weights of examples count in."""
        return self._metrics.weighted

    @property
    def output_metrics(self) -> list[Any]:
        """The metrics of the outputs."""
        return list(self._metrics.metrics)

    def makes_metrics(self) -> bool:
        """Whether the first batch makes metrics, as it does of those that are not objects yet, and
        means of several losses."""
        if self._outputs is not None:
            return False
        outputs = self._of_model("output_names", None)
        several = self.loss is not None and len(outputs or nest.flatten(self.loss)) > 1
        return several or any(
            not isinstance(one, (Metric, type(None))) for one in nest.flatten(self.metric_specs)
        )

    def measures_with(self, metric: Any) -> bool:
        """Whether it is one of the metrics of the outputs."""
        return any(metric is one for one in self._metrics.metrics)

    def follow_loss(self, loss: Any, y_pred: _core.Tensor) -> None:
        """Take the loss of a batch into the mean loss; None is of a batch without one.

        It counts by its examples; where added losses are all that there is, in Keras 2, once. A
        program of Keras 2 is one, too, that adds symbolic losses.
        """
        once = self.loss is None and (
            is_keras_2_asked_for() or self._of_model("_adds_symbolic_losses", False)
        )
        weight = None if once else _batch_size(nest.flatten(y_pred)[0])
        self._has_followed = True
        if loss is not None:
            self.loss_tracker.update_state(loss, sample_weight=weight)

    def _seen(self, y_pred: _core.Tensor) -> tuple[Outputs, list[Any]]:
        """The outputs by name, and in their order; the first ones settle what belongs to which."""
        flat = nest.flatten(y_pred)
        if self._outputs is None or len(flat) != len(self._outputs.names):
            self._outputs = Outputs(y_pred, self._of_model("output_names", None))
            # Looked up here, as in Keras: a model that is never fitted may name anything.
            found = nest.map_structure(_as_loss, self.loss)
            self._parts = _parts(self._outputs, found, self.loss_weights)
        return self._outputs, flat

    def total_loss(self, y: Any, y_pred: _core.Tensor, sample_weight: Any) -> Any:
        """The weighted sum of the losses of all outputs; None without a loss."""
        outputs, flat = self._seen(y_pred)
        targets = outputs.targets(y, self._wanted())
        weights = outputs.each(sample_weight, "sample weights")
        makes = self._metrics.used and not is_keras_2_asked_for()
        if makes and len(flat) == 1 and targets[0] is not None:
            # A step of a program's own goes through `metrics` itself, once it has the loss.
            self._metrics.made(outputs, targets, flat)
        values = []
        for part, tracker in self._parts:
            if part.loss is None:
                continue
            target = part.of(targets)
            if target is None and is_keras_2_asked_for():
                continue
            if target is None:
                raise ValueError(f"There is no target for the output {part.name!r}.")
            weight = None if sample_weight is None else part.weight_of(weights)
            output = part.of(flat)
            value = part.loss(_beside(target, output), output, sample_weight=weight)
            if tracker is not None:
                tracker.update_state(value, sample_weight=_counted(flat[0]))
            values.append(value if part.weight is None else value * part.weight)
        return reductions.total_of(values) if values else None

    def update_metrics(self, y: Any, y_pred: _core.Tensor, sample_weight: Any) -> None:
        """Take a batch into account."""
        if self._metrics.used:
            outputs, flat = self._seen(y_pred)
            weights = outputs.each(sample_weight, "sample weights")
            given = outputs.targets(y, self._wanted())
            self._metrics.made(outputs, given, flat)
            targets = [_beside(target, output) for target, output in zip(given, flat, strict=True)]
            self._metrics.update(outputs, targets, flat, weights)

    def make_for(self, symbols: Any) -> None:
        """Make the losses and metrics of these outputs ahead of a first batch, as Keras 2 does of a
        model that it has read: targets are as the outputs, but numbers where the loss takes those.
        """
        outputs, flat = self._seen(symbols)
        sparse = [
            str(getattr(part.loss, "name", "")).startswith("sparse") for part, _ in self._parts
        ]
        targets = [
            SimpleNamespace(shape=[*output.shape[:-1], 1]) if is_sparse else output
            for output, is_sparse in zip(flat, sparse, strict=True)
        ]
        self._metrics.made(outputs, targets, flat)
        self._has_followed = True

    def _wanted(self) -> list[bool]:
        """Which outputs have a loss, and so a target."""
        wanted: dict[int, bool] = {}
        for part, _ in self._parts:
            for place in nest.flatten(part.place):
                wanted[place] = wanted.get(place, False) or part.loss is not None
        return [wanted[place] for place in sorted(wanted)]


def _as_loss(loss: Any) -> Any:
    if is_crossentropy(loss) and not is_keras_2_asked_for():
        return crossentropy_loss(loss)
    found = losses.as_object(loss)
    if found is None or isinstance(found, Loss):
        return found
    return OwnLoss(found, loss if isinstance(loss, str) else None)


def _parts(outputs: Outputs, functions: Any, factors: Any) -> list[tuple[OutputLoss, Mean | None]]:
    """The losses of the outputs, and the means of them that are reported."""
    found = losses_of(outputs, functions, factors)
    counted = [part for part in found if part.loss is not None or is_keras_2_asked_for()]
    several = len(counted) > 1
    parts: list[tuple[OutputLoss, Mean | None]] = []
    for part in found:
        tracker = None
        if several and part.loss is not None:
            name = outputs.told(part.name) if outputs.are_reported else part.loss.name
            tracker = Mean(name=f"{name}_loss")
        parts.append((part, tracker))
    return parts


def _counted(output: Any) -> float | None:
    """What the loss of an output counts by: its examples, of which Keras 3 knows how many they are
    only where the step is eager code or traced for so many; else each batch counts alike."""
    known = is_keras_2_asked_for() or not (is_traced() and leaves_batches_open())
    return _batch_size(output) if known else None


def _batch_size(output: Any) -> float:
    shape = output.shape
    return float(shape[0]) if len(shape) else 1.0
