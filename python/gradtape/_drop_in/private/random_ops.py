"""`tensorflow.python.ops.random_ops`: what it has besides public things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._random.bounded import stateless_parameterized_truncated_normal

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike, TensorLike


def parameterized_truncated_normal(
    shape: ShapeLike,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    dtype: DTypeLike = _core.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Normal numbers between bounds, each with a mean, deviation and bounds of its own."""
    given = (means, stddevs, minvals, maxvals)
    mean, deviation, low, high = (_core.convert_to_tensor(each, dtype) for each in given)
    key = _core.random_uniform([2], maxval=_core.int32.max, dtype=_core.int32, seed=seed)
    return stateless_parameterized_truncated_normal(shape, key, mean, deviation, low, high)
