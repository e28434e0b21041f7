"""Losses of segmentations and of embeddings: Dice, Tversky and Circle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..settings import epsilon
from ..symbolic import MASK
from .arguments import as_floating
from .functions import registry

if TYPE_CHECKING:
    from ..._typing import AxisLike, TensorLike


@registry.add()
def dice(y_true: TensorLike, y_pred: TensorLike, axis: AxisLike = None) -> _core.Tensor:
    """`1 - 2 * sum(y_true * y_pred) / (sum(y_true) + sum(y_pred) + 1e-7)` over `axis`.

    >>> import gradtape as tf
    >>> round(float(tf.keras.losses.dice([1.0, 0.0], [0.5, 0.5])), 4)
    0.5
    """
    y_true, y_pred = _same_dtype(y_true, y_pred)
    both = _core.reduce_sum(y_true * y_pred, axis=axis)
    sizes = _core.reduce_sum(y_true, axis=axis) + _core.reduce_sum(y_pred, axis=axis)
    return 1.0 - 2.0 * both / (sizes + epsilon())


@registry.add()
def tversky(
    y_true: TensorLike,
    y_pred: TensorLike,
    alpha: float = 0.5,
    beta: float = 0.5,
    axis: AxisLike = None,
) -> _core.Tensor:
    """`1 - both / (both + alpha * missed + beta * extra + 1e-7)` over `axis`.

    Here `missed` is `sum(y_true * (1 - y_pred))` and `extra` is `sum((1 - y_true) * y_pred)`
    (Salehi and others, 2017).
    """
    y_true, y_pred = _same_dtype(y_true, y_pred)
    both = _core.reduce_sum(y_true * y_pred, axis=axis)
    missed = _core.reduce_sum(y_true * (1.0 - y_pred), axis=axis)
    extra = _core.reduce_sum((1.0 - y_true) * y_pred, axis=axis)
    return 1.0 - both / (both + missed * alpha + extra * beta + epsilon())


def _same_dtype(y_true: TensorLike, y_pred: TensorLike) -> tuple[_core.Tensor, _core.Tensor]:
    y_pred = as_floating(y_pred)
    return _core.cast(_core.convert_to_tensor(y_true), y_pred.dtype), y_pred


@registry.add()
def circle(
    y_true: TensorLike,
    y_pred: TensorLike,
    ref_labels: Any = None,
    ref_embeddings: Any = None,
    remove_diagonal: bool = True,
    gamma: float = 80,
    margin: float = 0.4,
) -> _core.Tensor:
    """The circle loss of embeddings `[examples, n]` of length 1; targets are numbers of classes.

    Pairs of one class are drawn together, others apart, each with a weight that grows with how
    far it is from its goal (Sun and others, 2020). `ref_embeddings` are what the predictions are
    compared with, themselves by default; `remove_diagonal` then leaves out pairs of an example
    with itself.
    """
    y_pred = as_floating(y_pred)
    labels = _core.reshape(_core.convert_to_tensor(y_true), [-1, 1])
    others = labels if ref_labels is None else _core.convert_to_tensor(ref_labels)
    reference = y_pred if ref_embeddings is None else as_floating(ref_embeddings)
    distances = _core.maximum(1.0 - _core.matmul(y_pred, reference, transpose_b=True), 0.0)
    same = _core.equal(labels, _core.reshape(_core.cast(others, labels.dtype), [1, -1]))
    pairs = same
    if remove_diagonal:
        rows, columns = same.shape.as_list()
        pairs = same & _core.logical_not(_core.cast(_core.eye(rows, columns), _core.bool))
    pulled = _core.maximum(margin + distances, 0.0) * (margin - distances)
    pushed = _core.maximum(1.0 + margin - distances, 0.0) * (1.0 - margin - distances)
    together = _log_sum(-gamma * pulled, pairs)
    losses = _core.softplus(together + _log_sum(gamma * pushed, _core.logical_not(same)))
    setattr(losses, MASK, losses > 0.0)  # an example without a pair does not count in a mean
    return losses


def _log_sum(values: _core.Tensor, chosen: _core.Tensor) -> _core.Tensor:
    return _core.reduce_logsumexp(_core.where(chosen, values, -float("inf")), axis=1)
