"""Losses as metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Axis, Flag, Number, OptionalInteger, argument
from ..losses import crossentropy, functions
from ..losses.arguments import aligned
from .metric import DeclaredMean, Mean, registry

if TYPE_CHECKING:
    from ..._typing import DTypeLike, TensorLike


@registry.add()
class MeanSquaredError(DeclaredMean, function=functions.mean_squared_error):
    """The mean squared error."""


@registry.add()
class MeanAbsoluteError(DeclaredMean, function=functions.mean_absolute_error):
    """The mean absolute error."""


@registry.add()
class MeanAbsolutePercentageError(DeclaredMean, function=functions.mean_absolute_percentage_error):
    """The mean absolute error in percent of the targets."""


@registry.add()
class MeanSquaredLogarithmicError(DeclaredMean, function=functions.mean_squared_logarithmic_error):
    """The mean squared difference of `log(1 + y)`."""


@registry.add()
class LogCoshError(DeclaredMean, function=functions.log_cosh, name="logcosh"):
    """The mean of `log(cosh(error))`."""


@registry.add()
class Hinge(DeclaredMean, function=functions.hinge):
    """The mean of `max(1 - y_true * y_pred, 0)`."""


@registry.add()
class SquaredHinge(DeclaredMean, function=functions.squared_hinge):
    """The mean of `max(1 - y_true * y_pred, 0) ** 2`."""


@registry.add()
class CategoricalHinge(DeclaredMean, function=functions.categorical_hinge):
    """The mean hinge between the right and the best wrong class."""


@registry.add()
class Poisson(DeclaredMean, function=functions.poisson):
    """The mean of `y_pred - y_true * log(y_pred)`."""


def cosine_similarity(y_true: TensorLike, y_pred: TensorLike, axis: int = -1) -> _core.Tensor:
    """The cosine of the angle between targets and predictions along `axis`."""
    return -functions.cosine_similarity(y_true, y_pred, axis)


@registry.add()
class CosineSimilarity(DeclaredMean, function=cosine_similarity):
    """The mean cosine of the angle between targets and predictions: 1 is the same direction."""

    _untold = ("axis",)
    axis: Axis = argument(default=-1)


@registry.add()
class RootMeanSquaredError(Mean):
    """The root of the mean squared error.

    >>> import gradtape as tf
    >>> float(tf.keras.metrics.RootMeanSquaredError()([0.0, 0.0], [3.0, 3.0]))
    3.0
    """

    def __init__(
        self, name: str | None = "root_mean_squared_error", dtype: DTypeLike = None
    ) -> None:
        super().__init__(name, dtype)

    def update_state(  # type: ignore[override]
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> None:
        with _core.stop_recording_all():
            pair = aligned(_core.convert_to_tensor(y_true), _core.convert_to_tensor(y_pred))
            target, found = (_core.cast(each, self._dtype) for each in pair)
            super().update_state(_core.squared_difference(found, target), sample_weight)

    def result(self) -> _core.Tensor:
        return _core.sqrt(super().result())


@registry.add()
class KLDivergence(DeclaredMean, function=functions.kl_divergence):
    """The mean Kullback-Leibler divergence."""

    def _initialize(self) -> None:
        super()._initialize()
        if self.name == "kl_divergence" and is_keras_2_asked_for():
            self.name = "kullback_leibler_divergence"


@registry.add()
class BinaryCrossentropy(DeclaredMean, function=crossentropy.binary_crossentropy):
    """The mean binary cross entropy."""

    from_logits: Flag = argument(default=False)
    label_smoothing: Number = argument(default=0.0)


@registry.add()
class CategoricalCrossentropy(DeclaredMean, function=crossentropy.categorical_crossentropy):
    """The mean categorical cross entropy."""

    from_logits: Flag = argument(default=False)
    label_smoothing: Number = argument(default=0.0)
    axis: Axis = argument(default=-1)


@registry.add()
class SparseCategoricalCrossentropy(
    DeclaredMean, function=crossentropy.sparse_categorical_crossentropy
):
    """The mean cross entropy of targets that are numbers of classes."""

    from_logits: Flag = argument(default=False)
    ignore_class: OptionalInteger = argument(default=None)
    axis: Axis = argument(default=-1)
