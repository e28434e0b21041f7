"""Metrics of a range of thresholds: the area under a curve, the best point under a constraint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Flag, Number, OptionalInteger, argument
from ..base_layer.options import Count
from ..settings import epsilon
from .confusion import Counting
from .counting import of_class
from .metric import MetricOptions, registry

if TYPE_CHECKING:
    from ..._typing import TensorLike


class OneOf(Argument[str, str]):
    """A word that the class knows, in `_words` by the argument's name."""

    def convert(self, owner: Any, value: str) -> str:
        known = owner._words[self.name]
        if value not in known:
            raise ValueError(
                f"Invalid `{self.name}`: {value!r}. Expected one of {', '.join(known)}"
            )
        return value


class Numbers(Argument[Any, Any]):
    """A list of numbers, or None."""

    def convert(self, owner: Any, value: Any) -> Any:
        return None if value is None else [float(number) for number in value]


def _spread(count: int, beyond: float = 0.0) -> list[float]:
    """`count` thresholds from 0 to 1, the ends so much beyond these."""
    inner = [step / (count - 1) for step in range(1, count - 1)]
    return [-beyond, *inner, 1.0 + beyond]


_AUC = ("num_thresholds", "curve", "summation_method", "name", "dtype")


@registry.add()
class AUC(Counting, MetricOptions, first=_AUC):
    """The area under a curve, as a sum over `num_thresholds` thresholds.

    `curve` is "ROC" (true positive rate over false positive rate), "PR" (precision over recall) or
    "PRGAIN"; `summation_method` is "interpolation", "minoring" or "majoring". The interpolation of
    "PR" follows Davis and Goadrich (2006). With `multi_label` each column has an area, and the
    result is their mean, with `label_weights` if given. `from_logits` takes the sigmoid first.

    >>> import gradtape as tf
    >>> float(tf.keras.metrics.AUC(num_thresholds=3)([0, 0, 1, 1], [0.0, 0.5, 0.3, 0.9]))
    0.75
    """

    _words: ClassVar[dict[str, tuple[str, ...]]] = {
        "curve": ("ROC", "PR", "PRGAIN"),
        "summation_method": ("interpolation", "minoring", "majoring"),
    }
    num_thresholds: OptionalInteger = argument(default=200)
    curve: OneOf = argument(default="ROC")
    summation_method: OneOf = argument(default="interpolation")
    thresholds: Numbers = argument(default=None)
    multi_label: Flag = argument(default=False)
    num_labels: OptionalInteger = argument(default=None)
    label_weights: Numbers = argument(default=None)
    from_logits: Flag = argument(default=False)

    def _initialize(self) -> None:
        if self.num_labels and not self.multi_label:
            raise ValueError("`num_labels` is needed only when `multi_label` is True.")
        self._has_own = self.thresholds is not None
        self.thresholds = self._all_thresholds()
        self.num_thresholds = len(self.thresholds)
        if not self.multi_label:
            self._start()
        elif self.num_labels:
            self._start([self.num_labels])

    def _all_thresholds(self) -> list[float]:
        """Those of the program, or as many as it wants, with the ends."""
        if self._has_own:
            return [-epsilon(), *sorted(self.thresholds), 1.0 + epsilon()]
        if self.num_thresholds is None or self.num_thresholds < 2:
            raise ValueError(
                "Argument `num_thresholds` must be an integer > 1. "
                f"Received: num_thresholds={self.num_thresholds}"
            )
        return _spread(self.num_thresholds, epsilon())

    def _start(self, labels: Sequence[int] = ()) -> None:
        self._keep(self.thresholds, labels)

    def get_config(self) -> dict[str, Any]:
        own = self.thresholds[1:-1] if self._has_own else None
        config = super().get_config()
        if own is None and (are_of_keras_3() or is_keras_2_asked_for()):  # its own go unsaid
            return {name: value for name, value in config.items() if name != "thresholds"}
        return {**config, "thresholds": own}

    def update_state(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> None:
        with _core.stop_recording_all():
            y_pred = _core.convert_to_tensor(y_pred)
            if not self._variables:
                self._start([y_pred.shape[-1]])
            if self.from_logits:
                y_pred = _core.sigmoid(_core.cast(y_pred, self._dtype))
            if self.label_weights is not None and not self.multi_label:
                sample_weight = self._with_label_weights(y_pred, sample_weight)
            self._count(y_true, y_pred, sample_weight, self.multi_label)

    def _with_label_weights(self, y_pred: Any, sample_weight: Any) -> Any:
        weights = _core.broadcast_to(
            _core.convert_to_tensor(self.label_weights, self._dtype), y_pred.shape
        )
        return weights if sample_weight is None else weights * sample_weight

    def result(self) -> _core.Tensor:
        if self.curve == "PR" and self.summation_method == "interpolation":
            pieces = self._interpolated()
        else:
            x, y = self._points()
            pieces = (x[:-1] - x[1:]) * self._heights(y[:-1], y[1:])
        areas = _core.reduce_sum(pieces, axis=0)
        if not self.multi_label or self.label_weights is None:
            return _core.reduce_mean(areas)
        weights = _core.convert_to_tensor(self.label_weights, self._dtype)
        return _core.divide_no_nan(_core.reduce_sum(areas * weights), _core.reduce_sum(weights))

    def _read(self) -> Any:
        return (getattr(self, name).read_value() for name in self._kept)

    def _points(self) -> tuple[_core.Tensor, _core.Tensor]:
        tp, tn, fp, fn = self._read()
        recall = _core.divide_no_nan(tp, tp + fn)
        if self.curve == "ROC":
            return _core.divide_no_nan(fp, fp + tn), recall
        if self.curve == "PR":
            return recall, _core.divide_no_nan(tp, tp + fp)
        odds = _core.divide_no_nan(tp + fn, tn + fp)
        none = _core.equal(tp, 0.0)
        recall_gain = 1.0 - odds * _core.divide_no_nan(fn, tp)
        recall_gain = _core.maximum(_core.where(none, 0.0, recall_gain), 0.0)
        return recall_gain, _core.where(none, 1.0, 1.0 - odds * _core.divide_no_nan(fp, tp))

    def _heights(self, one: _core.Tensor, other: _core.Tensor) -> _core.Tensor:
        if self.summation_method == "interpolation":
            return (one + other) / 2.0
        if self.summation_method == "minoring":
            return _core.minimum(one, other)
        return _core.maximum(one, other)

    def _interpolated(self) -> _core.Tensor:
        """Areas where true and all positives grow in lines between thresholds."""
        tp, _, fp, fn = self._read()
        p = tp + fp
        gained = tp[:-1] - tp[1:]
        slope = _core.divide_no_nan(gained, _core.maximum(p[:-1] - p[1:], 0.0))
        intercept = tp[1:] - slope * p[1:]
        both = _core.logical_and(p[:-1] > 0.0, p[1:] > 0.0)
        ratio = _core.where(both, _core.divide_no_nan(p[:-1], p[1:]), _core.ones_like(gained))
        area = slope * (gained + intercept * _core.log(ratio))
        return _core.divide_no_nan(area, tp[1:] + fn[1:])


class _Constrained(Counting, MetricOptions, kw_only=True):
    """The largest of one share among thresholds at which another reaches a value."""

    _wanted: ClassVar[str]
    _held: ClassVar[str]
    num_thresholds: Count = argument(default=200)
    class_id: OptionalInteger = argument(default=None)

    def _least(self) -> float:
        raise NotImplementedError

    def _initialize(self) -> None:
        if not 0 <= self._least() <= 1:
            raise ValueError(
                f"Argument `{self._held}` must be in the range [0, 1]. "
                f"Received: {self._held}={self._least()}"
            )
        self.value = self._least()
        self.thresholds = [0.5] if self.num_thresholds == 1 else _spread(self.num_thresholds)
        self._keep(self.thresholds)

    def update_state(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> None:
        with _core.stop_recording_all():
            y_true, y_pred = of_class(y_true, self.class_id), of_class(y_pred, self.class_id)
            self._count(y_true, y_pred, sample_weight)

    def result(self) -> _core.Tensor:
        held, wanted = self._share(self._held), self._share(self._wanted)
        return _core.reduce_max(_core.where(held >= self._least(), wanted, 0.0))

    def _share(self, kind: str) -> _core.Tensor:
        tp, tn, fp, fn = (getattr(self, name).read_value() for name in self._kept)
        parts = {"precision": (tp, fp), "recall": (tp, fn)}
        parts |= {"sensitivity": (tp, fn), "specificity": (tn, fp)}
        right, wrong = parts[kind]
        return _core.divide_no_nan(right, right + wrong)


@registry.add()
class PrecisionAtRecall(_Constrained, first=("recall", "num_thresholds", "class_id")):
    """The best precision at thresholds where recall is at least `recall`.

    >>> import gradtape as tf
    >>> metric = tf.keras.metrics.PrecisionAtRecall(0.5)
    >>> float(metric([0, 0, 0, 1, 1], [0.0, 0.3, 0.8, 0.3, 0.9]))
    1.0
    """

    _held, _wanted = "recall", "precision"
    recall: Number = argument()

    def _least(self) -> float:
        return self.recall


@registry.add()
class RecallAtPrecision(_Constrained, first=("precision", "num_thresholds", "class_id")):
    """The best recall at thresholds where precision is at least `precision`."""

    _held, _wanted = "precision", "recall"
    precision: Number = argument()

    def _least(self) -> float:
        return self.precision


@registry.add()
class SensitivityAtSpecificity(_Constrained, first=("specificity", "num_thresholds", "class_id")):
    """The best sensitivity at thresholds where specificity is at least `specificity`."""

    _held, _wanted = "specificity", "sensitivity"
    specificity: Number = argument()

    def _least(self) -> float:
        return self.specificity


@registry.add()
class SpecificityAtSensitivity(_Constrained, first=("sensitivity", "num_thresholds", "class_id")):
    """The best specificity at thresholds where sensitivity is at least `sensitivity`."""

    _held, _wanted = "sensitivity", "specificity"
    sensitivity: Number = argument()

    def _least(self) -> float:
        return self.sensitivity
