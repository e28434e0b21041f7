"""BatchNormalization and LayerNormalization."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._runtime import manners
from ..._runtime.replicas import get_replica_context
from ..._runtime.versions import is_keras_2_asked_for
from .. import settings
from ..arguments import Argument, Axis, Declared, Flag, Number, argument
from ..base_layer import masks
from ..base_layer.input_spec import InputSpec
from ..base_layer.inputs import as_floats
from ..base_layer.layer import Layer
from ..base_layer.options import Initializer, ScaleAndOffset, weight_of
from .joint_batches import JointBatches, axes_of
from .own_statistics import OwnStatistics
from .renormalizing import Clipping, Renormalizing

if TYPE_CHECKING:
    from ..._typing import TensorLike


class Axes(Argument[int | Sequence[int], int | Sequence[int]]):
    """One axis, or several: `TypeError` for what is no integer."""

    def convert(self, owner: Any, value: Any) -> Any:
        listed = value if isinstance(value, (list, tuple)) else [value]
        if not all(isinstance(one, (int, np.integer)) for one in listed):
            raise TypeError(
                "Expected an int or a list/tuple of ints for the argument 'axis', but received: "
                f"{value!r}"
            )
        return value


class AxisOfBatches(Axis):
    """One axis, or in Keras 2 several, which are integers: `TypeError`."""

    def convert(self, owner: Any, value: Any) -> Any:
        listed = value if isinstance(value, list | tuple) else [value]
        if is_keras_2_asked_for() and not all(isinstance(one, int) for one in listed):
            raise TypeError(
                "Expected an int or a list/tuple of ints for the argument 'axis', but received: "
                f"{value!r}"
            )
        return super().convert(owner, value)


class Normalizing(Layer):
    """What all have: a scale `gamma` and an offset `beta` along the normalized axes."""

    center: Flag
    scale: Flag
    supports_masking = True
    _gives_shape_back = True
    _is_exact = False  # second derivatives that Keras 2 has exact, where TensorFlow's are not
    _lists_axes = False  # once it is built, as Keras 2 does

    def _add_scale_and_offset(self, shape: list[int]) -> None:
        self.gamma = weight_of(self, "gamma", shape) if self.scale else None
        self.beta = weight_of(self, "beta", shape) if self.center else None


_STARTS = ("beta", "gamma", "moving_mean", "moving_variance")
_BATCH = (
    *("axis", "momentum", "epsilon", "center", "scale", *(f"{s}_initializer" for s in _STARTS)),
    *("beta_regularizer", "gamma_regularizer", "beta_constraint", "gamma_constraint"),
)


class OfKeras2(JointBatches, Normalizing):
    """What `BatchNormalization` of Keras 2 takes besides, and keeps to itself as there."""

    axis: Axis
    renorm: Flag
    synchronized: Flag

    def __init__(
        self,
        *args: Any,
        fused: bool | None = None,  # how it was computed
        virtual_batch_size: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.virtual_batch_size = virtual_batch_size
        self.fused = fused

    def _is_fused(self, rank: int) -> bool:
        """Whether Keras 2 computes it by one operation.

        That has exact second derivatives, tells the unbiased variance, and knows no masks.
        """
        if not is_keras_2_asked_for() or rank not in (4, 5) or self.fused is False:
            return False
        if self._is_joint():
            return False
        is_plain = not self.renorm and not self.synchronized
        return is_plain and self._axes[0] % rank in (1, rank - 1) and self._dtype != _core.float64

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        if not is_keras_2_asked_for():
            return config
        if not self.renorm:
            for name in ("renorm", "renorm_clipping", "renorm_momentum"):
                del config[name]
        if not self.synchronized:
            del config["synchronized"]
        virtual = self.virtual_batch_size
        return config if virtual is None else {**config, "virtual_batch_size": virtual}


class BatchNormalization(OfKeras2, OwnStatistics, Renormalizing, ScaleAndOffset, first=_BATCH):
    """Normalizes each channel along `axis` over all other axes (Ioffe and Szegedy, 2015).

    In training, with the mean and the (biased) variance of the batch, and the moving averages
    become `momentum * average + (1 - momentum) * statistic`; otherwise, and if the layer is not
    trainable, with those averages. With `synchronized`, the batch is that of all replicas; with
    `virtual_batch_size`, of Keras 2, each so many examples are a batch. Steps that a mask hides do
    not count in the statistics. `renorm` corrects the batch towards the averages of others, within
    the limits of `renorm_clipping`; these averages move with `renorm_momentum`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.BatchNormalization()
    >>> y = layer(tf.constant([[1.0], [3.0]]), training=True)
    >>> [round(float(x), 2) for x in (y[0, 0], y[1, 0], layer.moving_mean[0])]
    [-1.0, 1.0, 0.02]
    """

    _joins_examples = _takes_any_batch = True
    _without_effect = ("dynamic", "autocast")

    axis: AxisOfBatches = argument(default=-1)
    momentum: Number = argument(default=0.99)
    epsilon: Number = argument(default=1e-3)
    center: Flag = argument(default=True)
    scale: Flag = argument(default=True)
    moving_mean_initializer: Initializer = argument(default="zeros")
    moving_variance_initializer: Initializer = argument(default="ones")
    synchronized: Flag = argument(default=False)
    renorm: Flag = argument(default=False)
    renorm_clipping: Clipping = argument(default=None)
    renorm_momentum: Number = argument(default=0.99)

    def build(self, input_shape: Any) -> None:
        rank = input_shape.rank
        self._axes = axes = list(axes_of(self.axis, rank))
        if self._lists_axes or is_keras_2_asked_for():
            self.axis = axes  # type: ignore[assignment]
        joint = self._is_joint()
        shape = self._joint_shape(input_shape) if joint else [input_shape[axes[0]]]
        self._add_scale_and_offset(shape)
        self.moving_mean = self.add_weight(
            "moving_mean", shape, initializer=self.moving_mean_initializer, trainable=False
        )
        self.moving_variance = self.add_weight(
            "moving_variance", shape, initializer=self.moving_variance_initializer, trainable=False
        )
        if self.renorm:
            self._add_averages(shape[0])
        self.input_spec = InputSpec(ndim=rank, axes={axis: input_shape[axis] for axis in axes})
        self._is_exact = self._is_fused(input_shape.rank)
        self.built = True

    def call(
        self,
        inputs: _core.Tensor,
        training: bool | None = None,
        mask: TensorLike | None = None,
    ) -> _core.Tensor:
        inputs = as_floats(inputs, self._dtype)
        if self._is_joint():
            return self._over_joint_axes(inputs, training, mask)
        rank = inputs.shape.rank
        channel = self._axes[0] % rank
        if training and self.trainable:
            return self._with_own_statistics(inputs, channel, mask)
        mean, variance = self.moving_mean, self.moving_variance
        shape = [1] * rank
        shape[channel] = inputs.shape[channel]
        mean, variance, beta, gamma = (
            _along(value, shape, channel == rank - 1)
            for value in (mean, variance, self.beta, self.gamma)
        )
        return _core.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon)

    def _with_own_statistics(
        self, inputs: _core.Tensor, channel: int, mask: TensorLike | None
    ) -> _core.Tensor:
        rank = inputs.shape.rank
        is_last = channel == rank - 1
        order = [*(axis for axis in range(rank) if axis != channel), channel]
        values = inputs if is_last else _core.transpose(inputs, order)
        context = get_replica_context() if self.synchronized else None
        if mask is not None and self._is_exact:
            warnings.warn("BatchNormalization ignores the mask unless fused=False.", stacklevel=3)
            mask = None
        if not self._is_exact and self._replaces_statistics():
            mean, variance = self._asked_statistics(inputs, mask)
            scale = mean, variance, self.beta, self.gamma, self.epsilon
            y = _core.batch_normalization(values, *scale)
        elif mask is not None:
            weights = masks.beside(_core.cast(mask, values.dtype), inputs)
            if not is_last:
                weights = _core.transpose(_core.broadcast_to(weights, inputs.shape), order)
            mean, variance = _moments_of_shown(values, weights)
            scale = mean, variance, self.beta, self.gamma, self.epsilon
            y = _core.batch_normalization(values, *scale)
        elif context is not None and context.num_replicas_in_sync > 1:
            mean, variance = _moments_of_all(context, values)
            scale = mean, variance, self.beta, self.gamma, self.epsilon
            y = _core.batch_normalization(values, *scale)
        else:
            y, mean, variance = _core._fused_batch_norm(
                values, self.gamma, self.beta, self.epsilon, self._is_exact
            )
            if self._is_exact:
                count = math.prod(values.shape[:-1])
                variance = variance * (count / max(count - 1, 1))
        if self.renorm:
            y = self._renormalized(values, mean, variance)
        else:
            self._follow(self.moving_mean, mean)
            self._follow(self.moving_variance, variance)
        return y if is_last else _core.transpose(y, sorted(range(rank), key=order.__getitem__))

    def _follow(self, average: _core.Variable, value: _core.Tensor) -> None:
        with _core.stop_recording_all():
            if manners.are_of_keras_3():
                average.assign(average * self.momentum + value * (1.0 - self.momentum))
            else:
                is_asked = not self._is_exact  # Keras 2's one operation moves them by itself
                move = type(self) if is_asked else OwnStatistics
                move._assign_moving_average(self, average, value, self.momentum, None)


def _moments_of_shown(values: _core.Tensor, weights: _core.Tensor) -> tuple[Any, Any]:
    """The mean and the variance of each channel, over the steps where weights are 1."""
    axes = list(range(values.shape.rank - 1))
    channels = weights.shape[-1]
    each = values.shape.num_elements() / values.shape[-1] * channels / weights.shape.num_elements()
    count = _core.reduce_sum(weights, axes) * each + settings.epsilon()
    mean = _core.reduce_sum(values * weights, axes) / count
    return mean, _core.reduce_sum(_core.square(values - mean) * weights, axes) / count


def _moments_of_all(context: Any, values: Any) -> tuple[Any, Any]:
    """The mean and the variance of each channel, over the examples of all replicas."""
    axes, weight = list(range(values.shape.rank - 1)), context.weight
    count = values.shape.num_elements() // values.shape[-1]
    sums = [_core.reduce_sum(values, axes) * weight, _core.fill([1], count * weight)]
    sums[1] = _core.cast(sums[1], values.dtype)
    total, counts = context.all_reduce("SUM", sums)
    mean = total / counts
    square = _core.reduce_sum(_core.square(values - mean), axes) * weight
    return mean, context.all_reduce("SUM", square) / counts


def _along(value: Any, shape: list[int], is_last: bool) -> Any:
    """A vector laid along the channels' axis; as it is when that is the last one, or for None."""
    return value if value is None or is_last else _core.reshape(value, shape)


