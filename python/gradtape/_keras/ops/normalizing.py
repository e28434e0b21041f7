"""Moments and what is divided by them: normalization of batches, layers and vectors."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._numpy.arranging import axis_of
from ..promotion import alike, dtype_of, floats, tensor
from ..settings import epsilon as default_epsilon
from .calling import operation
from .matrices import norm

if TYPE_CHECKING:
    from ..._typing import AxisLike, TensorLike


@operation
def moments(
    x: TensorLike, axes: AxisLike, keepdims: bool = False, synchronized: bool = False
) -> tuple[_core.Tensor, _core.Tensor]:
    """The mean and the variance along `axes`; of halves, computed in float32 and cut to range.

    `synchronized` changes nothing: there is one replica here.

    >>> [float(value) for value in tf.keras.ops.moments([1.0, 3.0], 0)]
    [2.0, 1.0]
    """
    found = tensor(x)
    if found.dtype not in (_core.float16, _core.bfloat16):
        mean, variance = _core.moments(found, axes, keepdims=keepdims)
        return mean, variance
    pair = _core.moments(_core.cast(found, _core.float32), axes, keepdims=keepdims)
    low, high = found.dtype.min, found.dtype.max
    mean, variance = (_core.cast(_core.clip_by_value(v, low, high), found.dtype) for v in pair)
    return mean, variance


@operation
def batch_normalization(
    x: TensorLike, mean: TensorLike, variance: TensorLike, axis: int,
    offset: TensorLike | None = None, scale: TensorLike | None = None, epsilon: float = 1e-3,
) -> _core.Tensor:  # fmt: skip
    """`scale * (x - mean) / sqrt(variance + epsilon) + offset`, vectors along `axis`.

    >>> tf.keras.ops.batch_normalization([[3.0]], [1.0], [4.0], -1, epsilon=0.0).numpy().tolist()
    [[1.0]]
    """
    found = tensor(x)
    shape = [1] * found.shape.rank
    shape[axis_of(axis, len(shape))] = -1

    def along(value: Any) -> Any:
        if value is None:
            return None
        vector = tensor(value, found.dtype)
        return vector if axis == -1 else _core.reshape(vector, shape)

    middle, spread, shift, factor = map(along, (mean, variance, offset, scale))
    return _core.batch_normalization(found, middle, spread, shift, factor, epsilon)


@operation
def normalize(
    x: TensorLike, axis: AxisLike = -1, order: int = 2, epsilon: float | None = None
) -> _core.Tensor:
    """`x` divided by its norm of an `order` along `axis`; 0 stays 0.

    >>> [round(float(y), 3) for y in tf.keras.ops.normalize([3.0, 4.0])]
    [0.6, 0.8]
    """
    if not isinstance(order, int) or order < 1:
        raise ValueError(f"Argument `order` must be an int >= 1. Received: order={order}")
    (found,) = floats(x)
    if found.shape.rank == 0:
        found = _core.expand_dims(found, 0)
    least = default_epsilon() if epsilon is None else epsilon
    if order == 2:
        inverse = _core.rsqrt(_core.reduce_sum(_core.square(found), axis, True))
        most = 1.0 / least if least else math.inf
        return found * _core.minimum(inverse, _core.cast(most, found.dtype))
    return found / _core.maximum(norm(found, order, axis, True), _core.cast(least, found.dtype))


def _at_32_bits(x: TensorLike) -> tuple[_core.Tensor, _core.DType]:
    found = tensor(x)
    return tensor(found, dtype_of(found, "float32")), found.dtype


@operation
def rms_normalization(
    x: TensorLike, scale: TensorLike | None = None, axis: AxisLike = -1,
    epsilon: float | None = None,
) -> _core.Tensor:  # fmt: skip
    """`scale * x` divided by the root of the mean square along `axis`.

    >>> tf.keras.ops.rms_normalization([3.0, -3.0], epsilon=0.0).numpy().tolist()
    [1.0, -1.0]
    """
    found, dtype = _at_32_bits(x)
    if found.shape.rank == 0:
        found = _core.expand_dims(found, 0)
    least = default_epsilon() if epsilon is None else epsilon
    found = found * _core.rsqrt(_core.reduce_mean(_core.square(found), axis, True) + least)
    if scale is not None:
        found = found * tensor(scale, found.dtype)
    return tensor(found, dtype)


@operation
def layer_normalization(
    x: TensorLike, gamma: TensorLike | None = None, beta: TensorLike | None = None,
    axis: AxisLike = -1, epsilon: float | None = None, **kwargs: Any,
) -> _core.Tensor:  # fmt: skip
    """`gamma * (x - mean) / sqrt(variance + epsilon) + beta`, moments along `axis`.

    >>> tf.keras.ops.layer_normalization([1.0, 3.0], epsilon=0.0).numpy().tolist()
    [-1.0, 1.0]
    """
    by_variance = kwargs.pop("rms_scaling", False)
    if kwargs:
        raise TypeError(f"layer_normalization got an unexpected argument {next(iter(kwargs))!r}")
    found, dtype = _at_32_bits(x)
    rank = found.shape.rank
    axes = [int(i) % max(rank, 1) for i in np.atleast_1d(np.asarray(axis))]
    shape = [n if i in axes else 1 for i, n in enumerate(found.shape.as_list())]

    def along(value: Any) -> Any:
        if value is None:
            return None
        factors = tensor(value, found.dtype)
        fits = factors.shape.rank == rank or axes == [rank - 1]
        return factors if fits else _core.reshape(factors, shape)

    mean, variance = moments(found, axes, True)
    inverse = _core.rsqrt(variance + (default_epsilon() if epsilon is None else epsilon))
    if by_variance:
        warnings.warn(
            "`rms_scaling=True` is deprecated: it divides by the deviation. Use "
            "`keras.ops.rms_normalization`.",
            stacklevel=3,
        )
        found = found * inverse
    else:
        found = (found - mean) * inverse
    if gamma is not None:
        found = found * along(gamma)
    if beta is not None and not by_variance:
        found = found + along(beta)
    return tensor(found, dtype)


@operation
def psnr(x1: TensorLike, x2: TensorLike, max_val: float) -> _core.Tensor:
    """The peak signal-to-noise ratio in decibels: `20 log10(max_val) - 10 log10(mse)`, over all.

    >>> float(tf.keras.ops.psnr([0.0, 0.0], [1.0, 1.0], 10.0))
    20.0
    """
    one, other = alike(x1, x2, least=float)
    if one.shape != other.shape:
        raise ValueError(
            f"Input shapes {one.shape} and {other.shape} must match for PSNR calculation."
        )
    mse = _core.reduce_mean(_core.square(one - other))
    peak = _core.cast(max_val, mse.dtype)
    return (20 * _core.log(peak) - 10 * _core.log(mse)) / float(np.log(10.0))
