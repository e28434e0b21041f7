"""The loss functions as classes: each names its function and declares the options of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from .. import settings
from ..arguments import Axis, Flag, Number, OptionalInteger, argument
from . import crossentropy, functions
from .functions import registry
from .loss import DeclaredLoss

if TYPE_CHECKING:
    from ..._typing import TensorLike


@registry.add()
class MeanSquaredError(DeclaredLoss, function=functions.mean_squared_error):
    """The mean of squared differences."""


@registry.add()
class MeanAbsoluteError(DeclaredLoss, function=functions.mean_absolute_error):
    """The mean of absolute differences."""


@registry.add()
class MeanAbsolutePercentageError(DeclaredLoss, function=functions.mean_absolute_percentage_error):
    """The mean of absolute differences in percent of the targets."""


@registry.add()
class MeanSquaredLogarithmicError(DeclaredLoss, function=functions.mean_squared_logarithmic_error):
    """The mean squared difference of `log(1 + y)`."""


@registry.add()
class LogCosh(DeclaredLoss, function=functions.log_cosh):
    """The mean of `log(cosh(error))`."""


@registry.add()
class Hinge(DeclaredLoss, function=functions.hinge):
    """The mean of `max(1 - y_true * y_pred, 0)`."""


@registry.add()
class SquaredHinge(DeclaredLoss, function=functions.squared_hinge):
    """The mean of `max(1 - y_true * y_pred, 0) ** 2`."""


@registry.add()
class CategoricalHinge(DeclaredLoss, function=functions.categorical_hinge):
    """The hinge between the right and the best wrong class."""


@registry.add()
class KLDivergence(DeclaredLoss, function=functions.kl_divergence):
    """The Kullback-Leibler divergence of `y_pred` from `y_true`."""


@registry.add()
class Poisson(DeclaredLoss, function=functions.poisson):
    """The Poisson loss `y_pred - y_true * log(y_pred)`."""


@registry.add()
class Huber(DeclaredLoss, function=functions.huber, name="huber_loss"):
    """Squared near zero, linear beyond `delta`."""

    delta: Number = argument(default=1.0)


@registry.add()
class CosineSimilarity(DeclaredLoss, function=functions.cosine_similarity):
    """Minus the cosine between targets and predictions."""

    axis: Axis = argument(default=-1)


@registry.add()
class BinaryCrossentropy(DeclaredLoss, function=crossentropy.binary_crossentropy):
    """The cross entropy of yes-or-no targets."""

    from_logits: Flag = argument(default=False)
    label_smoothing: Number = argument(default=0.0)
    axis: Axis = argument(default=-1)


@registry.add()
class CategoricalCrossentropy(DeclaredLoss, function=crossentropy.categorical_crossentropy):
    """The cross entropy of one-hot targets."""

    from_logits: Flag = argument(default=False)
    label_smoothing: Number = argument(default=0.0)
    axis: Axis = argument(default=-1)


@registry.add()
class SparseCategoricalCrossentropy(
    DeclaredLoss,
    function=crossentropy.sparse_categorical_crossentropy,
    first=("from_logits", "ignore_class", "reduction", "axis"),
):
    """The cross entropy of targets that are numbers of classes."""

    from_logits: Flag = argument(default=False)
    ignore_class: OptionalInteger = argument(default=None)
    axis: Axis = argument(default=-1)

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        if self.ignore_class is not None:
            sample_weight = self._without(self.ignore_class, y_true, sample_weight)
        return super().__call__(y_true, y_pred, sample_weight)

    def _without(self, ignored: int, y_true: TensorLike, sample_weight: Any) -> Any:
        """Weights of zero for ignored targets; in a mean, the others make up for them."""
        labels = _core.convert_to_tensor(y_true)
        mask = _core.cast(_core.not_equal(labels, ignored), settings.default_dtype())
        if self.reduction == "sum_over_batch_size":
            mask = _core.divide_no_nan(mask, _core.reduce_mean(mask))
        return mask if sample_weight is None else mask * sample_weight
