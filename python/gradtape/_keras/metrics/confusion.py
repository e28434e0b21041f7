"""Metrics of yes-or-no predictions: the four counts, precision and recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, OptionalInteger, argument
from .counting import LEFT_OUT, confusion, of_class, of_the_largest
from .metric import Metric, MetricOptions, registry

if TYPE_CHECKING:
    from ..._typing import Array, TensorLike

COUNTS = ("true_positives", "true_negatives", "false_positives", "false_negatives")
_IN_KERAS_3 = (COUNTS[0], COUNTS[2], COUNTS[1], COUNTS[3])  # as it makes them


class Thresholds(Argument[Any, Any]):
    """A number from 0 to 1, or several; None is one half."""

    def convert(self, owner: Any, value: Any) -> Any:
        given = [] if value is None else np.ravel(value).tolist()
        wrong = [t for t in given if t is None or not 0 <= t <= 1]
        if wrong:
            raise ValueError(
                f"Threshold values must be in [0, 1]. Received: {wrong} (in {self.name}={value})"
            )
        return value


class Counting(Metric):
    """Keeps some of the four counts at rising `_limits`; `_kept` names them."""

    _kept: ClassVar[tuple[str, ...]] = COUNTS
    _label: ClassVar[str | None] = None  # what Keras calls the only count
    _limits: Sequence[float]

    def _keep(self, limits: Sequence[float], labels: Sequence[int] = ()) -> None:
        self._limits = limits
        kept = self._kept if self._kept != COUNTS or is_keras_2_asked_for() else _IN_KERAS_3
        for name in kept:
            variable = self.add_variable([len(limits), *labels], name=self._label or name)
            setattr(self, name, variable)

    def _count(
        self, y_true: TensorLike, y_pred: TensorLike, weight: Any, by_label: bool = False
    ) -> None:
        counts = confusion(y_true, y_pred, self._limits, weight, by_label)
        for name in self._kept:
            getattr(self, name).assign_add(_core.cast(counts[name], self._dtype))


class _AtThresholds(Counting, MetricOptions, first=("thresholds",)):
    """Counts at thresholds in the order in which the program gave them."""

    thresholds: Thresholds = argument(default=None)

    def _initialize(self) -> None:
        self._order: list[int] = []
        given = self._default() if self.thresholds is None else np.ravel(self.thresholds)
        self._order = np.argsort(given, kind="stable").tolist()
        self._keep(np.sort(given).tolist())

    def _default(self) -> list[float]:
        return [0.5]

    def update_state(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> None:
        with _core.stop_recording_all():
            self._count(y_true, y_pred, sample_weight)

    def _as_given(self, values: _core.Tensor | _core.Variable) -> _core.Tensor:
        """A number for each threshold; a scalar for one."""
        if len(self._order) == 1:
            return values[0]
        return _core.gather(values, np.argsort(self._order))


class _Count(_AtThresholds):
    """One of the counts."""

    _label = "accumulator"

    @property
    def accumulator(self) -> Any:
        """The variable that counts, at each threshold."""
        return getattr(self, self._kept[0])

    def result(self) -> _core.Tensor:
        return self._as_given(getattr(self, self._kept[0]))


@registry.add()
class TruePositives(_Count):
    """How many positive predictions are right, with weights.

    >>> import gradtape as tf
    >>> float(tf.keras.metrics.TruePositives()([1, 0, 1], [0.9, 0.8, 0.1]))
    1.0
    """

    _kept = ("true_positives",)


@registry.add()
class TrueNegatives(_Count):
    """How many negative predictions are right, with weights."""

    _kept = ("true_negatives",)


@registry.add()
class FalsePositives(_Count):
    """How many positive predictions are wrong, with weights."""

    _kept = ("false_positives",)


@registry.add()
class FalseNegatives(_Count):
    """How many negative predictions are wrong, with weights."""

    _kept = ("false_negatives",)


class _Share(_AtThresholds, first=("thresholds", "top_k", "class_id")):
    """True positives beside another count, perhaps of one class, perhaps of the `top_k` alone."""

    top_k: OptionalInteger = argument(default=None)
    class_id: OptionalInteger = argument(default=None)

    def _default(self) -> list[float]:
        return [0.5] if self.top_k is None else [LEFT_OUT]

    def _count(
        self, y_true: TensorLike, y_pred: Any, weight: Array | None, by_label: bool = False
    ) -> None:
        if self.top_k is not None:
            y_pred = of_the_largest(y_pred, self.top_k)
        if self.class_id is not None and len(np.shape(y_pred)) < 2 and not is_keras_2_asked_for():
            raise ValueError(
                "When class_id is provided, y_pred must be a 2D array with shape (num_samples, "
                f"num_classes), found shape: {tuple(np.shape(y_pred))}"
            )
        y_true, y_pred = of_class(y_true, self.class_id), of_class(y_pred, self.class_id)
        super()._count(y_true, y_pred, weight, by_label)

    def result(self) -> _core.Tensor:
        right, other = (getattr(self, name).read_value() for name in self._kept)
        return self._as_given(_core.divide_no_nan(right, right + other))


@registry.add()
class Precision(_Share):
    """True positives as a share of positive predictions; 0 without any.

    A prediction is positive above the threshold, or among the `top_k` of its example; `class_id`
    chooses a column. With several thresholds there are as many results.

    >>> import gradtape as tf
    >>> float(tf.keras.metrics.Precision()([1, 0, 1], [0.9, 0.8, 0.1]))
    0.5
    """

    _kept = ("true_positives", "false_positives")


@registry.add()
class Recall(_Share):
    """True positives as a share of positive targets; 0 without any. Arguments as in `Precision`."""

    _kept = ("true_positives", "false_negatives")
