"""Normalizations without statistics of a batch: of groups of channels, by length, by square."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.inside import is_inside
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Axis, Flag, Number, argument
from ..base_layer.input_spec import InputSpec
from ..base_layer.inputs import as_floats
from ..base_layer.layer import Layer
from ..base_layer.options import LayerOptions, ScaleAndOffset
from .normalization import Axes, Normalizing


class Groups(Argument[int, int]):
    """A number of groups above 0; -1 for one of each channel."""

    def convert(self, owner: Any, value: Any) -> int:
        if not hasattr(value, "__index__") or (value <= 0 and value != -1):
            raise ValueError(
                "Received an invalid value for argument `groups`, expected a positive integer (or "
                f"`-1` for instance normalization). Received: groups={value}"
            )
        return int(value)


_GROUP = ("groups", "axis", "epsilon", "center", "scale")


class GroupNormalization(Normalizing, ScaleAndOffset, first=_GROUP):
    """Normalizes groups of channels of each example (Wu and He, 2018).

    With one group it is a layer normalization over all axes, with `groups=-1` an instance
    normalization. `ValueError` where the groups do not divide the channels.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.GroupNormalization(groups=2)
    >>> layer(tf.constant([[1.0, 3.0, 0.0, 8.0]])).numpy().round(1).tolist()
    [[-1.0, 1.0, -1.0, 1.0]]
    """

    _rounds_inputs = False  # as Keras 3, where it is not cast
    supports_masking = True
    _gives_shape_back = True
    groups: Groups = argument(default=32)
    axis: Axis = argument(default=-1)
    epsilon: Number = argument(default=1e-3)
    center: Flag = argument(default=True)
    scale: Flag = argument(default=True)

    def build(self, input_shape: Any) -> None:
        size = input_shape[self.axis]
        if size is None:
            raise ValueError(
                f"Axis {self.axis} of input tensor should have a defined dimension but the layer "
                f"received an input with shape {input_shape}."
            )
        groups = size if self.groups == -1 else self.groups
        if size < groups:
            raise ValueError(
                f"Number of groups ({groups}) cannot be more than the number of channels ({size})."
            )
        if size % groups:
            raise ValueError(
                f"Number of groups ({groups}) must be a multiple of the number of channels "
                f"({size})."
            )
        self.groups = groups
        self._is_exact = is_keras_2_asked_for()  # there it weighs all alike
        self._add_scale_and_offset([size])
        self.input_spec = InputSpec(ndim=input_shape.rank, axes={self.axis: size})
        self.built = True

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        inputs = as_floats(inputs, self._dtype)
        sizes = inputs.shape.as_list()
        axis = self.axis % len(sizes)
        groups = self.groups
        parted = [*sizes[:axis], groups, sizes[axis] // groups, *sizes[axis + 1 :]]
        values = _core.reshape(inputs, parted)
        others = [place for place in range(1, len(parted)) if place != axis]
        values, mean, variance = self._statistics(values, others)
        shape = [1] * len(parted)
        shape[axis : axis + 2] = parted[axis : axis + 2]
        scale = _core.rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            scale = scale * _core.reshape(self.gamma, shape)
        offset = -mean * scale  # each step as Keras rounds it
        if self.beta is not None:
            offset = offset + _core.reshape(self.beta, shape)
        return _core.reshape(values * scale + offset, sizes)

    def _statistics(self, values: Any, axes: list[int]) -> tuple[Any, Any, Any]:
        """The values, their mean and variance; in TensorFlow's place as Keras 3 adds gradients.

        These come from the result, from the mean and from the variance: the first two are added
        first, and in graphs the last two.
        """
        if self._is_exact:
            return values, *_core.weighted_moments(values, axes, 1.0, keepdims=True)
        if not are_of_keras_3():  # whose second derivatives are those of constant means
            return values, *_core.moments(values, axes, keepdims=True)
        same = _core.identity(values)
        mean = _core.reduce_mean(same, axis=axes, keepdims=True)
        apart = _core.squared_difference(same if is_inside() else values, _core.stop_gradient(mean))
        variance = _core.reduce_mean(apart, axis=axes, keepdims=True)
        return values if is_inside() else same, mean, variance


class UnitNormalization(Layer, LayerOptions):
    """Divides by the length along `axis`, so that each vector has the length 1.

    >>> import gradtape as tf
    >>> y = tf.keras.layers.UnitNormalization()(tf.constant([[3.0, 4.0]]))
    >>> [round(float(x), 4) for x in y[0]]
    [0.6, 0.8]
    """

    _starts_built = True
    supports_masking = True
    _gives_shape_back = True
    axis: Axes = argument(default=-1)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        return _core.l2_normalize(as_floats(inputs, self._dtype), axis=self.axis)


class RMSNormalization(Layer, LayerOptions):
    """Divides by the root of the mean square along `axis`, and scales (Zhang and Sennrich, 2019).

    >>> import gradtape as tf
    >>> y = tf.keras.layers.RMSNormalization()(tf.constant([[1.0, 7.0]]))
    >>> [round(float(x), 4) for x in y[0]]
    [0.2, 1.4]
    """

    axis: Axes = argument(default=-1)
    epsilon: Number = argument(default=1e-6)

    def _axes_in(self, rank: int) -> list[int]:
        axes = [self.axis] if isinstance(self.axis, int) else self.axis
        return [axis % rank for axis in axes]

    def build(self, input_shape: Any) -> None:
        shape = [input_shape[axis] for axis in self._axes_in(input_shape.rank)]
        self.scale = self.add_weight("scale", shape, initializer="ones")
        self.built = True

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        inputs = as_floats(inputs, self._dtype)
        rank = inputs.shape.rank
        axes = self._axes_in(rank)
        square = _core.reduce_mean(_core.square(inputs), axis=axes, keepdims=True)
        shape = [inputs.shape[axis] if axis in axes else 1 for axis in range(rank)]
        return inputs * _core.rsqrt(square + self.epsilon) * _core.reshape(self.scale, shape)
