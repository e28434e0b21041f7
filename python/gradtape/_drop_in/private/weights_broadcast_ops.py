"""`tensorflow.python.ops.weights_broadcast_ops`: weights of a metric as large as its values.

Weights are a number, or have the rank of the values and along each axis their size or 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import _core

if TYPE_CHECKING:
    from ..._typing import TensorLike


def broadcast_weights(weights: TensorLike, values: TensorLike) -> _core.Tensor:
    """The weights repeated to the shape of the values; `ValueError` where they do not fit."""
    values = _core.convert_to_tensor(values)
    weights = _core.convert_to_tensor(weights, dtype=values.dtype)
    assert_broadcastable(weights, values)
    return weights * _core.ones_like(values)


def assert_broadcastable(weights: TensorLike, values: TensorLike) -> None:
    """A `ValueError` unless the weights fit the values."""
    given = _core.convert_to_tensor(weights).shape
    wanted = _core.convert_to_tensor(values).shape
    fits = given.rank in (0, wanted.rank) and all(
        one in (1, other) for one, other in zip(given, wanted)
    )
    if not fits:
        raise ValueError(
            "weights can not be broadcast to values. "
            f"values.rank={wanted.rank}. weights.rank={given.rank}. "
            f"values.shape={wanted}. weights.shape={given}."
        )
