"""From losses per example to one number, with weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..settings import default_dtype
from ..symbolic import KerasTensor
from .arguments import aligned

if TYPE_CHECKING:
    from ..._typing import TensorLike

KNOWN = ("sum_over_batch_size", "sum", "none", "mean", "mean_with_sample_weight", "auto", None)


class _Unsaid(str):
    """The reduction that nobody has said: Keras 2 calls it "auto"."""

    __slots__ = ()


UNSAID = _Unsaid("sum_over_batch_size")
_MEANS = ("sum_over_batch_size", "mean", "auto")


class Reduction:
    """The names of reductions, as constants."""

    AUTO = "auto"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All of them."""
        return (cls.AUTO, cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE)

    @classmethod
    def validate(cls, key: Any) -> None:
        """`ValueError` for what is none of them."""
        if key not in cls.all():
            raise ValueError(f'Invalid Reduction Key: {key}. Expected keys are "{cls.all()}"')


def checked(reduction: str | None) -> str | None:
    """The reduction, or `ValueError` for one that is not known.

    "auto" is "sum_over_batch_size", and what Keras 2 calls that where nothing else is said.
    """
    if reduction not in KNOWN:
        if is_keras_2_asked_for():
            Reduction.validate(reduction)
        raise ValueError(
            f"Invalid value for argument `reduction`. Expected one of {KNOWN}. Received: "
            f"reduction={reduction}"
        )
    if is_keras_2_asked_for():
        return "auto" if reduction is UNSAID else reduction
    return "sum_over_batch_size" if reduction in (UNSAID, "auto") else reduction


def reduce(
    losses: _core.Tensor, sample_weight: TensorLike | None, reduction: str | None
) -> _core.Tensor:
    """Weighted losses: summed, averaged, or as they are.

    Weights of fewer axes are those of the last ones in Keras 3. Where that does not fit, and in
    Keras 2, they are of the first: one per example serves all its elements. Weights with one axis
    in excess lose the last one in Keras 2, or are an error.
    """
    weights = None
    if sample_weight is not None:
        weights = _core.cast(_core.convert_to_tensor(sample_weight), losses.dtype)
        if is_keras_2_asked_for() and weights.shape.rank == losses.shape.rank + 1:
            weights = _core.squeeze(weights, -1)
        losses, weights = aligned(losses, weights)
        weights = _spread(weights, losses)
        losses = losses * weights
    if isinstance(losses, KerasTensor) and is_keras_2_asked_for():
        return _of_symbols(losses if weights is not None else losses * 1.0, reduction)
    if reduction in ("none", None):
        return losses
    total = _core.reduce_sum(losses)
    if reduction == "sum":
        return total
    if reduction == "mean_with_sample_weight" and weights is not None:
        return _core.divide_no_nan(
            total, _core.reduce_sum(_core.broadcast_to(weights, losses.shape))
        )
    return total if losses.shape.num_elements() == 0 else _core.reduce_mean(losses)


def _of_symbols(losses: _core.Tensor, reduction: str | None) -> _core.Tensor:
    """The same in a network, by the layers that Keras 2 has for it."""
    if reduction in ("none", None):
        return losses
    total = _core.reduce_sum(losses)
    if reduction == "sum":
        return total
    count = _core.cast(_core.size(losses), losses.dtype)
    return _core.divide_no_nan(_core.reduce_sum(total), count)


def total_of(parts: list[_core.Tensor]) -> _core.Tensor:
    """The sum of losses; where Keras 2 meets several precisions, in the widest of them."""
    if len(parts) > 1 and is_keras_2_asked_for():
        widest = max((part.dtype for part in parts), key=lambda dtype: dtype.size)
        parts = [_core.cast(part, widest) for part in parts]
    return sum(parts[1:], parts[0])


def masked_weight(
    mask: _core.Tensor, sample_weight: TensorLike | None, reduction: str | None
) -> _core.Tensor:
    """Weights of zero where `mask` is false; in a mean, the others make up for them."""
    weight = _core.cast(mask, default_dtype())
    if reduction in _MEANS:
        weight = _core.divide_no_nan(weight, _core.reduce_mean(weight))
    if sample_weight is None:
        return weight
    given = _core.cast(_core.convert_to_tensor(sample_weight), weight.dtype)
    if not is_keras_2_asked_for():
        weight, given = aligned(weight, given)
    elif given.shape.rank - weight.shape.rank == 1 and given.shape[-1] == 1:
        given = _core.squeeze(given, -1)
    return weight * _spread(given, weight)


def _spread(weights: _core.Tensor, values: _core.Tensor) -> _core.Tensor:
    """Weights with axes of size 1 at the end, unless they fit the last axes of the values."""
    if weights.shape.rank in (0, values.shape.rank):
        return weights
    ends = zip(weights.shape.as_list()[::-1], values.shape.as_list()[::-1], strict=False)
    fits = all(one in (1, size) for one, size in ends) and not is_keras_2_asked_for()
    return weights if fits else from_the_left(weights, values)


def from_the_left(weights: _core.Tensor, values: _core.Tensor) -> _core.Tensor:
    """`weights` with axes of size 1 at the end, up to the rank of `values`."""
    missing = values.shape.rank - weights.shape.rank
    if weights.shape.rank == 0 or missing <= 0:
        return weights
    return _core.reshape(weights, weights.shape.as_list() + [1] * missing)