class OfLayers(Declared, kw_only=True):
    """What `LayerNormalization` takes by name."""

    rms_scaling: Flag = argument(default=False)


class LayerNormalization(Normalizing, OfLayers, ScaleAndOffset):
    """Normalizes each example over `axis`, one axis or several (Ba and others, 2016).

    With `rms_scaling` means and `beta` are left out: the inputs are divided, and scaled.
    """

    _rounds_inputs = False  # as Keras 3, where it is not cast
    _takes_any_batch = True
    axis: Axes = argument(default=-1)
    epsilon: Number = argument(default=1e-3)
    center: Flag = argument(default=True)
    scale: Flag = argument(default=True)

    def _axes(self, rank: int) -> list[int]:
        axes = [self.axis] if isinstance(self.axis, int) else self.axis
        return sorted(axis % rank for axis in axes)

    def build(self, input_shape: Any) -> None:
        axes = self._axes(input_shape.rank)
        if self._lists_axes or is_keras_2_asked_for():  # whose sizes are in the order of the axes
            self.axis = axes = list(axes_of(self.axis, input_shape.rank))
        elif isinstance(self.axis, int):
            self.axis = [self.axis]  # as Keras 3 tells it from then on
        shape = [input_shape[axis] for axis in axes]
        if self.rms_scaling:
            self.gamma, self.beta = weight_of(self, "gamma", shape), None
        else:
            self._add_scale_and_offset(shape)
        # So Keras 2 uses one operation, whose second derivatives are exact.
        is_single = self.epsilon >= 1.001e-5 and self._dtype != _core.float64
        self._is_exact = is_keras_2_asked_for() and is_single
        self.built = True

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        if is_keras_2_asked_for() and not self.rms_scaling:
            del config["rms_scaling"]
        return config

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        inputs = as_floats(inputs, self._dtype)
        rank = inputs.shape.rank
        axes = self._axes(rank)
        if not self.rms_scaling and axes == list(range(axes[0], rank)):
            return _core._layer_normalization(
                inputs, self.gamma, self.beta, axes[0], self.epsilon, self._is_exact
            )
        mean, variance = _core.moments(inputs, axes, keepdims=True)
        shape = [inputs.shape[axis] if axis in axes else 1 for axis in range(rank)]
        is_last = axes == [rank - 1]
        beta, gamma = _along(self.beta, shape, is_last), _along(self.gamma, shape, is_last)
        if self.rms_scaling:
            mean = _core.zeros_like(mean)
        return _core.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon)
