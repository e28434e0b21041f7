"""Layers that disturb their inputs while training: noise, and dropouts of whole channels."""

from __future__ import annotations

import math
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Number, OptionalInteger, argument
from ..base_layer.input_spec import InputSpec
from ..base_layer.layer import Layer
from ..base_layer.options import LayerOptions
from ..kinship import counts_as
from ..layer_seeds import LayerSeeds
from ..settings import floatx
from .core import Dropout, sizes_of_noise
from .spatial import DataFormat, channel_axis


class Rate(Argument[float, float]):
    """A share of elements, from 0 to below 1."""

    def convert(self, owner: Any, value: float) -> float:
        if not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise ValueError(
                "Invalid value received for argument `rate`. Expected a float value between 0 and "
                f"1. Received: {self.name}={value}"
            )
        return value


class Shape(Argument[Any, Any]):
    """A shape, or None."""


class GaussianNoise(Layer, LayerOptions):
    """In training, adds draws of the standard deviation `stddev`."""

    _mode_by_itself = False
    _starts_built = _computes_narrow = True
    stddev: Number = argument()
    seed: OptionalInteger = argument(default=None)
    supports_masking = True

    def _initialize(self) -> None:
        self._draws = self.stddev > 0 or is_keras_2_asked_for()  # there also what is nothing
        if self._draws:
            self.seed_generator = LayerSeeds(self.seed)

    def call(self, inputs: _core.Tensor, training: bool | None = None) -> _core.Tensor:
        if not training or not self._draws:
            return inputs
        draws = self.seed_generator.normal(inputs.shape, 0.0, self.stddev, inputs.dtype)
        return inputs + draws


class _OfRate(Layer):
    """A layer that draws where its rate is not 0."""

    _mode_by_itself = False
    _starts_built = _computes_narrow = True
    rate: Any
    seed: Any
    supports_masking = True

    def _initialize(self) -> None:
        if self.rate > 0:
            self.seed_generator = LayerSeeds(self.seed)


class GaussianDropout(_OfRate, LayerOptions):
    """In training, multiplies by draws around 1 of the variance `rate / (1 - rate)`."""

    rate: Rate = argument()
    seed: OptionalInteger = argument(default=None)

    def call(self, inputs: _core.Tensor, training: bool | None = None) -> _core.Tensor:
        if not training or self.rate == 0:
            return inputs
        stddev = math.sqrt(self.rate / (1.0 - self.rate))
        return inputs * self.seed_generator.normal(inputs.shape, 1.0, stddev, inputs.dtype)


class AlphaDropout(_OfRate, LayerOptions):
    """Dropout that keeps mean and variance for `selu` (Klambauer and others, 2017)."""

    rate: Rate = argument()
    noise_shape: Shape = argument(default=None)
    seed: OptionalInteger = argument(default=None)

    def call(self, inputs: _core.Tensor, training: bool | None = None) -> _core.Tensor:
        if not training or self.rate == 0:
            return inputs
        low = -1.6732632423543772 * 1.0507009873554805  # where selu ends: -alpha * scale
        a = ((1 - self.rate) * (1 + self.rate * low**2)) ** -0.5
        shape = sizes_of_noise(self.noise_shape, inputs) or inputs.shape
        draws = self.seed_generator.uniform(shape, floatx())
        kept = _core.where(draws >= self.rate, inputs, low)
        return a * kept - a * low * self.rate


@counts_as(Dropout)
class _SpatialDropout(_OfRate):
    """Dropout that strikes whole channels."""

    _axes = 1
    _tells_trainable = False
    _gives_shape_back = True
    data_format: Any = "channels_last"

    def _initialize(self) -> None:
        super()._initialize()
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def call(self, inputs: _core.Tensor, training: bool | None = None) -> _core.Tensor:
        if not training or self.rate == 0:
            return inputs
        return self.seed_generator.dropout(inputs, self.rate, self._get_noise_shape(inputs))

    def _get_noise_shape(self, inputs: _core.Tensor) -> list[int]:
        """Which places share their fate, under the name by which programs replace it."""
        sizes, channels = inputs.shape.as_list(), channel_axis(self.data_format)
        shape = [sizes[0], *([1] * (self._axes + 1))]
        shape[channels] = sizes[channels]
        return shape


class SpatialDropout1D(_SpatialDropout, LayerOptions):
    """Dropout of whole channels of sequences `[batch, steps, channels]`."""

    rate: Rate = argument()
    seed: OptionalInteger = argument(default=None)


class SpatialDropout2D(_SpatialDropout, LayerOptions):
    """Dropout of whole channels of images `[batch, height, width, channels]`."""

    _axes = 2
    rate: Rate = argument()
    data_format: DataFormat = argument(default=None)
    seed: OptionalInteger = argument(default=None)


class SpatialDropout3D(_SpatialDropout, LayerOptions):
    """Dropout of whole channels of volumes."""

    _axes = 3
    rate: Rate = argument()
    data_format: DataFormat = argument(default=None)
    seed: OptionalInteger = argument(default=None)
