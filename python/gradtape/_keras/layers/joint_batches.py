"""Batch normalization along several axes, and of virtual batches, both Keras 2's alone.

Weights have a size for each axis, 1 for those that are averaged over. Of virtual batches each has
as many examples as a program says, those that follow each other by the number of batches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import _core
from ..base_layer import masks


class JointBatches:
    """Mixin of `BatchNormalization`."""

    virtual_batch_size: int | None = None
    _axes: Any  # in Keras 2 counted from the first
    moving_mean: Any
    moving_variance: Any
    beta: Any
    gamma: Any
    epsilon: Any

    def _is_joint(self) -> bool:
        return self.virtual_batch_size is not None or len(self._axes) > 1

    def _joint_shape(self, shape: _core.TensorShape) -> list[int]:
        """The shape of the weights."""
        found = [size if axis in self._axes else 1 for axis, size in enumerate(shape.as_list())]
        return found if self.virtual_batch_size is None else [found[0], 1, *found[1:]]

    def _over_joint_axes(self: Any, inputs: Any, training: bool | None, mask: Any) -> Any:
        sizes, virtual = inputs.shape.as_list(), self.virtual_batch_size
        rest = [axis for axis in range(len(sizes)) if axis not in self._axes]
        values = inputs
        if virtual is not None:
            values = _core.reshape(inputs, [virtual, -1, *sizes[1:]])
            rest = [0, *(axis + 1 for axis in rest[1:])]
        mean, variance = self.moving_mean, self.moving_variance
        if training and self.trainable:
            if mask is None or virtual is not None:
                mean, variance = _core.moments(values, rest, keepdims=True)
            else:
                mean, variance = moments_of_shown(values, rest, mask)
            self._follow(self.moving_mean, _of_batches(mean, virtual))
            self._follow(self.moving_variance, _of_batches(variance, virtual))
        scale = mean, variance, self.beta, self.gamma, self.epsilon
        return _core.reshape(_core.batch_normalization(values, *scale), sizes)


def _of_batches(statistic: Any, virtual: int | None) -> Any:
    return statistic if virtual is None else _core.reduce_mean(statistic, 1, keepdims=True)


def moments_of_shown(values: Any, rest: list[int], mask: Any) -> tuple[Any, Any]:
    weights = masks.beside(_core.cast(mask, values.dtype), values)
    weights = _core.broadcast_to(weights, values.shape)
    count = _core.reduce_sum(weights, rest, keepdims=True)
    mean = _core.divide_no_nan(_core.reduce_sum(values * weights, rest, keepdims=True), count)
    squares = _core.square(values - mean) * weights
    return mean, _core.divide_no_nan(_core.reduce_sum(squares, rest, keepdims=True), count)


def axes_of(axis: int | Sequence[int], rank: int) -> tuple[int, ...]:
    """The axes counted from the first; `ValueError` for one that is not there, or is there twice.

    >>> from gradtape._keras.layers.joint_batches import axes_of
    >>> axes_of([1, -1], 4)
    (1, 3)
    """
    given = (axis,) if isinstance(axis, int) else tuple(axis)
    axes = tuple(one + rank if one < 0 else one for one in given)
    if any(not 0 <= one < rank for one in axes):
        raise ValueError(
            "Invalid value for `axis` argument. Expected 0 <= axis < inputs.rank (with "
            f"inputs.rank={rank}). Received: axis={axes}"
        )
    if len(set(axes)) < len(axes):
        raise ValueError(f"Duplicate axis: {axes}")
    return axes
