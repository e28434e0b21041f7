"""How often predictions are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from .. import settings
from ..arguments import Flag, Number, argument
from ..base_layer.options import Count
from ..losses.arguments import aligned
from .metric import DeclaredMean, registry

if TYPE_CHECKING:
    from ..._typing import TensorLike


def _right(y_true: _core.Tensor, y_pred: _core.Tensor) -> _core.Tensor:
    return _core.cast(
        _core.equal(_core.cast(y_true, y_pred.dtype), y_pred), settings.default_dtype()
    )


def accuracy(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """1 where `y_pred` equals `y_true`, 0 elsewhere."""
    return _right(*aligned(_core.convert_to_tensor(y_true), _core.convert_to_tensor(y_pred)))


def binary_accuracy(y_true: TensorLike, y_pred: TensorLike, threshold: float = 0.5) -> _core.Tensor:
    """1 where `y_pred > threshold` agrees with the target 1 or 0, 0 elsewhere.

    In Keras 2 (`TF_USE_LEGACY_KERAS`) the mean of that over the last axis.

    >>> import gradtape as tf
    >>> tf.keras.metrics.binary_accuracy([[1, 0]], [[0.9, 0.9]]).numpy().tolist()
    [[1.0, 0.0]]
    """
    right = _binary_matches(y_true, y_pred, threshold)
    return _core.reduce_mean(right, axis=-1) if is_keras_2_asked_for() else right


def _binary_matches(y_true: TensorLike, y_pred: TensorLike, threshold: float) -> _core.Tensor:
    y_true, y_pred = aligned(_core.convert_to_tensor(y_true), _core.convert_to_tensor(y_pred))
    if y_pred.dtype == _core.bool:
        y_pred = _core.cast(y_pred, settings.default_dtype())
    limit = _core.cast(threshold, y_pred.dtype)
    return _right(y_true, _core.cast(y_pred > limit, y_pred.dtype))


def categorical_accuracy(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """1 where the largest prediction is at the place of the largest target, 0 elsewhere."""
    wanted = _core.argmax(_core.convert_to_tensor(y_true), axis=-1)
    return _right(wanted, _core.argmax(_core.convert_to_tensor(y_pred), axis=-1))


def sparse_categorical_accuracy(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """1 where the largest prediction is at the place that the target names, 0 elsewhere."""
    y_true, y_pred = _core.convert_to_tensor(y_true), _core.convert_to_tensor(y_pred)
    if y_true.shape.rank == y_pred.shape.rank and y_true.shape[-1] == 1:
        y_true = _core.squeeze(y_true, -1)
    # A target between two places is neither of them, so it stays what it is.
    return _right(_core.cast(_core.argmax(y_pred, axis=-1), y_true.dtype), y_true)


def top_k_categorical_accuracy(y_true: TensorLike, y_pred: TensorLike, k: int = 5) -> _core.Tensor:
    """1 where the largest target is at the place of one of the `k` largest predictions, else 0."""
    wanted = _core.argmax(_core.convert_to_tensor(y_true), axis=-1)
    return sparse_top_k_categorical_accuracy(wanted, y_pred, k)


def sparse_top_k_categorical_accuracy(
    y_true: TensorLike, y_pred: TensorLike, k: int = 5, from_sorted_ids: bool = False
) -> _core.Tensor:
    """1 where the place that the target names has one of the `k` largest predictions, else 0.

    With `from_sorted_ids` the predictions are places already, the best first.

    >>> import gradtape as tf
    >>> metric = tf.keras.metrics.sparse_top_k_categorical_accuracy
    >>> metric([2, 0], [[0.1, 0.7, 0.2], [0.1, 0.7, 0.2]], k=2).numpy().tolist()
    [1.0, 0.0]
    """
    y_true, y_pred = _core.convert_to_tensor(y_true), _core.convert_to_tensor(y_pred)
    classes = y_pred.shape[-1]
    flat = _core.reshape(y_pred, [-1, classes])
    labels = _core.reshape(y_true, [-1])
    if from_sorted_ids:
        places = _core.cast(flat[:, :k], _core.int64)
        hits = _core.equal(places, _core.cast(labels, _core.int64)[:, None])
        right = _core.reduce_any(hits, axis=-1)
    else:
        right = _core.in_top_k(_core.cast(labels, _core.int64), flat, k)
    right = _core.cast(right, settings.default_dtype())
    if y_true.shape.rank > 1 and y_pred.shape.rank > 2:
        right = _core.reshape(right, y_true.shape)
    return right


@registry.add()
class Accuracy(DeclaredMean, function=accuracy):
    """The fraction of predictions that equal their target.

    >>> import gradtape as tf
    >>> float(tf.keras.metrics.Accuracy()([1, 2, 3, 4], [1, 2, 3, 0]))
    0.75
    """


@registry.add()
class BinaryAccuracy(DeclaredMean, function=_binary_matches, name="binary_accuracy"):
    """The fraction of predictions on the right side of `threshold`."""

    threshold: Number = argument(default=0.5)


@registry.add()
class CategoricalAccuracy(DeclaredMean, function=categorical_accuracy):
    """The fraction of examples whose largest prediction is that of the one-hot target."""


@registry.add()
class SparseCategoricalAccuracy(DeclaredMean, function=sparse_categorical_accuracy):
    """The fraction of examples whose largest prediction is at the place that the target names."""


@registry.add()
class TopKCategoricalAccuracy(
    DeclaredMean, function=top_k_categorical_accuracy, first=("k", "name", "dtype")
):
    """The fraction of examples whose target is among the `k` largest predictions."""

    k: Count = argument(default=5)


@registry.add()
class SparseTopKCategoricalAccuracy(
    DeclaredMean, function=sparse_top_k_categorical_accuracy, first=("k", "name", "dtype")
):
    """The same for targets that are numbers of classes."""

    k: Count = argument(default=5)
    from_sorted_ids: Flag = argument(default=False)

    def _told(self, options: dict[str, Any]) -> dict[str, Any]:
        """Keras 3 tells `from_sorted_ids` where it is true."""
        told = super()._told(options)
        if are_of_keras_3() and not told["from_sorted_ids"]:
            del told["from_sorted_ids"]
        return told
