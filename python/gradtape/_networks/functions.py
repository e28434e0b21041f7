"""Small formulas of `tf.nn`: moments, dropout by a seed, the k largest, regularization."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from .._runtime.replicas import get_strategy

if TYPE_CHECKING:
    from .._typing import Array, TensorLike


def compute_average_loss(
    per_example_loss: TensorLike,
    sample_weight: TensorLike | None = None,
    global_batch_size: Any = None,
) -> _core.Tensor:
    """`reduce_sum(per_example_loss * sample_weight) / global_batch_size`.

    `sample_weight` is 1 when None, else it broadcasts, from the left where it has fewer axes;
    `global_batch_size` is the length of the first axis times the number of replicas when None. With
    a size of 0 the result is 0. `ValueError` for a loss without axes, `InvalidArgumentError` for a
    negative size.

    >>> tf.nn.compute_average_loss([1.0, 2.0, 3.0], global_batch_size=6).numpy().item()
    1.0
    """
    average = _core.compute_average_loss(per_example_loss, sample_weight, global_batch_size)
    replicas = get_strategy().num_replicas_in_sync
    return average if global_batch_size is not None or replicas == 1 else average / replicas


def scale_regularization_loss(regularization_loss: TensorLike) -> _core.Tensor:
    """The sum of the losses, of which each replica takes its share.

    >>> tf.nn.scale_regularization_loss(tf.constant([1.0, 2.0])).numpy().item()
    3.0
    """
    total = _core.reduce_sum(regularization_loss)
    replicas = get_strategy().num_replicas_in_sync
    return total / _core.cast(replicas, total.dtype) if replicas > 1 else total


def normalize_moments(
    counts: Any, mean_ss: TensorLike, variance_ss: TensorLike, shift: Any, name: str | None = None
) -> tuple[_core.Tensor, _core.Tensor]:
    """Mean and variance from what `sufficient_statistics` returned.

    >>> [m.numpy().item() for m in tf.nn.normalize_moments(2.0, tf.constant(4.0), 10.0, None)]
    [2.0, 1.0]
    """
    divisor = _core.reciprocal(counts)
    shifted = _core.multiply(mean_ss, divisor)
    mean = shifted if shift is None else shifted + shift
    return mean, _core.multiply(variance_ss, divisor) - _core.square(shifted)


def batch_norm_with_global_normalization(
    input: TensorLike,
    mean: Any,
    variance: Any,
    beta: Any,
    gamma: Any,
    variance_epsilon: Any,
    scale_after_normalization: bool,
    name: str | None = None,
) -> _core.Tensor:
    """As `batch_normalization`, `gamma` used only if `scale_after_normalization`.

    >>> x = tf.ones([1, 1, 1, 1])
    >>> y = tf.nn.batch_norm_with_global_normalization(x, [1.0], [1.0], [3.0], [2.0], 0.0, True)
    >>> y.numpy().item()
    3.0
    """
    scale = gamma if scale_after_normalization else None
    return _core.batch_normalization(input, mean, variance, beta, scale, variance_epsilon)


def general_dropout(
    x: TensorLike,
    rate: float,
    uniform_sampler: Callable[..., Any],
    noise_shape: Any = None,
    name: str | None = None,
    **sampler: Any,
) -> _core.Tensor:
    """`dropout` with the numbers of `uniform_sampler(shape=..., dtype=...)`.

    >>> tf.nn.experimental.general_dropout(tf.ones([2]), 0.0, tf.random.uniform).numpy().tolist()
    [1.0, 1.0]
    """
    values, share = _core.convert_to_tensor(x), float(rate)
    if not 0 <= share < 1:
        raise ValueError(
            f"`rate` must be a scalar tensor or a float in the range [0, 1). Got {rate}"
        )
    if share == 0:
        return values
    shape = values.shape if noise_shape is None else noise_shape
    noise = uniform_sampler(shape=shape, dtype=values.dtype, **sampler)
    scaled = values * _core.cast(1.0 / (1.0 - share), values.dtype)
    return _core.where(noise >= share, scaled, _core.zeros_like(scaled))


class ApproxTopK(NamedTuple):
    """The `k` entries that were found along an axis, and where they are."""

    values: _core.Tensor
    indices: _core.Tensor


class IsotonicRegression(NamedTuple):
    """A monotonic sequence, and the block of each entry."""

    output: _core.Tensor
    segments: _core.Tensor


def approx_max_k(
    operand: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopK:
    """The `k` largest entries along an axis and where they are; exact, whatever the options say.

    >>> tf.math.approx_max_k(tf.constant([1.0, 3.0, 2.0]), 2)[0].numpy().tolist()
    [3.0, 2.0]
    """
    x = _core.convert_to_tensor(operand)
    rank = x.shape.rank
    axis = reduction_dimension % rank
    order = [a for a in range(rank) if a != axis] + [axis]
    back = np.argsort(order).tolist()
    values, places = _core.top_k(_core.transpose(x, order), k)
    return ApproxTopK(_core.transpose(values, back), _core.transpose(places, back))


def approx_min_k(
    operand: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[_core.Tensor, _core.Tensor]:
    """The `k` smallest entries along an axis and where they are; exact.

    >>> tf.math.approx_min_k(tf.constant([1.0, 3.0, 2.0]), 2)[0].numpy().tolist()
    [1.0, 2.0]
    """
    values, places = approx_max_k(-_core.convert_to_tensor(operand), k, reduction_dimension)
    return -values, places


def isotonic_regression(
    inputs: TensorLike, decreasing: bool = True, axis: int = -1
) -> IsotonicRegression:
    """The nearest monotonic sequence (pool adjacent violators), and the block of each entry.

    Differentiable: the gradient is shared evenly within a block.

    >>> tf.nn.isotonic_regression(tf.constant([3.0, 1.0, 2.0]))[0].numpy().tolist()
    [3.0, 1.5, 1.5]
    """
    x = _core.convert_to_tensor(inputs)
    rank = x.shape.rank
    order = [a for a in range(rank) if a != axis % rank] + [axis % rank]
    back = np.argsort(order).tolist()
    moved = _core.transpose(x, order)
    rows = np.asarray(moved.numpy(), np.float64).reshape(-1, moved.shape[-1])
    blocks = np.array([_blocks(row if decreasing else -row) for row in rows])
    blocks = blocks.reshape(-1, moved.shape[-1])
    offset = blocks + np.arange(len(rows))[:, None] * moved.shape[-1]
    means = _core.unsorted_segment_mean(_core.reshape(moved, [-1]), offset.reshape(-1), rows.size)
    made = _core.reshape(_core.gather(means, offset), moved.shape)
    ids = _core.constant(blocks.reshape(moved.shape.as_list()).astype(np.int32))
    return IsotonicRegression(_core.transpose(made, back), _core.transpose(ids, back))


def _blocks(row: Array) -> list[int]:
    """The block of each entry, so that block means do not rise."""
    sums: list[list[float]] = []
    for value in row:
        sums.append([value, 1])
        while len(sums) > 1 and sums[-1][0] / sums[-1][1] > sums[-2][0] / sums[-2][1]:
            total, count = sums.pop()
            sums[-1] = [sums[-1][0] + total, sums[-1][1] + count]
    return [block for block, (_, count) in enumerate(sums) for _ in range(int(count))]
