"""Losses that compare element by element: one value per example, joined over the last axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..lookup import Registry
from ..settings import default_dtype, epsilon
from ..symbolic import KerasTensor
from .arguments import as_broadcast_pair, as_floating, as_pair

if TYPE_CHECKING:
    from ..._typing import TensorLike

registry = Registry("loss")
_LOG_2 = 0.6931471824645996  # as Keras has it for any dtype: in float32


@registry.add("mse", "MSE")
def mean_squared_error(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """`mean((y_true - y_pred) ** 2)` over the last axis.

    >>> import gradtape as tf
    >>> tf.keras.losses.mean_squared_error([[0.0, 1.0]], [[2.0, 1.0]]).numpy().tolist()
    [2.0]
    """
    y_true, y_pred = as_pair(y_true, y_pred)
    return _core.reduce_mean(_squared_difference(y_true, y_pred), axis=-1)


@registry.add("mae", "MAE")
def mean_absolute_error(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """`mean(|y_true - y_pred|)` over the last axis."""
    y_true, y_pred = as_pair(y_true, y_pred)
    difference = y_pred - y_true if _is_symbolic(y_pred) else y_true - y_pred
    return _core.reduce_mean(_core.abs(difference), axis=-1)


def _squared_difference(y_true: _core.Tensor, y_pred: _core.Tensor) -> _core.Tensor:
    """In a network it is one layer, as in Keras 2, of which the prediction comes first."""
    if _is_symbolic(y_pred):
        return _core.squared_difference(y_pred, y_true)
    return _core.square(y_true - y_pred)


def _is_symbolic(y_pred: object) -> bool:
    return isinstance(y_pred, KerasTensor) and is_keras_2_asked_for()


@registry.add("mape", "MAPE")
def mean_absolute_percentage_error(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """`100 * mean(|y_true - y_pred| / max(|y_true|, 1e-7))` over the last axis."""
    y_true, y_pred = as_pair(y_true, y_pred)
    relative = (y_true - y_pred) / _core.maximum(_core.abs(y_true), epsilon())
    return 100.0 * _core.reduce_mean(_core.abs(relative), axis=-1)


@registry.add("msle", "MSLE")
def mean_squared_logarithmic_error(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """The mean squared difference of `log(1 + y)`, with `y` at least 1e-7, over the last axis."""
    y_true, y_pred = as_pair(y_true, y_pred)
    predicted = _core.log(_core.maximum(y_pred, epsilon()) + 1.0)
    wanted = _core.log(_core.maximum(y_true, epsilon()) + 1.0)
    return _core.reduce_mean(_squared_difference(wanted, predicted), axis=-1)


@registry.add("huber_loss")
def huber(y_true: TensorLike, y_pred: TensorLike, delta: float = 1.0) -> _core.Tensor:
    """Half the squared error up to `delta`, beyond that a line with the slope `delta`.

    Mean over the last axis. Keras 2 computes it in `floatx`, whatever it is given.
    """
    if is_keras_2_asked_for():
        y_true, y_pred = (_core.cast(as_floating(y), default_dtype()) for y in (y_true, y_pred))
    else:
        y_true, y_pred = as_pair(y_true, y_pred)
    error = _core.abs(y_pred - y_true)
    line = delta * error - 0.5 * delta * delta
    return _core.reduce_mean(_core.where(error <= delta, 0.5 * error * error, line), axis=-1)


@registry.add("logcosh")
def log_cosh(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """`mean(log(cosh(y_pred - y_true)))` over the last axis, in a form that does not overflow."""
    y_true, y_pred = as_pair(y_true, y_pred)
    error = y_pred - y_true
    return _core.reduce_mean(error + _core.softplus(error * -2.0) - _LOG_2, axis=-1)


@registry.add()
def hinge(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """`mean(max(1 - y_true * y_pred, 0))` over the last axis.

    Targets of only 0 and 1 count as -1 and 1.
    """
    y_true, y_pred = as_broadcast_pair(y_true, y_pred)
    return _core.reduce_mean(_core.maximum(1.0 - _signs(y_true) * y_pred, 0.0), axis=-1)


@registry.add()
def squared_hinge(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """`mean(max(1 - y_true * y_pred, 0) ** 2)` over the last axis; targets as in `hinge`."""
    y_true, y_pred = as_broadcast_pair(y_true, y_pred)
    margin = _core.maximum(1.0 - _signs(y_true) * y_pred, 0.0)
    return _core.reduce_mean(_core.square(margin), axis=-1)


def _signs(y_true: _core.Tensor) -> _core.Tensor:
    """Targets of -1 and 1, from targets of 0 and 1 if they are nothing else."""
    binary = _core.reduce_all(_core.logical_or(_core.equal(y_true, 0.0), _core.equal(y_true, 1.0)))
    if isinstance(binary, KerasTensor):  # which has no truth value yet
        return _core.where(binary, 2.0 * y_true - 1.0, y_true)
    return 2.0 * y_true - 1.0 if bool(binary) else y_true


@registry.add()
def categorical_hinge(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """`max(0, 1 + max((1 - y_true) * y_pred) - sum(y_true * y_pred))` over the last axis."""
    y_true, y_pred = as_broadcast_pair(y_true, y_pred)
    right = _core.reduce_sum(y_true * y_pred, axis=-1)
    wrong = _core.reduce_max((1.0 - y_true) * y_pred, axis=-1)
    return _core.maximum(wrong - right + 1.0, 0.0)


@registry.add("kld", "KLD", "kullback_leibler_divergence")
def kl_divergence(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """`sum(y_true * log(y_true / y_pred))` over the last axis, both cut off at 1e-7 and 1."""
    y_true, y_pred = as_broadcast_pair(y_true, y_pred)
    y_true = _core.clip_by_value(y_true, epsilon(), 1.0)
    y_pred = _core.clip_by_value(y_pred, epsilon(), 1.0)
    return _core.reduce_sum(y_true * _core.log(y_true / y_pred), axis=-1)


@registry.add()
def poisson(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """`mean(y_pred - y_true * log(y_pred + 1e-7))` over the last axis."""
    y_true, y_pred = as_broadcast_pair(y_true, y_pred)
    return _core.reduce_mean(y_pred - y_true * _core.log(y_pred + epsilon()), axis=-1)


@registry.add("cosine_proximity")
def cosine_similarity(y_true: TensorLike, y_pred: TensorLike, axis: int = -1) -> _core.Tensor:
    """Minus the cosine of the angle between targets and predictions along `axis`.

    Zero vectors count as orthogonal.
    """
    y_true, y_pred = as_pair(y_true, y_pred)
    product = _core.l2_normalize(y_true, axis=axis) * _core.l2_normalize(y_pred, axis=axis)
    return -_core.reduce_sum(product, axis=axis)
