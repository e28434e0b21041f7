"""Tones changed at random while training: blurred, sharper, paler, solarized, fewer of them.

Each image of a batch is changed on its own; see `random_colors.py`.
"""

from __future__ import annotations

from typing import Any

from .... import _core
from ...arguments import Argument, OptionalInteger, argument
from ...base_layer.options import LayerOptions
from ...random_functions import randint
from ..spatial import DataFormat
from .image_arguments import Range, ValueRange
from .random_colors import TONED_ORDER, OfExamples, Share, TonedOptions, of_each

_BYTE = 255.0


class KernelSize(Argument[Any, Any]):
    """An odd number, or two for height and width."""

    def convert(self, owner: Any, value: Any) -> tuple[int, int]:
        sizes = (value, value) if isinstance(value, (int, float)) else tuple(value)
        if len(sizes) != 2 or any(size % 2 == 0 for size in sizes):
            raise ValueError(f"{self.name} must be an odd number. Received: {self.name}={value}")
        return (int(sizes[0]), int(sizes[1]))


class Bits(Argument[Any, Any]):
    """Numbers of bits from 1 to 8: up to one, or between two."""

    def convert(self, owner: Any, value: Any) -> tuple[Any, Any]:
        low, high = (1, value) if isinstance(value, (int, float)) else sorted(value)
        if low > 8 or high < 1 or (high > 8 and low == 1):
            raise ValueError(
                f"The `{self.name}` argument should be a number (or a list of two numbers) in the "
                f"range [1, 8]. Received: {self.name}={value}"
            )
        return (low, high)


class RandomGaussianBlur(
    OfExamples, TonedOptions, first=("factor", "kernel_size", "sigma", *TONED_ORDER)
):
    """Blurs images, each with a chance that is drawn within `factor`, by a `sigma` for them all."""

    factor: Share = argument(default=1.0)
    kernel_size: KernelSize = argument(default=3)
    sigma: Share = argument(default=1.0)

    def _changed_channels_last(self, images: Any) -> Any:
        chance = self._draws(images, self.factor)
        chosen = of_each(self._draws(images, (0.0, 1.0)) < chance)
        low, high = self.sigma
        sigma: Any = self._uniform([2], low, high, images.dtype) + 1e-6
        from ...ops.moving import gaussian_blur  # at call time: few programs need `keras.ops`

        blurred = gaussian_blur(images, self.kernel_size, sigma, "channels_last")
        low, high = map(float, self.value_range)
        return _core.clip_by_value(_core.where(chosen, blurred, images), low, high)


class RandomSharpness(OfExamples, TonedOptions, first=("factor", *TONED_ORDER)):
    """Moves images away from their smoothed ones, or towards them.

    A draw of 0.5 within `factor` leaves them as they are, and 0 smooths them.
    """

    _idle_draws = 1

    factor: Share = argument()

    def _changed_channels_last(self, images: Any) -> Any:
        towards = 1.0 - 2.0 * of_each(self._draws(images, self.factor))
        weights = [[1.0, 1.0, 1.0], [1.0, 5.0, 1.0], [1.0, 1.0, 1.0]]
        kernel = _core.cast(weights, images.dtype)[:, :, None, None] / 13.0
        kernel = _core.tile(kernel, [1, 1, images.shape[-1], 1])
        smooth = _core.depthwise_conv2d(images, kernel, [1, 1, 1, 1], "SAME")
        low, high = map(float, self.value_range)
        return _core.clip_by_value(images + towards * (smooth - images), low, high)


class RandomColorDegeneration(OfExamples, TonedOptions, first=("factor", *TONED_ORDER)):
    """Makes images paler by a random share within `factor`: at 1 they are grey."""

    _idle_draws = 1

    factor: Range = argument()

    def _changed_channels_last(self, images: Any) -> Any:
        share = of_each(self._draws(images, self.factor))
        pale = images + share * (_core.rgb_to_grayscale(images) - images)
        low, high = map(float, self.value_range)
        return _core.clip_by_value(pale, low, high)


class _OfBytes(OfExamples):
    """Works on images as values from 0 to 255."""

    value_range: Any

    def _changed_bytes(self, images: Any) -> Any:
        raise NotImplementedError

    def _changed(self, images: Any) -> Any:
        low, high = map(float, self.value_range)
        scale = _BYTE / (high - low)
        return self._changed_bytes((images - low) * scale) / scale + low


class Solarization(_OfBytes, LayerOptions):
    """Takes values from the largest one where they are at a random threshold or above.

    Before that, something up to `addition_factor` of the range is added.

    >>> import gradtape as tf
    >>> tf.keras.layers.Solarization()(tf.constant([[[[0.0], [100.0]]]])).numpy().ravel().tolist()
    [255.0, 155.0]
    """

    addition_factor: Share = argument(default=0.0)
    threshold_factor: Share = argument(default=0.0)
    value_range: ValueRange = argument(default=(0, 255))
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _changed_bytes(self, images: Any) -> Any:
        added, threshold = (
            of_each(self._draws(images, (low, high * _BYTE)))
            for low, high in (self.addition_factor, self.threshold_factor)
        )
        lighter = _core.clip_by_value(images + added, 0.0, _BYTE)
        return _core.where(lighter < threshold, lighter, _BYTE - lighter)


class RandomPosterization(_OfBytes, TonedOptions, first=("factor", *TONED_ORDER)):
    """Keeps so many bits of each value as are drawn within `factor`."""

    _idle_draws = 1

    factor: Bits = argument()

    def _unchanged(self, images: Any) -> Any:
        return images if self.factor[0] == self.factor[1] else super()._unchanged(images)

    def _changed_bytes(self, images: Any) -> Any:
        low, high = self.factor
        bits = _core.fill([images.shape[0]], int(low))
        if low != high:
            drawn = randint([images.shape[0]], low, high, "uint8", self.generator)
            bits = _core.cast(drawn, _core.int32)
        step = of_each(_core.cast(2 ** (8 - bits), images.dtype))
        return _core.floor(_core.floor(images) / step) * step
