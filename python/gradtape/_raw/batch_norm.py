"""`FusedBatchNorm` of versions 2 and 3: batch normalization, with the statistics as results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _core

if TYPE_CHECKING:
    from .._typing import TensorLike


class FusedBatchNorm(NamedTuple):
    """The normalized images, and the statistics that a program is to keep."""

    y: _core.Tensor
    batch_mean: _core.Tensor
    batch_variance: _core.Tensor
    reserve_space_1: _core.Tensor
    reserve_space_2: _core.Tensor


def fused_batch_norm(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    epsilon: Any = 0.0001,
    exponential_avg_factor: float = 1.0,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> FusedBatchNorm:
    """Images whose channels are normalized, by the batch in training and by `mean` else.

    The variance that is returned in training is that of a sample, with a divisor less one.

    >>> norm = tf.raw_ops.FusedBatchNormV2(x=tf.reshape([1.0, 3.0], [2, 1, 1, 1]), scale=[1.0],
    ...     offset=[0.0], mean=[0.0], variance=[0.0], epsilon=0.0)
    >>> norm.y[:, 0, 0, 0].numpy().tolist(), norm.batch_variance.numpy().tolist()
    ([-1.0, 1.0], [2.0])
    """
    images, axis = _core.convert_to_tensor(x), 1 if data_format.startswith("NC") else -1
    shape = [1] * images.shape.rank
    shape[axis] = images.shape[axis]
    given = [_core.convert_to_tensor(each) for each in (mean, variance)]
    used = kept = given
    if is_training:
        used = _moments(images, axis, given[0].dtype)
        kept = [
            _mixed(new, old, exponential_avg_factor)
            for new, old in zip([used[0], used[1] * _correction(images, axis)], given, strict=True)
        ]
    center, spread, start, factor = (_core.reshape(each, shape) for each in (*used, offset, scale))
    y = _core.batch_normalization(images, center, spread, start, factor, epsilon)
    return FusedBatchNorm(y, *kept, *used)


def third_version(
    x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike, variance: TensorLike,
    epsilon: Any = 0.0001, exponential_avg_factor: float = 1.0, data_format: str = "NHWC",
    is_training: bool = True, name: str | None = None,
) -> tuple[_core.Tensor, ...]:  # fmt: skip
    """The same with one more result, which means nothing on a CPU."""
    statistics = (mean, variance, epsilon, exponential_avg_factor)
    found = fused_batch_norm(x, scale, offset, *statistics, data_format, is_training)
    return (*found, _core.zeros([0]))


def _moments(images: _core.Tensor, axis: int, dtype: _core.DType) -> list[_core.Tensor]:
    values = _core.cast(images, dtype)
    axes = [one for one in range(images.shape.rank) if one != axis % images.shape.rank]
    mean = _core.reduce_mean(values, axes, keepdims=True)
    variance = _core.reduce_mean(_core.square(values - _core.stop_gradient(mean)), axes)
    spread = _core.square(_core.reduce_mean(values - _core.stop_gradient(mean), axes))
    return [_core.reshape(mean, [-1]), variance - spread]


def _correction(images: _core.Tensor, axis: int) -> float:
    """What makes the variance of a batch that of a sample."""
    count = int(images.shape.num_elements()) / max(int(images.shape[axis]), 1)
    return count / max(count - 1.0, 1.0)


def _mixed(new: _core.Tensor, old: _core.Tensor, share: float) -> _core.Tensor:
    return new if share == 1.0 else old * (1.0 - share) + new * share
