"""`Metric`, and the two that everything else is made of: `Mean` and `Sum`.

Invariant: updating a metric is never recorded on a tape, and its state is held in variables that
are not trained.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import InitVar
from typing import TYPE_CHECKING, Any, ClassVar

from ... import _core
from ..._runtime import replicas
from ..._runtime.enumerations import VariableAggregation
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .. import initializers, settings
from ..arguments import Declared, argument, config_of, values_of
from ..base_layer.measures import set_mean
from ..base_layer.searches import Reported
from ..lookup import Registry
from ..losses import reduction as reductions
from ..losses.arguments import aligned, aligned_in_keras_2, flat_of_rows
from ..losses.fitted import Fitted
from ..naming import snake_case, unique_name
from ..orders_of_options import in_told_order
from ..paths import inside
from ..symbolic import MASK
from ..weight import Weight, weight_of
from .as_layers import AsLayer
from .orders import in_order
from .results_of_now import ResultsOfNow
from .stateless import Stateless

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike, TensorLike

registry = Registry("metric")
_add = _core.Variable.assign_add  # without what Keras's variables return: steps ask for it


class Metric(ResultsOfNow, Stateless, AsLayer, Reported):
    """Base of the metrics; a subclass defines `update_state` and `result`.

    Calling a metric updates it and returns the result so far.

    >>> import gradtape as tf
    >>> metric = tf.keras.metrics.Mean()
    >>> metric.update_state([2.0, 4.0])
    >>> float(metric.result())
    3.0
    """

    _untold: ClassVar[tuple[str, ...]] = ()  # what Keras 3 leaves out of the configuration

    def __init__(self, dtype: DTypeLike = None, name: str | None = None) -> None:
        dtype, name = in_order(dtype, name)
        self.name = name or unique_name(type(self).__name__)
        self._dtype = settings.computed_in(dtype)
        self._variables: list[Any] = []
        strategy = replicas.get_strategy()
        if strategy.num_replicas_in_sync > 1:
            self.result = functools.partial(_total, self, strategy)  # type: ignore[method-assign]

    @property
    def dtype(self) -> str:
        """The name of the dtype of the state."""
        return str(self._dtype.name)

    @property
    def variables(self) -> list[Any]:
        """The state, and that of metrics that are attributes of this one, or in such.

        In Keras 2, where metrics are layers, any variable among the attributes is state.
        """
        held = _core.Variable if is_keras_2_asked_for() else Weight
        kinds = (Metric, held, list, tuple, dict)
        leaves = nest.flatten([part for part in vars(self).values() if isinstance(part, kinds)])
        own = {id(variable): variable for variable in self._variables}
        own.update((id(leaf), leaf) for leaf in leaves if isinstance(leaf, held))
        metrics = [leaf for leaf in leaves if isinstance(leaf, Metric)]
        return [*own.values(), *(v for metric in metrics for v in metric.variables)]

    def _trackable_children(self) -> dict[str, Any]:
        """What a checkpoint saves: the variables by their place."""
        return {"_variables": self.variables}

    def add_variable(
        self,
        shape: ShapeLike = (),
        initializer: Any = "zeros",
        dtype: DTypeLike = None,
        name: str | None = None,
    ) -> _core.Variable:
        """Make a variable of state; a shape of None is that of a number."""
        dtype = self._dtype if dtype is None else _core.as_dtype(dtype)
        start = initializers.get(initializer)(() if shape is None else shape, dtype=dtype)
        with inside(self):
            self._variables.append(weight_of(Weight, start, name, trainable=False))
        return self._variables[-1]

    def add_weight(
        self,
        name: str | None = None,
        shape: ShapeLike = (),
        *places: Any,
        **options: Any,
    ) -> Any:
        """The same as `add_variable`, with the name first unless that is a shape.

        What follows is the initializer; in Keras 2 `aggregation`, `synchronization`, and then it.
        """
        if name is not None and not isinstance(name, str):
            name, shape = None, name
        older = bool(places) and isinstance(places[0], VariableAggregation)
        order = ("aggregation", "synchronization", "initializer", "dtype")
        options |= zip(order if older else order[2:], places, strict=False)
        start = options.get("initializer") or "zeros"
        return self.add_variable(shape, start, options.get("dtype"), name)

    def update_state(self, *args: Any, **kwargs: Any) -> None:
        """Take new values into account."""
        raise NotImplementedError("A metric must override `update_state`.")

    def result(self) -> _core.Tensor:
        """The metric of everything since the last reset, as a scalar tensor."""
        raise NotImplementedError("A metric must override `result`.")

    def reset_state(self) -> None:
        """Forget everything."""
        for variable in self.variables:
            variable.assign(_core.zeros_like(variable))

    def reset_states(self) -> None:
        """The same as `reset_state`."""
        self.reset_state()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        with _core.stop_recording_all():
            self.update_state(*args, **kwargs)
            result = self.result()
        if isinstance(result, _core.Tensor):
            result._metric_obj = self  # type: ignore[attr-defined]  # for `add_metric` to know
        return result

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal metric."""
        own = {"name": self.name, "dtype": self._dtype.name}
        return in_told_order(type(self), {**own, **self._told(config_of(self))})

    def _told(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options without those that Keras 3 leaves out, in its place."""
        untold = self._untold if are_of_keras_3() else ()
        return {name: one for name, one in options.items() if name not in untold}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Metric:
        """The metric with these arguments."""
        return cls(**config)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} name={self.name}>"

    def __str__(self) -> str:
        """In Keras 2 the class and its arguments."""
        if not is_keras_2_asked_for():
            return repr(self)
        told = ",".join(f"{name}={value}" for name, value in self.get_config().items())
        return f"{type(self).__name__}({told})"


def _total(metric: Metric, strategy: Any) -> Any:
    """The result over all replicas; within one, that replica's."""
    result = type(metric).result
    context = replicas.get_replica_context()
    if context is not None and context.strategy is strategy:
        return result(metric)
    return strategy.total_result(metric, result)


@registry.add()
class Sum(Metric):
    """The weighted sum of all values.

    >>> import gradtape as tf
    >>> metric = tf.keras.metrics.Sum()
    >>> float(metric([1.0, 2.0], sample_weight=[1.0, 10.0]))
    21.0
    """

    def __init__(self, name: str | None = "sum", dtype: DTypeLike = None) -> None:
        super().__init__(dtype, name)
        self.total = self.add_variable(name="total")

    def update_state(self, values: TensorLike, sample_weight: TensorLike | None = None) -> None:
        with _core.stop_recording_all():
            values, _ = weighted(values, sample_weight, self._dtype, _core.reduce_sum)
            self.total.assign_add(_core.reduce_sum(values))

    def result(self) -> _core.Tensor:
        return self.total.read_value()


@registry.add()
class Mean(Metric):
    """The weighted mean of all values; 0 without any."""

    def __init__(self, name: str | None = "mean", dtype: DTypeLike = None) -> None:
        super().__init__(dtype, name)
        self.total = self.add_variable(name="total")
        self.count = self.add_variable(name="count")

    def update_state(self, values: TensorLike, sample_weight: TensorLike | None = None) -> None:
        with _core.stop_recording_all():
            values, weights = weighted(values, sample_weight, self._dtype, _core.reduce_mean)
            count = _examples(values) if weights is None else _core.reduce_sum(weights)
            _add(self.total, _core.reduce_sum(values), read_value=False)
            _add(self.count, count, read_value=False)

    def result(self) -> _core.Tensor:
        return _core.divide_no_nan(self.total, self.count)


class MeanMetricWrapper(Mean):
    """The mean of `fn(y_true, y_pred)` over all examples."""

    def __init__(
        self,
        fn: Callable[..., Any],
        name: str | None = None,
        dtype: DTypeLike = None,
        **options: Any,
    ) -> None:
        super().__init__(name, dtype)
        self._fn, self._options = Fitted(fn), options

    def update_state(  # type: ignore[override]
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> None:
        with _core.stop_recording_all():
            (targets, predicted), sample_weight = flat_of_rows([y_true, y_pred], sample_weight)
            both = aligned_in_keras_2(targets, predicted, self.dtype)
            values = self._fn(*both, **self._options)
            super().update_state(values, _weight_by_masks(y_pred, values, sample_weight))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **self._told(self._options)}


def _weight_by_masks(y_pred: Any, values: Any, weight: Any) -> Any:
    """The weights without what masks leave out: that of the outputs, in Keras 3, and that of the
    values, which Keras 3 heeds beside weights only."""
    shown, counted = getattr(y_pred, MASK, None), getattr(values, MASK, None)
    if shown is not None and not is_keras_2_asked_for():
        weight = reductions.masked_weight(shown, weight, None)
    if counted is None or (weight is None and not is_keras_2_asked_for()):
        return weight
    return reductions.masked_weight(counted, weight, None)


def name_of(fn: Any) -> str:
    """What a model calls the metric of a function: its code's name or its class's, in Keras 3 as a
    word in small letters; a loss, which may serve as a metric, has its own."""
    own = getattr(fn, "name", None)
    if own:
        return str(own)
    code = getattr(fn, "__name__", None)
    if code and is_keras_2_asked_for():
        return str(code)
    return snake_case(re.sub(r"\W+", "", code or type(fn).__name__))


class MetricOptions(Declared, kw_only=True):
    """What metrics take, in the order in which Keras has it."""

    name: InitVar[str | None] = argument(default=None)
    dtype: InitVar[DTypeLike] = argument(default=None)


class DeclaredMean(MeanMetricWrapper, MetricOptions, first=("name", "dtype")):
    """The mean of a function of targets and predictions, whose options the class declares.

    `function` is given in the class statement, and `name` if it is not the function's; a class that
    derives from such a one has neither.
    """

    _wrapped: ClassVar[Callable[..., Any]]

    def __init_subclass__(
        cls, function: Callable[..., Any] | None = None, name: str | None = None, **options: Any
    ) -> None:
        if function is not None:
            cls._wrapped = staticmethod(function)
            options["defaults"] = {"name": name or function.__name__}
        super().__init_subclass__(**options)

    def __init__(self, name: str | None, dtype: DTypeLike) -> None:
        super().__init__(type(self)._wrapped, name, dtype)

    def _initialize(self) -> None:
        self._options = values_of(self)


def _examples(values: _core.Tensor) -> int:
    return int(values.shape.num_elements())


def weighted(
    values: TensorLike,
    sample_weight: TensorLike | None,
    dtype: _core.DType,
    combine: Callable[..., _core.Tensor],
) -> tuple[_core.Tensor, _core.Tensor | None]:
    """The values times their weights, and the weights (None for no weights), one for each example;
    in Keras 2 each counts by itself.

    `combine` joins axes of the values that the weights do not have before they are weighed, and
    what an example has of both after that. A value that has fewer axes than the weights counts
    with each of them, as in Keras 2: a function may return one number for outputs with a mask.
    """
    (values,), sample_weight = flat_of_rows([values], sample_weight)
    values = _core.cast(_core.convert_to_tensor(values), dtype)
    if sample_weight is None:
        return _of_examples(values, combine), None
    weights = _core.cast(_core.convert_to_tensor(sample_weight), dtype)
    if is_keras_2_asked_for() and weights.shape.rank == values.shape.rank + 1:
        weights = _core.squeeze(weights, -1)
    values, weights = aligned(values, weights)
    if is_keras_2_asked_for():
        weights = _of_values(weights, values)
    rank = weights.shape.rank
    if rank > values.shape.rank:
        return values * weights, weights
    if rank < values.shape.rank:
        values = combine(values, axis=list(range(rank, values.shape.rank)))
    weights = _core.broadcast_to(weights, values.shape)
    return _of_examples(values * weights, combine), _of_examples(weights, combine)


def _of_values(weights: _core.Tensor, values: _core.Tensor) -> _core.Tensor:
    """In Keras 2 one weight is that of all values, and those without the last axis are of each
    value along it."""
    if not weights.shape.rank:
        return _core.broadcast_to(weights, values.shape) if values.shape.rank else weights
    is_shorter = values.shape.rank - weights.shape.rank == 1
    return _core.expand_dims(weights, -1) if is_shorter else weights


def _of_examples(values: _core.Tensor, combine: Callable[..., _core.Tensor]) -> _core.Tensor:
    rank = values.shape.rank
    if rank < 2 or is_keras_2_asked_for():
        return values
    return combine(values, axis=list(range(1, rank)))


set_mean(Mean)
