"""The losses of version 1: one number for a batch, weighted and reduced.

Invariant: every loss is a loss for each element, handed to `compute_weighted_loss`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import AxisLike, TensorLike


class Reduction:
    """How the losses of elements become one."""

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All of them."""
        return (cls.NONE, cls.SUM, cls.MEAN, cls.SUM_OVER_BATCH_SIZE, cls.SUM_BY_NONZERO_WEIGHTS)

    @classmethod
    def validate(cls, key: Any) -> None:
        """Raises `ValueError` for anything else."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key: {key}.")


_USUAL = Reduction.SUM_BY_NONZERO_WEIGHTS


def compute_weighted_loss(
    losses: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
) -> _core.Tensor:
    """The losses times `weights`, which broadcast, reduced: by default over weights that are not 0.

    >>> tf.compat.v1.losses.compute_weighted_loss([1.0, 3.0], [1.0, 0.0]).numpy().item()
    1.0
    """
    Reduction.validate(reduction)
    each = _core.convert_to_tensor(losses)
    share = _core.cast(_core.convert_to_tensor(weights), each.dtype)
    _check_weights(share, each)
    weighted = each * share
    if reduction == Reduction.NONE:
        return weighted
    total = _core.reduce_sum(weighted)
    if reduction == Reduction.SUM:
        return total
    present = share * _core.ones_like(each)
    count = {
        Reduction.MEAN: _core.reduce_sum(present),
        Reduction.SUM_OVER_BATCH_SIZE: _core.cast(_core.size(each), each.dtype),
    }.get(reduction, _core.cast(_core.count_nonzero(present), each.dtype))
    return _core.divide_no_nan(total, count)


def _check_weights(weights: _core.Tensor, values: _core.Tensor) -> None:
    have, want = weights.shape.as_list(), values.shape.as_list()
    if have and len(have) != len(want):
        raise ValueError(
            f"weights can not be broadcast to values. values.rank={len(want)}. "
            f"weights.rank={len(have)}. values.shape={want}. weights.shape={have}."
        )
    if any(h not in (1, w) for h, w in zip(have, want, strict=False)):
        raise ValueError(f"weights can not be broadcast to values: {have} and {want}")


def _pair(labels: TensorLike | None, predictions: TensorLike) -> tuple[_core.Tensor, _core.Tensor]:
    if labels is None:
        raise ValueError("labels must not be None.")
    if predictions is None:
        raise ValueError("predictions must not be None.")
    found = _core.cast(_core.convert_to_tensor(predictions), _core.float32)
    wanted = _core.cast(_core.convert_to_tensor(labels), _core.float32)
    if not found.shape.is_compatible_with(wanted.shape):
        raise ValueError(f"Shapes {found.shape} and {wanted.shape} are incompatible")
    return wanted, found


def absolute_difference(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
) -> _core.Tensor:
    """The mean of absolute differences.

    >>> tf.compat.v1.losses.absolute_difference([0.0, 1.0], [1.0, 1.0]).numpy().item()
    0.5
    """
    wanted, found = _pair(labels, predictions)
    return compute_weighted_loss(_core.abs(found - wanted), weights, reduction=reduction)


def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
) -> _core.Tensor:
    """The mean of squared differences.

    >>> tf.compat.v1.losses.mean_squared_error([0.0, 1.0], [2.0, 1.0]).numpy().item()
    2.0
    """
    wanted, found = _pair(labels, predictions)
    each = _core.squared_difference(found, wanted)
    return compute_weighted_loss(each, weights, reduction=reduction)


def huber_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    delta: float = 1.0,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
) -> _core.Tensor:
    """Half the square of differences up to `delta`, linear beyond.

    >>> tf.compat.v1.losses.huber_loss([0.0], [3.0]).numpy().item()
    2.5
    """
    wanted, found = _pair(labels, predictions)
    error = _core.abs(found - wanted)
    near = _core.minimum(error, delta)
    each = 0.5 * near * near + delta * (error - near)
    return compute_weighted_loss(each, weights, reduction=reduction)


def hinge_loss(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
) -> _core.Tensor:
    """`max(0, 1 - s logits)`, with `s` 1 for a label of 1 and -1 for one of 0.

    >>> tf.compat.v1.losses.hinge_loss([1.0, 0.0], [0.5, -2.0]).numpy().item()
    0.25
    """
    wanted, found = _pair(labels, logits)
    each = _core.relu(1.0 - (2.0 * wanted - 1.0) * found)
    return compute_weighted_loss(each, weights, reduction=reduction)


def log_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    epsilon: float = 1e-7,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
) -> _core.Tensor:
    """The cross entropy of probabilities.

    >>> round(tf.compat.v1.losses.log_loss([1.0], [0.5]).numpy().item(), 4)
    0.6931
    """
    wanted, found = _pair(labels, predictions)
    yes, no = _core.log(found + epsilon), _core.log(1.0 - found + epsilon)
    each = -wanted * yes - (1.0 - wanted) * no
    return compute_weighted_loss(each, weights, reduction=reduction)


def cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    axis: AxisLike = None,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
    dim: Any = None,
) -> _core.Tensor:
    """One minus the sum of products along `axis`; both are normalized already.

    >>> tf.compat.v1.losses.cosine_distance([[1.0, 0.0]], [[1.0, 0.0]], axis=1).numpy().item()
    0.0
    """
    along = dim if axis is None else axis
    if along is None:
        raise ValueError("You must specify argument `axis`.")
    wanted, found = _pair(labels, predictions)
    each = 1.0 - _core.reduce_sum(found * wanted, along, keepdims=True)
    return compute_weighted_loss(each, weights, reduction=reduction)


def _smoothed(labels: _core.Tensor, smoothing: float, towards: float) -> _core.Tensor:
    return labels * (1.0 - smoothing) + towards * smoothing if smoothing > 0 else labels


def sigmoid_cross_entropy(
    multi_class_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
) -> _core.Tensor:
    """The cross entropy of logits for classes that do not exclude each other.

    >>> round(tf.compat.v1.losses.sigmoid_cross_entropy([1.0], [0.0]).numpy().item(), 4)
    0.6931
    """
    found = _core.convert_to_tensor(logits)
    wanted = _core.cast(_core.convert_to_tensor(multi_class_labels), found.dtype)
    wanted = _smoothed(wanted, label_smoothing, 0.5)
    each = _core.sigmoid_cross_entropy_with_logits(labels=wanted, logits=found)
    return compute_weighted_loss(each, weights, reduction=reduction)


def softmax_cross_entropy(
    onehot_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
) -> _core.Tensor:
    """The cross entropy of logits along the last axis, for labels as probabilities.

    >>> loss = tf.compat.v1.losses.softmax_cross_entropy([[1.0, 0.0]], [[0.0, 0.0]])
    >>> round(loss.numpy().item(), 4)
    0.6931
    """
    found = _core.convert_to_tensor(logits)
    wanted = _core.cast(_core.convert_to_tensor(onehot_labels), found.dtype)
    wanted = _smoothed(wanted, label_smoothing, 1.0 / found.shape[-1])
    wanted = _core.stop_gradient(wanted)
    each = _core.softmax_cross_entropy_with_logits(labels=wanted, logits=found)
    return compute_weighted_loss(each, weights, reduction=reduction)


def sparse_softmax_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: object = None,
    reduction: str = _USUAL,
) -> _core.Tensor:
    """The cross entropy of logits along the last axis, for labels as numbers of classes.

    >>> loss = tf.compat.v1.losses.sparse_softmax_cross_entropy([0], [[0.0, 0.0]])
    >>> round(loss.numpy().item(), 4)
    0.6931
    """
    found, wanted = _core.convert_to_tensor(logits), _core.convert_to_tensor(labels)
    if wanted.shape.rank == found.shape.rank:
        wanted = _core.squeeze(wanted, [-1])
    each = _core.sparse_softmax_cross_entropy_with_logits(labels=wanted, logits=found)
    share = _core.convert_to_tensor(weights)
    if share.shape.rank == each.shape.rank + 1:
        share = _core.squeeze(share, [-1])
    return compute_weighted_loss(each, share, reduction=reduction)


def mean_pairwise_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: object = None,
) -> _core.Tensor:
    """How far differences within a row are off: the mean over all pairs, added up over rows.

    >>> loss = tf.compat.v1.losses.mean_pairwise_squared_error([[1.0, 2.0]], [[2.0, 5.0]])
    >>> loss.numpy().item()
    4.0
    """
    wanted, found = _core.convert_to_tensor(labels), _core.convert_to_tensor(predictions)
    off = _core.cast(found, "float32") - _core.cast(wanted, "float32")
    share = _core.cast(_core.convert_to_tensor(weights), "float32")
    _check_weights(share, off)
    axes = list(range(1, off.shape.rank))
    present = _core.cast(_core.broadcast_to(share, off.shape) != 0, "float32")
    count = _core.reduce_sum(present, axes, True)
    squares = _core.reduce_sum(off * off, axes, True)
    square = _core.reduce_sum(off, axes, True) ** 2
    others = _core.maximum(count - 1.0, 0.0)
    each = _core.divide_no_nan(squares, others) - _core.divide_no_nan(square, count * others)
    return _core.reduce_sum(2.0 * each * share)


# --- Collections, which version 1 keeps in graphs -------------------------------------------------


def add_loss(loss: TensorLike, loss_collection: object = None) -> None:
    """Does nothing: there is no graph to keep losses in."""


def get_losses(scope: str | None = None, loss_collection: object = None) -> list[Any]:
    """None, as outside of graphs: what the loss functions return is what there is.

    >>> tf.compat.v1.losses.get_losses()
    []
    """
    return []


def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """None, as outside of graphs: `losses` of a Keras layer or model has them."""
    return []


def get_regularization_loss(
    scope: str | None = None, name: str = "total_regularization_loss"
) -> _core.Tensor:
    """Zero, as outside of graphs.

    >>> tf.compat.v1.losses.get_regularization_loss().numpy().item()
    0.0
    """
    return _core.constant(0.0)
