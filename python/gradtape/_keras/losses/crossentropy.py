"""The cross entropies, from probabilities (cut off at 1e-7 from 0 and 1) or from logits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.manners import is_for_keras_2
from ..._structure.composites import Composite
from ..base_layer import masks
from ..binary_entropies import of_probabilities
from ..logits import behind
from ..settings import epsilon
from ..symbolic import KerasTensor
from .arguments import as_floating, as_pair
from .functions import registry

if TYPE_CHECKING:
    from ..._typing import TensorLike


def of_symbols(function: str, *args: Any) -> Any:
    """A cross entropy as a layer, which sees the logits behind what it is given when it runs."""
    from ..ops import crossentropies  # at call time: few programs need `keras.ops`

    return getattr(crossentropies, function)(*args)


def _check_shapes(y_true: _core.Tensor, y_pred: _core.Tensor) -> None:
    if y_true.shape != y_pred.shape:
        raise ValueError(
            "Arguments `target` and `output` must have the same shape. "
            f"Received: target.shape={y_true.shape}, output.shape={y_pred.shape}"
        )


@registry.add("bce", "BCE")
def binary_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> _core.Tensor:
    """`-mean(y_true * log(p) + (1 - y_true) * log(1 - p))` along `axis`.

    Here p is `y_pred`, or its sigmoid if that is logits.
    `label_smoothing` moves targets towards one half. `ValueError` if the shapes differ, but for
    probabilities in Keras 2.

    >>> import gradtape as tf
    >>> loss = tf.keras.losses.binary_crossentropy([[0.0]], [[0.0]], from_logits=True)
    >>> round(float(loss[0]), 4)
    0.6931
    """
    y_pred, from_logits = behind(y_pred, from_logits, "binary_crossentropy", "Sigmoid")
    y_true, y_pred = as_pair(y_true, y_pred)
    if not (isinstance(y_pred, KerasTensor) or is_for_keras_2()):  # which broadcasts them
        _check_shapes(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    if isinstance(y_pred, KerasTensor):
        losses = of_symbols("binary_crossentropy", y_true, y_pred, from_logits)
    elif from_logits:
        losses = _core.sigmoid_cross_entropy_with_logits(labels=y_true, logits=y_pred)
    else:
        losses = of_probabilities(y_true, y_pred)
    return _core.reduce_mean(losses, axis=axis)


@registry.add("cce")
def categorical_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> _core.Tensor:
    """`-sum(y_true * log(p))` along `axis`, where p is `y_pred` divided by its sum, or its softmax.

    `label_smoothing` moves targets towards the uniform distribution. `ValueError` if the shapes
    differ.

    >>> import gradtape as tf
    >>> loss = tf.keras.losses.categorical_crossentropy([[0.0, 1.0]], [[0.5, 0.5]])
    >>> round(float(loss[0]), 4)
    0.6931
    """
    y_pred, from_logits = behind(y_pred, from_logits, "categorical_crossentropy", "Softmax")
    y_pred = as_floating(y_pred)
    y_true = _core.cast(_core.convert_to_tensor(y_true), y_pred.dtype)
    _check_shapes(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + label_smoothing / y_pred.shape[-1]
    if isinstance(y_pred, KerasTensor):
        return of_symbols("categorical_crossentropy", y_true, y_pred, from_logits, axis)
    if from_logits:
        return _core.softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred, axis=axis)
    p = y_pred / _core.reduce_sum(y_pred, axis=axis, keepdims=True)
    p = _core.clip_by_value(p, epsilon(), 1.0 - epsilon())
    return -_core.reduce_sum(y_true * _core.log(p), axis=axis)


@registry.add()
def sparse_categorical_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    from_logits: bool = False,
    ignore_class: int | None = None,
    axis: int = -1,
) -> _core.Tensor:
    """The same for targets that are numbers of classes.

    Those equal to `ignore_class` count as no loss, and not at all in the mean of a `Loss`: the
    result has a mask.

    `InvalidArgumentError` for a number outside the classes.

    >>> import gradtape as tf
    >>> loss = tf.keras.losses.sparse_categorical_crossentropy([1], [[0.5, 0.5]])
    >>> round(float(loss[0]), 4)
    0.6931
    """
    function = "sparse_categorical_crossentropy"
    y_pred, from_logits = behind(y_pred, from_logits, function, "Softmax")
    y_pred = as_floating(y_pred)
    if isinstance(y_pred, Composite):
        return _of_rows(y_true, y_pred, (from_logits, ignore_class, axis))
    labels = _labels(y_true, y_pred)
    if axis not in (-1, y_pred.shape.rank - 1):
        y_pred = _moved_to_the_end(y_pred, axis)
    labels = _as_many(labels, y_pred)
    if ignore_class is None:
        return _of_classes(labels, y_pred, from_logits)
    valid = _core.not_equal(labels, ignore_class)
    labels = _core.where(valid, labels, _core.zeros_like(labels))
    losses = _of_classes(labels, y_pred, from_logits)
    losses = _core.where(valid, losses, _core.zeros_like(losses))
    masks.attach(losses, valid)
    return losses


def _of_rows(y_true: Any, y_pred: Any, options: tuple[Any, ...]) -> Any:
    """The same of ragged tensors, whose losses have rows as long as theirs."""
    if not isinstance(y_true, Composite):
        return sparse_categorical_crossentropy(y_true, y_pred.to_tensor(), *options)
    labels: Any = y_true
    losses = sparse_categorical_crossentropy(labels.values, y_pred.values, *options)
    return y_pred.with_values(losses)


def _of_classes(labels: Any, y_pred: Any, from_logits: bool) -> Any:
    if isinstance(y_pred, KerasTensor):
        return of_symbols("sparse_categorical_crossentropy", labels, y_pred, from_logits)
    small = epsilon()
    logits = y_pred if from_logits else _core.log(_core.clip_by_value(y_pred, small, 1.0 - small))
    return _core.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)


def _labels(y_true: TensorLike, y_pred: _core.Tensor) -> _core.Tensor:
    """The targets as int64, without a last axis of size 1 in the place of the classes."""
    labels = _core.cast(_core.convert_to_tensor(y_true), _core.int64)
    if labels.shape.rank == y_pred.shape.rank and labels.shape[-1] == 1:
        return _core.squeeze(labels, -1)
    return labels


def _as_many(labels: Any, y_pred: Any) -> Any:
    """The labels in the shape of the predictions, if they are as many with another number of axes.

    Keras 2 takes them so: a single number for a batch of one, or what was flattened before.
    """
    if isinstance(y_pred, KerasTensor) or labels.shape.rank == y_pred.shape.rank - 1:
        return labels
    batch = y_pred.shape[:-1]
    same = labels.shape.num_elements() == batch.num_elements()
    return _core.reshape(labels, batch.as_list()) if same else labels


def _moved_to_the_end(y_pred: Any, axis: int) -> Any:
    axes = list(range(y_pred.shape.rank))
    axes.append(axes.pop(axis))
    return _core.transpose(y_pred, axes)
