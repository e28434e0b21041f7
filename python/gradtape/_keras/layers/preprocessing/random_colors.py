"""Colours changed at random while training: hue, saturation, all of them at once, grey, inverted.

Each image of a batch is changed on its own. A dict of examples is one of the same kind, whose
"images" are changed.
"""

from __future__ import annotations

from typing import Any

from .... import _core
from ...arguments import Argument, OptionalInteger, argument
from ...base_layer.options import LayerOptions
from ...settings import floatx
from ..spatial import DataFormat, channel_axis
from .draws import drawing_from
from .image_arguments import Range, ValueRange
from .random_images import RandomBrightness, RandomContrast, _Random

_TINY = 1e-7  # what Keras adds to a divisor
TONED_ORDER = ("value_range", "data_format", "seed")


class Share(Argument[Any, Any]):
    """A number from 0 to 1, up to which; or two, between which."""

    def convert(self, owner: Any, value: Any) -> tuple[float, float]:
        low, high = (0.0, value) if isinstance(value, (int, float)) else sorted(value)
        if low > 1.0 or high < 0.0 or (high > 1.0 and not isinstance(value, (tuple, list))):
            raise ValueError(
                f"The `{self.name}` argument should be a number (or a list of two numbers) in the "
                f"range [0, 1]. Received: {self.name}={value}"
            )
        return (float(low), float(high))


class Chance(Argument[float, float]):
    """A number from 0 to 1."""

    def convert(self, owner: Any, value: float) -> float:
        if not 0 <= value <= 1:
            raise ValueError(f"`{self.name}` should be between 0 and 1. Received: {value}")
        return value


class StepFactor(Argument[Any, Any]):
    """The factor of one of several steps, as that takes it; None leaves the step out."""


class OfExamples(_Random):
    """A layer that changes images where they are, so that what belongs to them stays."""

    data_format: Any
    _turns_formats = False
    _moves_pixels = False
    _idle_draws = 0  # what Keras draws where images stay as they are

    def _unchanged(self, images: Any) -> Any:
        for _ in range(self._idle_draws):
            self.generator.draw()
        return images

    def _changed_channels_last(self, images: Any) -> Any:
        raise NotImplementedError

    def _changed(self, images: Any) -> Any:
        if channel_axis(self.data_format) == -1:
            return self._changed_channels_last(images)
        changed = self._changed_channels_last(_core.transpose(images, [0, 2, 3, 1]))
        return _core.transpose(changed, [0, 3, 1, 2])


class TonedOptions(LayerOptions, kw_only=True):
    """What layers take that change tones within a range, behind what is their own."""

    value_range: ValueRange = argument(default=(0, 255))
    data_format: DataFormat = argument(default=None)
    seed: OptionalInteger = argument(default=None)


def of_each(numbers: Any) -> Any:
    """A number for each image, as one that goes with its pixels."""
    return numbers[:, None, None, None]


class RandomGrayscale(OfExamples, LayerOptions):
    """Makes a share of `factor` of the images grey.

    >>> import gradtape as tf
    >>> green = tf.constant([[[0.0, 10.0, 0.0]]])
    >>> grey = tf.keras.layers.RandomGrayscale(factor=1.0)(green)
    >>> [round(float(value), 1) for value in grey[0, 0]]
    [5.9, 5.9, 5.9]
    """

    _untold = ("seed",)
    _idle_draws, _keeps_integers = 1, True

    factor: Chance = argument(default=0.5)
    data_format: DataFormat = argument(default=None)
    seed: OptionalInteger = argument(default=None)

    def _changed_channels_last(self, images: Any) -> Any:
        drawn = self._uniform([images.shape[0]], 0.0, 1.0, floatx())
        return _core.where(of_each(drawn < self.factor), _core.rgb_to_grayscale(images), images)


class RandomHue(OfExamples, TonedOptions, first=("factor", *TONED_ORDER)):
    """Moves the hue by up to half of `factor` of the full circle, in either direction."""

    _idle_draws = 2

    factor: Share = argument()

    def _changed_channels_last(self, images: Any) -> Any:
        backwards = self._draws(images, (0.0, 1.0)) > 0.5
        moved = self._draws(images, self.factor) * 0.5
        moved = of_each(_core.where(backwards, -moved, moved))
        low, high = map(float, self.value_range)
        hue, rest = _core.split(_core.rgb_to_hsv((images - low) / (high - low)), [1, 2], -1)
        hue = hue + moved
        hue = _core.where(hue > 1.0, hue - 1.0, hue)
        hue = _core.where(hue < 0.0, hue + 1.0, hue)
        colours = _core.hsv_to_rgb(_core.concat([hue, rest], -1))
        return _core.clip_by_value(colours, 0.0, 1.0) * (high - low) + low


class RandomSaturation(OfExamples, TonedOptions, first=("factor", *TONED_ORDER)):
    """Multiplies the saturation by `f / (1 - f)`, for a random `f` within `factor`.

    So 0.5 leaves images as they are, and 0 makes them grey.
    """

    _idle_draws = 1

    factor: Range = argument()

    def _changed_channels_last(self, images: Any) -> Any:
        drawn = self._draws(images, self.factor)
        times = of_each(drawn / (1.0 - drawn + _TINY))
        hue, saturation, value = _core.split(_core.rgb_to_hsv(images), 3, -1)
        low, high = map(float, self.value_range)
        saturation = _core.clip_by_value(saturation * times, low, high)
        return _core.hsv_to_rgb(_core.concat([hue, saturation, value], -1))


class RandomInvert(OfExamples, LayerOptions):
    """Takes images from the largest value, each with a chance that is drawn within `factor`."""

    factor: Share = argument(default=1.0)
    value_range: ValueRange = argument(default=(0, 255))
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _changed(self, images: Any) -> Any:
        chance = self._draws(images, self.factor)
        chosen = of_each(self._draws(images, (0.0, 1.0)) < chance)
        return _core.where(chosen, float(self.value_range[1]) - images, images)


class RandomColorJitter(OfExamples, LayerOptions):
    """Brightness, contrast, saturation and hue at random, in this order, as far as they are given.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.RandomColorJitter(brightness_factor=0.2, hue_factor=0.1, seed=1)
    >>> layer(tf.ones([2, 4, 4, 3]) * 100.0).shape
    TensorShape([2, 4, 4, 3])
    """

    value_range: ValueRange = argument(default=(0, 255))
    brightness_factor: StepFactor = argument(default=None)
    contrast_factor: StepFactor = argument(default=None)
    saturation_factor: StepFactor = argument(default=None)
    hue_factor: StepFactor = argument(default=None)
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _initialize(self) -> None:
        super()._initialize()
        kinds: list[tuple[Any, Any]] = [
            (RandomBrightness, self.brightness_factor),
            (RandomContrast, self.contrast_factor),
            (RandomSaturation, self.saturation_factor),
            (RandomHue, self.hue_factor),
        ]
        self._steps = [
            kind(factor, value_range=self.value_range, seed=self.seed)
            for kind, factor in kinds
            if factor is not None
        ]

    def _changed_channels_last(self, images: Any) -> Any:
        for step in self._steps:
            with drawing_from(step, self.generator):
                images = step._changed(images)
        return images
