"""Metrics of segmentations and of several classes: intersections over unions, and F-scores."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..arguments import Argument, Axis, Flag, Number, OptionalInteger, argument
from ..base_layer.options import Count
from ..kinship import Kinship, counts_as
from ..settings import default_dtype, epsilon
from .metric import Metric, MetricOptions, registry

if TYPE_CHECKING:
    from ..._typing import DTypeLike, TensorLike


class Classes(Argument[Sequence[int], list[int]]):
    """Numbers of classes."""

    def convert(self, owner: Any, value: Sequence[int]) -> list[int]:
        return [int(number) for number in value]


class _Overlap(Metric):
    """A matrix of how often each class was predicted for each; `_chosen` classes count.

    In TensorFlow's place, with Keras 3, it counts in int64 unless a dtype is given: then fractions
    of weights are cut off.
    """

    num_classes: int
    axis: int
    ignore_class: int | None

    def __init__(self, name: str | None = None, dtype: DTypeLike = None) -> None:
        counted = _core.int64 if dtype is None and are_of_keras_3() else dtype
        super().__init__(counted, name)

    def _initialize(self) -> None:
        size = self.num_classes
        self.total_cm = self.add_variable([size, size], name="total_confusion_matrix")

    def _chosen(self) -> Sequence[int]:
        return range(self.num_classes)

    def _are_sparse(self) -> tuple[bool, bool]:
        return True, True

    def update_state(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> Any:
        with _core.stop_recording_all():
            pairs = zip((y_true, y_pred), self._are_sparse(), strict=True)
            y_true, y_pred = (self._numbers(values, sparse) for values, sparse in pairs)
            weight = _core.convert_to_tensor(1.0 if sample_weight is None else sample_weight)
            if sample_weight is not None and hasattr(sample_weight, "dtype"):
                self._warn_of_fractions(weight.dtype)
            weight = _core.cast(weight, self._dtype)
            if weight.shape.rank > 1:
                weight = _core.reshape(weight, [-1])
            return self._add(y_true, y_pred, _core.broadcast_to(weight, y_true.shape))

    def _warn_of_fractions(self, given: _core.DType) -> None:
        if given.is_floating and not self._dtype.is_floating:
            warnings.warn(
                "You are passing weight as `float`, but dtype is `int`. This may result in an "
                "incorrect weight due to type casting. Consider using integer weights, or give "
                "the metric a dtype.",
                stacklevel=3,
            )

    def _numbers(self, values: TensorLike, sparse: bool) -> _core.Tensor:
        values = _core.convert_to_tensor(values)
        values = values if sparse else _core.argmax(values, axis=self.axis)
        return _core.reshape(_core.cast(values, _core.int64), [-1])

    def _add(self, y_true: _core.Tensor, y_pred: _core.Tensor, weight: _core.Tensor) -> Any:
        """Pairs of classes that do not exist, and of the class to be ignored, are left out."""
        size = self.num_classes
        known = (y_true >= 0) & (y_true < size) & (y_pred >= 0) & (y_pred < size)
        ignored = getattr(self, "ignore_class", None)
        if ignored is not None:
            known = known & _core.not_equal(y_true, ignored)
        pairs = _core.stack([y_true, y_pred], axis=1)[known]
        counts = _core.scatter_nd(pairs, weight[known], [size, size])
        return self.total_cm.assign_add(counts)

    def result(self) -> _core.Tensor:
        matrix = self.total_cm.read_value()
        if not matrix.dtype.is_floating:
            matrix = _core.cast(matrix, default_dtype())
        hits = _core.diag_part(matrix)
        unions = _core.reduce_sum(matrix, axis=0) + _core.reduce_sum(matrix, axis=1) - hits
        chosen = list(self._chosen())
        unions, hits = _core.gather(unions, chosen), _core.gather(hits, chosen)
        ratios = _core.divide_no_nan(hits, unions)
        seen = _core.reduce_sum(_core.cast(_core.not_equal(unions, 0.0), ratios.dtype))
        return _core.divide_no_nan(_core.reduce_sum(ratios), seen)


class _Sparse(_Overlap):
    """Targets and predictions as numbers of classes, or one-hot along `axis`."""

    sparse_y_true: bool
    sparse_y_pred: bool

    def _are_sparse(self) -> tuple[bool, bool]:
        return self.sparse_y_true, self.sparse_y_pred


class _OneHot(_Overlap):
    """One-hot targets along `axis`, and predictions too unless `sparse_y_pred`."""

    sparse_y_pred: bool

    def _are_sparse(self) -> tuple[bool, bool]:
        return False, self.sparse_y_pred


_IOU = ("num_classes", "target_class_ids", "name", "dtype")


@registry.add()
class IoU(_Sparse, MetricOptions, first=_IOU, metaclass=Kinship):
    """The mean, over `target_class_ids`, of the intersection over the union of a class.

    Classes that occur neither in targets nor in predictions do not count.

    >>> import gradtape as tf
    >>> metric = tf.keras.metrics.IoU(num_classes=2, target_class_ids=[0])
    >>> round(float(metric([0, 0, 1, 1], [0, 1, 0, 1])), 4)
    0.3333
    """

    num_classes: Count = argument()
    target_class_ids: Classes = argument()
    ignore_class: OptionalInteger = argument(default=None)
    sparse_y_true: Flag = argument(default=True)
    sparse_y_pred: Flag = argument(default=True)
    axis: Axis = argument(default=-1)

    def _initialize(self) -> None:
        if max(self.target_class_ids) >= self.num_classes:
            raise ValueError(
                f"Target class id {max(self.target_class_ids)} is out of range, which is "
                f"[0, {self.num_classes})."
            )
        super()._initialize()

    def _chosen(self) -> Sequence[int]:
        return self.target_class_ids


@registry.add()
@counts_as(IoU)
class BinaryIoU(_Overlap, MetricOptions, first=("target_class_ids", "threshold", "name", "dtype")):
    """`IoU` of two classes, where predictions of at least `threshold` are the second."""

    num_classes = 2
    target_class_ids: Classes = argument(default=(0, 1))
    threshold: Number = argument(default=0.5)

    def _chosen(self) -> Sequence[int]:
        return self.target_class_ids

    def update_state(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> Any:
        with _core.stop_recording_all():
            values = _core.cast(_core.convert_to_tensor(y_pred), _core.float32)
            return super().update_state(y_true, values >= self.threshold, sample_weight)


@registry.add()
@counts_as(IoU)
class MeanIoU(_Sparse, MetricOptions, first=("num_classes", "name", "dtype"), metaclass=Kinship):
    """`IoU` of all classes."""

    num_classes: Count = argument()
    ignore_class: OptionalInteger = argument(default=None)
    sparse_y_true: Flag = argument(default=True)
    sparse_y_pred: Flag = argument(default=True)
    axis: Axis = argument(default=-1)


@registry.add()
@counts_as(IoU)
class OneHotIoU(_OneHot, MetricOptions, first=_IOU):
    """`IoU` of one-hot targets, and of predictions that have a number for each class."""

    num_classes: Count = argument()
    target_class_ids: Classes = argument()
    ignore_class: OptionalInteger = argument(default=None)
    sparse_y_pred: Flag = argument(default=False)
    axis: Axis = argument(default=-1)

    def _chosen(self) -> Sequence[int]:
        return self.target_class_ids


@registry.add()
@counts_as(IoU, MeanIoU)
class OneHotMeanIoU(_OneHot, MetricOptions, first=("num_classes", "name", "dtype")):
    """`MeanIoU` of one-hot targets, and of predictions that have a number for each class."""

    num_classes: Count = argument()
    ignore_class: OptionalInteger = argument(default=None)
    sparse_y_pred: Flag = argument(default=False)
    axis: Axis = argument(default=-1)


class Averaging(Argument[str | None, str | None]):
    """How classes are joined: "micro", "macro", "weighted", or None for a result of each."""

    def convert(self, owner: Any, value: str | None) -> str | None:
        if value not in (None, "micro", "macro", "weighted"):
            raise ValueError(
                "Invalid `average` argument value. Expected one of: "
                f"{{None, 'micro', 'macro', 'weighted'}}. Received: average={value}"
            )
        return value


class Limit(Argument[float | None, float | None]):
    """A number above 0, up to 1; None takes the largest prediction of each example."""

    def convert(self, owner: Any, value: float | None) -> float | None:
        if value is not None and not (isinstance(value, float) and 0.0 < value <= 1.0):
            raise ValueError(
                f"Invalid `{self.name}` argument value. It should be a Python float above 0 and up "
                f"to 1. Received: {self.name}={value}"
            )
        return value


_SUMS = ("true_positives", "false_positives", "false_negatives", "intermediate_weights")


class _FScore(Metric):
    """The weighted harmonic mean of precision and recall, over columns of classes."""

    average: str | None
    threshold: float | None

    def _beta(self) -> float:
        return 1.0

    def update_state(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> None:
        with _core.stop_recording_all():
            y_true, y_pred = (
                _core.cast(_core.convert_to_tensor(values), self._dtype)
                for values in (y_true, y_pred)
            )
            if not self._variables:
                self._start(y_true.shape, y_pred.shape)
            chosen = _core.cast(self._positive(y_pred), self._dtype)
            sums = (chosen * y_true, chosen * (1.0 - y_true), (1.0 - chosen) * y_true, y_true)
            for name, values in zip(_SUMS, sums, strict=True):
                getattr(self, name).assign_add(self._summed(values, sample_weight))

    def _start(self, true_shape: _core.TensorShape, pred_shape: _core.TensorShape) -> None:
        if pred_shape.rank != 2 or true_shape.rank != 2:
            raise ValueError(
                "FBetaScore expects 2D inputs with shape (batch_size, output_dim). Received input "
                f"shapes: y_pred.shape={pred_shape} and y_true.shape={true_shape}."
            )
        shape = [] if self.average == "micro" else [pred_shape[-1]]
        for name in _SUMS:
            setattr(self, name, self.add_variable(shape, name=name))

    def _positive(self, y_pred: _core.Tensor) -> _core.Tensor:
        if self.threshold is not None:
            return y_pred > self.threshold
        largest = _core.reduce_max(y_pred, axis=-1, keepdims=True)
        return (y_pred >= largest) & (_core.abs(y_pred) > 1e-9)

    def _summed(self, values: _core.Tensor, sample_weight: TensorLike | None) -> _core.Tensor:
        if sample_weight is not None:
            weight = _core.cast(_core.convert_to_tensor(sample_weight), self._dtype)
            values = values * _core.expand_dims(weight, 1)
        return _core.reduce_sum(values, axis=None if self.average == "micro" else 0)

    def result(self) -> _core.Tensor:
        if not self._variables:
            return _core.zeros([], self._dtype)
        tp, fp, fn, weights = (getattr(self, name).read_value() for name in _SUMS)
        tiny, beta = epsilon(), self._beta() ** 2
        precision, recall = tp / (tp + fp + tiny), tp / (tp + fn + tiny)
        score = (1 + beta) * (precision * recall / (beta * precision + recall + tiny))
        if self.average == "weighted":
            return _core.reduce_sum(score * (weights / (_core.reduce_sum(weights) + tiny)))
        return score if self.average is None else _core.reduce_mean(score)


class Beta(Argument[float, float]):
    """How much more recall counts than precision; a float above 0."""

    def convert(self, owner: Any, value: float) -> float:
        if not isinstance(value, float) or value <= 0.0:
            raise ValueError(
                "Invalid `beta` argument value. It should be a Python float above 0. "
                f"Received: beta={value}"
            )
        return value


_FBETA = ("average", "beta", "threshold", "name", "dtype")


@registry.add()
class FBetaScore(
    _FScore,
    MetricOptions,
    first=_FBETA,
    defaults={"name": "fbeta_score"},
    metaclass=Kinship,
):
    """`(1 + beta**2) * precision * recall / (beta**2 * precision + recall)` of each class.

    A class is predicted where its number exceeds `threshold`, or is the largest of its row.
    `average` joins the classes.

    >>> import gradtape as tf
    >>> metric = tf.keras.metrics.FBetaScore(beta=2.0, threshold=0.5)
    >>> metric([[1, 1], [1, 0]], [[0.9, 0.2], [0.6, 0.3]]).numpy().round(4).tolist()
    [1.0, 0.0]
    """

    average: Averaging = argument(default=None)
    beta: Beta = argument(default=1.0)
    threshold: Limit = argument(default=None)

    def _beta(self) -> float:
        return self.beta


@registry.add()
@counts_as(FBetaScore)
class F1Score(
    _FScore, MetricOptions, first=("average", "threshold", "name"), defaults={"name": "f1_score"}
):
    """`FBetaScore` with precision and recall counted alike."""

    average: Averaging = argument(default=None)
    threshold: Limit = argument(default=None)
