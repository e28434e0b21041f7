"""Cross entropies that count hard examples more, or wrong labels less."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..logits import behind
from ..settings import epsilon
from .arguments import as_floating, as_pair
from .crossentropy import binary_crossentropy
from .functions import registry

if TYPE_CHECKING:
    from ..._typing import TensorLike


@registry.add()
def binary_focal_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    apply_class_balancing: bool = False,
    alpha: float = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> _core.Tensor:
    """Binary cross entropy times `(1 - p) ** gamma`, where p is the probability of the target.

    With `apply_class_balancing` targets of 1 weigh `alpha`, those of 0 `1 - alpha` (Lin and others,
    2018).

    >>> import gradtape as tf
    >>> loss = tf.keras.losses.binary_focal_crossentropy([[1.0]], [[0.5]])
    >>> round(float(loss[0]), 4)
    0.1733
    """
    y_true, y_pred = as_pair(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    logits, is_known = behind(y_pred, False, "binary_crossentropy", "Sigmoid")
    if from_logits:  # which Keras finds again behind its sigmoid
        logits, y_pred = y_pred, _core.sigmoid(y_pred)
    if from_logits or is_known:
        losses = _core.sigmoid_cross_entropy_with_logits(labels=y_true, logits=logits)
    else:
        losses = binary_crossentropy(y_true[..., None], y_pred[..., None])
    right = y_true * y_pred + (1.0 - y_true) * (1.0 - y_pred)
    losses = (1.0 - right) ** gamma * losses
    if apply_class_balancing:
        losses = (y_true * alpha + (1.0 - y_true) * (1.0 - alpha)) * losses
    return _core.reduce_mean(losses, axis=axis)


@registry.add()
def categorical_focal_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    alpha: Any = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> _core.Tensor:
    """`-sum(alpha * (1 - p) ** gamma * y_true * log(p))` along `axis`, with one-hot targets.

    `alpha` is a number, or one for each class (Lin and others, 2018).

    >>> import gradtape as tf
    >>> loss = tf.keras.losses.categorical_focal_crossentropy([[0.0, 1.0]], [[0.5, 0.5]])
    >>> round(float(loss[0]), 4)
    0.0433
    """
    if is_keras_2_asked_for():
        function = "categorical_focal_crossentropy"
        y_pred, from_logits = behind(y_pred, from_logits, function, "Softmax")
    hot, y_pred = as_pair(y_true, y_pred)
    if label_smoothing:
        hot = hot * (1.0 - label_smoothing) + label_smoothing / y_pred.shape[-1]
    y_pred = _core.softmax(y_pred, axis=axis) if from_logits else y_pred
    p = y_pred / _core.reduce_sum(y_pred, axis=axis, keepdims=True)
    p = _core.clip_by_value(p, epsilon(), 1.0 - epsilon())
    losses = -hot * _core.log(p) * ((1.0 - p) ** gamma * alpha)
    return _core.reduce_sum(losses, axis=axis)


@registry.add()
def categorical_generalized_cross_entropy(
    y_true: TensorLike, y_pred: TensorLike, q: float
) -> _core.Tensor:
    """`(1 - p ** q) / q`, where p is the probability of the class that the target names.

    Between the cross entropy (`q` towards 0) and the mean absolute error (`q` of 1); Zhang and
    Sabuncu, 2018.
    """
    y_pred = as_floating(y_pred)
    labels = _core.cast(_core.convert_to_tensor(y_true), _core.int64)
    if labels.shape.rank == y_pred.shape.rank and labels.shape[-1] == 1:
        labels = _core.squeeze(labels, -1)
    chosen = _core.one_hot(labels, y_pred.shape[-1], dtype=y_pred.dtype)
    return (1.0 - _core.reduce_sum(y_pred * chosen, axis=-1) ** q) / q
