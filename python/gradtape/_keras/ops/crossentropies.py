"""Cross entropies of each example, from probabilities (cut off near 0 and 1) or from logits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..binary_entropies import of_probabilities
from ..logits import behind
from ..promotion import floats, tensor
from ..settings import epsilon
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import TensorLike


def _same_shape(target: _core.Tensor, output: _core.Tensor) -> None:
    if target.shape != output.shape:
        raise ValueError(
            "Arguments `target` and `output` must have the same shape. Received: "
            f"target.shape={target.shape}, output.shape={output.shape}"
        )


def _inside(p: _core.Tensor) -> _core.Tensor:
    return _core.clip_by_value(p, epsilon(), 1.0 - epsilon())


def _outputs(output: Any, from_logits: bool, function: str, activation: str) -> Any:
    found, logits = behind(output, from_logits, function, activation)
    return floats(found)[0], logits


@operation
def binary_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False
) -> _core.Tensor:
    """`-target * log(p) - (1 - target) * log(1 - p)` of each element.

    Here p is `output`, or its sigmoid if that is logits.

    >>> round(float(tf.keras.ops.binary_crossentropy([0.0], [0.0], from_logits=True)[0]), 4)
    0.6931
    """
    found, is_logits = _outputs(output, from_logits, "binary_crossentropy", "Sigmoid")
    wanted = tensor(target, found.dtype)
    _same_shape(wanted, found)
    if is_logits:
        return _core.sigmoid_cross_entropy_with_logits(labels=wanted, logits=found)
    return of_probabilities(wanted, found)


@operation
def categorical_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False, axis: int = -1
) -> _core.Tensor:
    """`-sum(target * log(p))` along `axis`, where p is `output` divided by its sum, or its softmax.

    >>> round(float(tf.keras.ops.categorical_crossentropy([1.0, 0.0], [0.5, 0.5])), 4)
    0.6931
    """
    found, is_logits = _outputs(output, from_logits, "categorical_crossentropy", "Softmax")
    wanted = tensor(target, found.dtype)
    if wanted.shape.rank < 1:
        raise ValueError(
            "Arguments `target` and `output` must be at least rank 1. Received: "
            f"target.shape={wanted.shape}, output.shape={found.shape}"
        )
    _same_shape(wanted, found)
    if is_logits:
        return _core.softmax_cross_entropy_with_logits(labels=wanted, logits=found, axis=axis)
    p = _inside(found / _core.reduce_sum(found, axis, True))
    return -_core.reduce_sum(wanted * _core.log(p), axis)


@operation
def sparse_categorical_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False, axis: int = -1
) -> _core.Tensor:
    """`-log(p)` of the class that `target` names, among those of the last axis.

    Errors: `ValueError` for another axis, and for shapes that do not fit.

    >>> round(float(tf.keras.ops.sparse_categorical_crossentropy(1, [0.5, 0.5])), 4)
    0.6931
    """
    found, is_logits = _outputs(output, from_logits, "sparse_categorical_crossentropy", "Softmax")
    if axis not in (-1, found.shape.rank - 1):
        raise ValueError(f"Only axis=-1 is currently supported. Received: axis={axis}")
    wanted = tensor(target, "int64")
    if wanted.shape.rank == found.shape.rank and wanted.shape.rank and wanted.shape[-1] == 1:
        wanted = _core.squeeze(wanted, -1)
    if found.shape.rank < 1 or wanted.shape != found.shape[:-1]:
        raise ValueError(
            "Arguments `target` and `output` must have the same shape up until the last dimension. "
            f"Received: target.shape={wanted.shape}, output.shape={found.shape}"
        )
    logits = found if is_logits else _core.log(_inside(found))
    return _core.sparse_softmax_cross_entropy_with_logits(labels=wanted, logits=logits)
