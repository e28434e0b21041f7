"""How loss functions read their arguments.

Invariant: both are tensors of one floating dtype, that of the predictions (`floatx` if those are
integers), and ranks that differ by an axis of size 1 at the end are made equal. In Keras 2 the
latter is done for losses and metrics that are objects; its functions broadcast, and so do some in
Keras 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure.composites import Composite
from .. import settings
from ..symbolic import KerasTensor, as_layer

if TYPE_CHECKING:
    from ..._typing import TensorLike


def as_pair(y_true: TensorLike, y_pred: TensorLike) -> tuple[_core.Tensor, _core.Tensor]:
    """Targets and predictions, ready to be compared element by element."""
    y_true, y_pred = as_broadcast_pair(y_true, y_pred)
    if y_true.shape.rank == y_pred.shape.rank or is_keras_2_asked_for():
        return y_true, y_pred
    return aligned(y_true, y_pred)


def as_broadcast_pair(y_true: TensorLike, y_pred: TensorLike) -> tuple[_core.Tensor, _core.Tensor]:
    """The pair of a function that broadcasts what it is given in Keras 3 too."""
    dense: _core.Tensor = dense_beside_dense(y_true, as_floating(y_pred))
    return _core.cast(_core.convert_to_tensor(y_true), dense.dtype), dense


def dense_beside_dense(y_true: Any, y_pred: Any) -> Any:
    """The predictions; ragged ones with zeros to the longest row where the targets are dense."""
    if isinstance(y_pred, Composite) and not isinstance(y_true, Composite):
        return y_pred.to_tensor() if hasattr(y_pred, "to_tensor") else y_pred
    return y_pred


def as_floating(value: TensorLike) -> _core.Tensor:
    """A tensor of a floating dtype: its own, or `floatx`; what is symbolic goes through a layer."""
    value = _read(value) if isinstance(value, KerasTensor) else _core.convert_to_tensor(value)
    return value if value.dtype.is_floating else _core.cast(value, settings.default_dtype())


def _read(value: Any) -> Any:
    if is_keras_2_asked_for():
        return as_layer(_core.convert_to_tensor)(value)
    from ..ops.conversion import convert_to_tensor  # at call time: few programs need `keras.ops`

    return convert_to_tensor(value, sparse=False)


def aligned(one: _core.Tensor, other: _core.Tensor) -> tuple[_core.Tensor, _core.Tensor]:
    """Both with the same rank, if a last axis of size 1 is all that one has in excess.

    A vector beside a column becomes a column; otherwise the longer one loses the axis.
    """
    excess = one.shape.rank - other.shape.rank
    if excess == 1 and one.shape[-1] == 1:
        return _same_rank(one, other)
    if excess == -1 and other.shape[-1] == 1:
        longer, shorter = _same_rank(other, one)
        return shorter, longer
    return one, other


def aligned_in_keras_2(y_true: Any, y_pred: Any, dtype: Any) -> tuple[Any, Any]:
    """What a metric of this dtype gives its function in Keras 2; in Keras 3 functions align."""
    if not is_keras_2_asked_for() or not all(hasattr(y, "shape") for y in (y_true, y_pred)):
        return y_true, y_pred
    return squeezed(*(_core.cast(_core.convert_to_tensor(y), dtype) for y in (y_true, y_pred)))


def flat_of_rows(values: list[Any], weight: Any) -> tuple[list[Any], Any]:
    """What metrics make of ragged tensors: the numbers of all rows, each on an axis of its own.

    Others are left as they are. `TypeError` if only some are ragged, or the weight alone.
    """
    ragged = [isinstance(value, Composite) and hasattr(value, "flat_values") for value in values]
    has_rows = isinstance(weight, Composite)
    if not (any(ragged) or has_rows):
        return values, weight
    if not all(ragged) or not (weight is None or has_rows):
        raise TypeError(
            f"Some of the inputs are not tf.RaggedTensor. Input received: {values}, {weight}"
        )
    flat = [_core.expand_dims(value.flat_values, -1) for value in values]
    return flat, _core.expand_dims(weight.flat_values, -1) if has_rows else None


def of_one_rank(one: _core.Tensor, other: _core.Tensor) -> tuple[_core.Tensor, _core.Tensor]:
    """Both with the same rank, as an object of either Keras gives them to its function."""
    return (squeezed if is_keras_2_asked_for() else aligned)(one, other)


def squeezed(one: _core.Tensor, other: _core.Tensor) -> tuple[_core.Tensor, _core.Tensor]:
    """Both with the same rank, as objects of Keras 2 have them: the longer one loses the axis, so
    that a function which averages the last axis has one value for a vector beside a column."""
    excess = one.shape.rank - other.shape.rank
    if excess == 1 and one.shape[-1] == 1:
        return _core.squeeze(one, -1), other
    if excess == -1 and other.shape[-1] == 1:
        return one, _core.squeeze(other, -1)
    return one, other


def _same_rank(longer: _core.Tensor, shorter: _core.Tensor) -> tuple[_core.Tensor, _core.Tensor]:
    if shorter.shape.rank == 1:
        return longer, _core.expand_dims(shorter, -1)
    return _core.squeeze(longer, -1), shorter
