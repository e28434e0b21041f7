"""The loss functions as classes, with Keras's arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core
from ..._module.module import snake_case
from .. import settings
from . import functions
from .crossentropy import (
    binary_crossentropy,
    categorical_crossentropy,
    sparse_categorical_crossentropy,
)
from .functions import registry
from .loss import FunctionLoss

_MEAN = "sum_over_batch_size"


class _Plain(FunctionLoss):
    """A loss whose function takes nothing but targets and predictions."""

    _wrapped: Callable[[Any, Any], Any]

    def __init__(
        self, reduction: str | None = _MEAN, name: str | None = None, dtype: Any = None
    ) -> None:
        super().__init__(
            type(self)._wrapped, name or snake_case(type(self).__name__), reduction, dtype
        )


@registry.add()
class MeanSquaredError(_Plain):
    """The mean of squared differences."""

    _wrapped = staticmethod(functions.mean_squared_error)


@registry.add()
class MeanAbsoluteError(_Plain):
    """The mean of absolute differences."""

    _wrapped = staticmethod(functions.mean_absolute_error)


@registry.add()
class MeanAbsolutePercentageError(_Plain):
    """The mean of absolute differences in percent of the targets."""

    _wrapped = staticmethod(functions.mean_absolute_percentage_error)


@registry.add()
class MeanSquaredLogarithmicError(_Plain):
    """The mean squared difference of `log(1 + y)`."""

    _wrapped = staticmethod(functions.mean_squared_logarithmic_error)


@registry.add()
class LogCosh(_Plain):
    """The mean of `log(cosh(error))`."""

    _wrapped = staticmethod(functions.log_cosh)


@registry.add()
class Hinge(_Plain):
    """The mean of `max(1 - y_true * y_pred, 0)`."""

    _wrapped = staticmethod(functions.hinge)


@registry.add()
class SquaredHinge(_Plain):
    """The mean of `max(1 - y_true * y_pred, 0) ** 2`."""

    _wrapped = staticmethod(functions.squared_hinge)


@registry.add()
class CategoricalHinge(_Plain):
    """The hinge between the right and the best wrong class."""

    _wrapped = staticmethod(functions.categorical_hinge)


@registry.add()
class KLDivergence(_Plain):
    """The Kullback-Leibler divergence of `y_pred` from `y_true`."""

    _wrapped = staticmethod(functions.kl_divergence)


@registry.add()
class Poisson(_Plain):
    """The Poisson loss `y_pred - y_true * log(y_pred)`."""

    _wrapped = staticmethod(functions.poisson)


@registry.add()
class Huber(FunctionLoss):
    """Squared near zero, linear beyond `delta`."""

    def __init__(
        self,
        delta: float = 1.0,
        reduction: str | None = _MEAN,
        name: str | None = "huber_loss",
        dtype: Any = None,
    ) -> None:
        super().__init__(functions.huber, name, reduction, dtype, delta=delta)


@registry.add()
class CosineSimilarity(FunctionLoss):
    """Minus the cosine between targets and predictions."""

    def __init__(
        self,
        axis: int = -1,
        reduction: str | None = _MEAN,
        name: str | None = "cosine_similarity",
        dtype: Any = None,
    ) -> None:
        super().__init__(functions.cosine_similarity, name, reduction, dtype, axis=axis)


@registry.add()
class BinaryCrossentropy(FunctionLoss):
    """The cross entropy of yes-or-no targets."""

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = _MEAN,
        name: str | None = "binary_crossentropy",
        dtype: Any = None,
    ) -> None:
        super().__init__(
            binary_crossentropy,
            name,
            reduction,
            dtype,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )


@registry.add()
class CategoricalCrossentropy(FunctionLoss):
    """The cross entropy of one-hot targets."""

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
        reduction: str | None = _MEAN,
        name: str | None = "categorical_crossentropy",
        dtype: Any = None,
    ) -> None:
        super().__init__(
            categorical_crossentropy,
            name,
            reduction,
            dtype,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
            axis=axis,
        )


@registry.add()
class SparseCategoricalCrossentropy(FunctionLoss):
    """The cross entropy of targets that are numbers of classes."""

    def __init__(
        self,
        from_logits: bool = False,
        ignore_class: int | None = None,
        reduction: str | None = _MEAN,
        axis: int = -1,
        name: str | None = "sparse_categorical_crossentropy",
        dtype: Any = None,
    ) -> None:
        super().__init__(
            sparse_categorical_crossentropy,
            name,
            reduction,
            dtype,
            from_logits=from_logits,
            ignore_class=ignore_class,
            axis=axis,
        )
        self._ignore_class = ignore_class

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        if self._ignore_class is not None:
            sample_weight = self._without_ignored(y_true, sample_weight)
        return super().__call__(y_true, y_pred, sample_weight)

    def _without_ignored(self, y_true: Any, sample_weight: Any) -> Any:
        """Weights of zero for ignored targets; in a mean, the others make up for them."""
        labels = _core.convert_to_tensor(y_true)
        mask = _core.cast(_core.not_equal(labels, self._ignore_class), settings.default_dtype())
        if self.reduction == "sum_over_batch_size":
            mask = _core.divide_no_nan(mask, _core.reduce_mean(mask))
        return mask if sample_weight is None else mask * sample_weight
