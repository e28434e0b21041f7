"""Metrics of numbers: the coefficient of determination, correlations, relative errors, means."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..arguments import Argument, Axis, argument
from ..losses.arguments import aligned, as_pair
from ..losses.reduction import from_the_left
from ..settings import epsilon
from .metric import DeclaredMean, Mean, Metric, MetricOptions, registry

if TYPE_CHECKING:
    from ..._typing import TensorLike


def pearson_correlation(y_true: TensorLike, y_pred: TensorLike, axis: int = -1) -> _core.Tensor:
    """The correlation of targets and predictions along `axis`, from -1 to 1.

    >>> import gradtape as tf
    >>> tf.keras.metrics.pearson_correlation([[1.0, 2.0]], [[3.0, 5.0]]).numpy().round(4).tolist()
    [1.0]
    """
    y_true, y_pred = as_pair(y_true, y_pred)
    return _core.reduce_mean(_standard(y_true, axis) * _standard(y_pred, axis), axis=axis)


def _standard(values: _core.Tensor, axis: int) -> _core.Tensor:
    """Values with the mean 0 and the standard deviation 1."""
    mean, variance = _core.moments(values, [axis], keepdims=True)
    return (values - mean) / _core.sqrt(variance)


def concordance_correlation(y_true: TensorLike, y_pred: TensorLike, axis: int = -1) -> _core.Tensor:
    """Correlation that also asks for equal means and deviations (Lin, 1989), along `axis`."""
    y_true, y_pred = as_pair(y_true, y_pred)
    mean_true, var_true = _core.moments(y_true, [axis], keepdims=True)
    mean_pred, var_pred = _core.moments(y_pred, [axis], keepdims=True)
    together = (y_true - mean_pred) * (y_pred - mean_pred)
    norm = var_true + var_pred + _core.square(mean_true - mean_pred)
    return _core.reduce_mean(2.0 * together / (norm + epsilon()), axis=axis)


@registry.add()
class PearsonCorrelation(DeclaredMean, function=pearson_correlation):
    """The mean correlation of targets and predictions."""

    axis: Axis = argument(default=-1)


@registry.add()
class ConcordanceCorrelation(DeclaredMean, function=concordance_correlation):
    """The mean concordance correlation of targets and predictions."""

    axis: Axis = argument(default=-1)


class Aggregation(Argument[str | None, str | None]):
    """How outputs are joined: "uniform_average", "variance_weighted_average", or None."""

    def convert(self, owner: Any, value: str | None) -> str | None:
        known = (None, "uniform_average", "variance_weighted_average")
        if value not in known:
            raise ValueError(
                f"Invalid value for argument `{self.name}`. Expected one of {known}. "
                f"Received: {self.name}={value}"
            )
        return value


class Regressors(Argument[int, int]):
    """A number of things, at least 0."""

    def convert(self, owner: Any, value: int) -> int:
        if value < 0:
            raise ValueError(
                f"Invalid value for argument `{self.name}`. Expected a value >= 0. "
                f"Received: {self.name}={value}"
            )
        return value


_R2_SUMS = ("squared_sum", "sum", "total_mse", "count")
_R2 = ("class_aggregation", "num_regressors", "name", "dtype")


@registry.add()
class R2Score(Metric, MetricOptions, first=_R2, defaults={"name": "r2_score"}):
    """The share of the targets' variance that predictions explain; 1 is perfect.

    For `[examples, outputs]`. `num_regressors` above 0 adjusts the score for so many variables.

    >>> import gradtape as tf
    >>> metric = tf.keras.metrics.R2Score()
    >>> round(float(metric([[1.0], [4.0], [3.0]], [[2.0], [4.0], [4.0]])), 4)
    0.5714
    """

    class_aggregation: Aggregation = argument(default="uniform_average")
    num_regressors: Regressors = argument(default=0)

    def _initialize(self) -> None:
        self.num_samples = self.add_variable(name="num_samples")

    def update_state(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> None:
        with _core.stop_recording_all():
            y_true, y_pred = (_core.convert_to_tensor(values) for values in (y_true, y_pred))
            y_true, y_pred = aligned(
                _core.cast(y_true, self._dtype), _core.cast(y_pred, self._dtype)
            )
            if len(self._variables) == 1:
                self._start(y_true.shape, y_pred.shape)
            weight = _core.convert_to_tensor(1.0 if sample_weight is None else sample_weight)
            weight = from_the_left(_core.cast(weight, self._dtype), y_true)
            weight = _core.broadcast_to(weight, y_true.shape)
            error = _core.square(y_true - y_pred)
            values = (y_true * y_true * weight, y_true * weight, error * weight, weight)
            for name, value in zip(_R2_SUMS, values, strict=True):
                getattr(self, name).assign_add(_core.reduce_sum(value, axis=0))
            self.num_samples.assign_add(float(y_true.shape.num_elements()))

    def _start(self, true_shape: _core.TensorShape, pred_shape: _core.TensorShape) -> None:
        if pred_shape.rank != 2 or true_shape.rank != 2:
            raise ValueError(
                "R2Score expects 2D inputs with shape (batch_size, output_dim). Received input "
                f"shapes: y_pred.shape={pred_shape} and y_true.shape={true_shape}."
            )
        for name in _R2_SUMS:
            label = "residual" if name == "total_mse" else name
            setattr(self, name, self.add_variable([pred_shape[-1]], name=label))

    def result(self) -> _core.Tensor:
        squares, sums, errors, count = (getattr(self, name).read_value() for name in _R2_SUMS)
        total = squares - sums * (sums / count)
        scores = 1.0 - errors / total
        scores = _core.where(_core.is_inf(scores), 0.0, scores)
        if self.class_aggregation == "uniform_average":
            scores = _core.reduce_mean(scores)
        elif self.class_aggregation == "variance_weighted_average":
            scores = _core.reduce_sum(total * scores) / _core.reduce_sum(total)
        return self._adjusted(scores)

    def _adjusted(self, score: _core.Tensor) -> _core.Tensor:
        examples = float(self.num_samples) - 1.0
        if self.num_regressors == 0:
            return score
        if self.num_regressors >= examples:
            warnings.warn(
                "R2Score has no fewer regressors than examples beside one: the score is that "
                "without adjustment.",
                stacklevel=3,
            )
            return score
        return 1.0 - (1.0 - score) * examples / (examples - self.num_regressors)


class Values(Argument[Any, Any]):
    """Numbers as a tensor's contents."""

    def serialize(self, value: TensorLike) -> Any:
        return _core.convert_to_tensor(value).numpy().tolist()


