"""The loss functions as classes: each names its function and declares the options of it."""

from __future__ import annotations

from typing import Any

from ..arguments import Argument, Axis, Flag, Number, OptionalInteger, argument
from . import alignment, crossentropy, focal, functions, overlap
from .functions import registry
from .loss import DeclaredLoss


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

    _untold = ("delta",)
    delta: Number = argument(default=1.0)


@registry.add()
class CosineSimilarity(DeclaredLoss, function=functions.cosine_similarity):
    """Minus the cosine between targets and predictions."""

    _untold = ("axis",)
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
    first_in_keras_2=("from_logits", "ignore_class", "reduction", "name"),
):
    """The cross entropy of targets that are numbers of classes."""

    _untold = ("axis",)
    from_logits: Flag = argument(default=False)
    ignore_class: OptionalInteger = argument(default=None)
    axis: Axis = argument(default=-1)


@registry.add()
class BinaryFocalCrossentropy(DeclaredLoss, function=focal.binary_focal_crossentropy):
    """The cross entropy of yes-or-no targets, with more weight on hard examples."""

    apply_class_balancing: Flag = argument(default=False)
    alpha: Number = argument(default=0.25)
    gamma: Number = argument(default=2.0)
    from_logits: Flag = argument(default=False)
    label_smoothing: Number = argument(default=0.0)
    axis: Axis = argument(default=-1)


class Weights(Argument[Any, Any]):
    """A number, or one for each class."""


@registry.add()
class CategoricalFocalCrossentropy(DeclaredLoss, function=focal.categorical_focal_crossentropy):
    """The cross entropy of one-hot targets, with more weight on hard examples."""

    alpha: Weights = argument(default=0.25)
    gamma: Number = argument(default=2.0)
    from_logits: Flag = argument(default=False)
    label_smoothing: Number = argument(default=0.0)
    axis: Axis = argument(default=-1)


class BetweenZeroAndOne(Argument[float, float]):
    """A number above 0 and below 1."""

    def convert(self, owner: Any, value: float) -> float:
        if not 0 < value < 1:
            raise ValueError(f"{self.name} must be in the interval (0, 1)")
        return value


@registry.add()
class CategoricalGeneralizedCrossEntropy(
    DeclaredLoss, function=focal.categorical_generalized_cross_entropy
):
    """`(1 - p ** q) / q`: a cross entropy that wrong labels disturb less."""

    q: BetweenZeroAndOne = argument(default=0.5)


class Axes(Argument[Any, Any]):
    """An axis, several, or None for all."""


@registry.add()
class Dice(DeclaredLoss, function=overlap.dice, first=("reduction", "name", "axis")):
    """1 minus twice the overlap divided by both sizes."""

    axis: Axes = argument(default=None)


@registry.add()
class Tversky(
    DeclaredLoss, function=overlap.tversky, first=("alpha", "beta", "reduction", "name", "axis")
):
    """`Dice` with a weight `alpha` for what is missed and `beta` for what is too much."""

    alpha: Number = argument(default=0.5)
    beta: Number = argument(default=0.5)
    axis: Axes = argument(default=None)


@registry.add()
class Circle(DeclaredLoss, function=overlap.circle):
    """The circle loss of embeddings; examples without a pair of their class do not count."""

    gamma: Number = argument(default=80.0)
    margin: Number = argument(default=0.4)
    remove_diagonal: Flag = argument(default=True)


@registry.add()
class CTC(DeclaredLoss, function=alignment.ctc):
    """The loss of labels whose places in the inputs are not known; see `ctc`."""
