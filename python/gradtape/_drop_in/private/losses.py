"""What losses of a program's own are made with: functions as losses, weights, fitting shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core
from ..._keras.losses import reduction as reductions
from ..._keras.losses.crossentropy import binary_crossentropy
from ..._keras.losses.functions import huber
from ..._keras.losses.loss import Loss

ReductionV2 = reductions.Reduction
huber_loss = huber
bce = BCE = binary_crossentropy


class LossFunctionWrapper(Loss):
    """A loss that calls a function with further arguments.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private.losses import LossFunctionWrapper
    >>> def slope(y_true, y_pred, factor=1.0): return factor * (y_pred - y_true)
    >>> float(LossFunctionWrapper(slope, factor=3.0)(tf.zeros([2]), tf.ones([2])))
    3.0
    """

    def __init__(
        self,
        fn: Callable[..., Any],
        reduction: str | None = reductions.UNSAID,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, reduction=reduction)
        self.fn = fn
        self._fn_kwargs = kwargs

    def call(self, y_true: Any, y_pred: Any) -> Any:
        if isinstance(y_pred, _core.Tensor) and isinstance(y_true, _core.Tensor):
            y_pred, y_true = squeeze_or_expand_dimensions(y_pred, y_true)
        return self.fn(y_true, y_pred, **self._fn_kwargs)

    def get_config(self) -> dict[str, Any]:
        """The name, the reduction and the further arguments."""
        return {"name": self.name, "reduction": self.reduction, **self._fn_kwargs}


def compute_weighted_loss(
    losses: Any,
    sample_weight: Any = None,
    reduction: str | None = reductions.UNSAID,
    name: str | None = None,
) -> _core.Tensor:
    """Losses times their weights, reduced."""
    losses = _core.convert_to_tensor(losses)
    return reductions.reduce(losses, sample_weight, reductions.checked(reduction))


def reduce_weighted_loss(
    weighted_losses: Any, reduction: str | None = reductions.UNSAID
) -> _core.Tensor:
    """Losses that have their weights already, reduced."""
    return compute_weighted_loss(weighted_losses, None, reduction)


def remove_squeezable_dimensions(
    labels: Any, predictions: Any, expected_rank_diff: int = 0, name: str | None = None
) -> tuple[_core.Tensor, _core.Tensor]:
    """Labels and predictions without a last axis of 1 that one of them has too many."""
    labels, predictions = map(_core.convert_to_tensor, (labels, predictions))
    more = len(predictions.shape) - len(labels.shape) - expected_rank_diff
    if more == 1 and predictions.shape[-1] == 1:
        return labels, _core.squeeze(predictions, [-1])
    if more == -1 and labels.shape[-1] == 1:
        return _core.squeeze(labels, [-1]), predictions
    return labels, predictions


def squeeze_or_expand_dimensions(
    y_pred: Any, y_true: Any = None, sample_weight: Any = None
) -> tuple[Any, ...]:
    """Predictions, labels and weights, whose last axes of 1 fit; only those that are given."""
    y_pred = _core.convert_to_tensor(y_pred)
    if y_true is not None:
        y_true = _core.convert_to_tensor(y_true)
        if len(y_pred.shape) - len(y_true.shape) != 0 or y_pred.shape[-1:] != [1]:
            y_true, y_pred = remove_squeezable_dimensions(y_true, y_pred)
    if sample_weight is None:
        return y_pred, y_true
    return y_pred, y_true, _of_rank(_core.convert_to_tensor(sample_weight), len(y_pred.shape))


def _of_rank(weight: _core.Tensor, rank: int) -> _core.Tensor:
    """Weights with one axis less, or more, of 1 at the end."""
    own = len(weight.shape)
    if own - rank == 1 and weight.shape[-1] == 1:
        return _core.squeeze(weight, [-1])
    return _core.expand_dims(weight, -1) if own and rank - own == 1 else weight