@registry.add()
class MeanRelativeError(Mean, MetricOptions, first=("normalizer",)):
    """The mean of `|y_true - y_pred| / normalizer`, where a normalizer of 0 counts as no error.

    >>> import gradtape as tf
    >>> metric = tf.keras.metrics.MeanRelativeError(normalizer=[1.0, 3.0])
    >>> float(metric([1.0, 3.0], [2.0, 6.0]))
    1.0
    """

    normalizer: Values = argument()

    def update_state(  # type: ignore[override]
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> None:
        with _core.stop_recording_all():
            y_true, y_pred = as_pair(y_true, y_pred)
            scale = _core.cast(_core.convert_to_tensor(self.normalizer), y_pred.dtype)
            errors = _core.divide_no_nan(_core.abs(y_true - y_pred), scale)
            super().update_state(errors, sample_weight)


class Shape(Argument[Sequence[int] | None, list[int] | None]):
    """A shape; None until the first values show it."""

    def convert(self, owner: Any, value: Sequence[int] | None) -> list[int] | None:
        return None if value is None else list(value)


@registry.add()
class MeanTensor(
    Metric,
    MetricOptions,
    defaults={"name": "mean_tensor"},
    first_in_keras_2=("name", "dtype", "shape"),
):
    """The weighted mean of each element over all updates.

    `ValueError` for values of another shape than the first.

    >>> import gradtape as tf
    >>> metric = tf.keras.metrics.MeanTensor()
    >>> metric.update_state([0.0, 4.0])
    >>> metric([2.0, 6.0]).numpy().tolist()
    [1.0, 5.0]
    """

    shape: Shape = argument(default=None)

    def _initialize(self) -> None:
        if self.shape is not None:
            self._start(self.shape)

    def _start(self, shape: Any) -> None:
        self.shape = list(shape)
        self.total = self.add_variable(shape, name="total")
        self.count = self.add_variable(shape, name="count")

    def update_state(self, values: TensorLike, sample_weight: TensorLike | None = None) -> None:
        with _core.stop_recording_all():
            values = _core.cast(_core.convert_to_tensor(values), self._dtype)
            if not self._variables:
                self._start(values.shape.as_list())
            if values.shape.as_list() != self.shape:
                raise ValueError(
                    "MeanTensor input values must always have the same shape. Expected shape (set "
                    f"during the first call): {self.shape}. Got: {values.shape}."
                )
            weight = _core.convert_to_tensor(1.0 if sample_weight is None else sample_weight)
            weight = from_the_left(_core.cast(weight, self._dtype), values)
            self.total.assign_add(values * weight)
            self.count.assign_add(_core.broadcast_to(weight, values.shape))

    def result(self) -> _core.Tensor:
        if not self._variables:
            raise ValueError(
                "MeanTensor does not have any value yet. Please call the MeanTensor instance or "
                "use `.update_state(value)` before retrieving the result."
            )
        return _core.divide_no_nan(self.total, self.count)
