"""Images changed at random while training: flipped, turned, shifted, zoomed, cut, lighter, darker.

Each image of a batch is changed on its own. Layers work on `[batch, height, width, channels]` and
on single images. They change images unless `training` is False.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

from .... import _core
from ...._images.moving import affine
from ...._images.random import (
    stateless_random_contrast,
    stateless_random_flip_left_right,
    stateless_random_flip_up_down,
)
from ...._runtime import once
from ...._runtime.versions import is_keras_2_asked_for
from ...arguments import Argument, Number, OptionalInteger, argument
from ...base_layer.options import Count, LayerOptions
from ...preprocessing.images import smart_resize
from ...seed_generator import default_seed, is_held
from ..spatial import DataFormat, last_channels
from .draws import DrawingLayer
from .image_arguments import Factor, FillMode, Interpolation, Range, ValueRange
from .transformations import Transformations


class _Random(Transformations, DrawingLayer):
    """Calls `_changed` on batches of floats while training.

    What is called may be images, or a dict of them and what belongs to them.
    """

    _limits: tuple[float, float] = (-1, 1)
    _limits_of_keras_2: ClassVar[dict[str, tuple[float, float]]] = {}
    _turned_ranges = "refused"
    _turns_formats = True  # or the class does so by itself
    _gives_shape_back = True
    data_format: str | None = None

    def _changed(self, images: Any) -> Any:
        raise NotImplementedError

    def call(self, inputs: Any, training: bool | None = True) -> Any:
        if isinstance(inputs, dict):
            return self._changed_examples(inputs, training)
        if self._draws_of_keras_2:
            self._state_of_keras_2()
        images = self._as_computed(inputs)
        change = self._unchanged if training is False else self._changed_in_a_batch
        return last_channels(change, images, self.data_format if self._turns_formats else None)

    def _changed_in_a_batch(self, images: _core.Tensor) -> _core.Tensor:
        return self._changed(images[None])[0] if images.shape.rank == 3 else self._changed(images)

    def _unchanged(self, images: _core.Tensor) -> _core.Tensor:
        return images


class Mode(Argument[str, str]):
    """Ways to flip: "horizontal", "vertical" or "horizontal_and_vertical"."""

    def convert(self, owner: Any, value: str) -> str:
        known = ("horizontal", "vertical", "horizontal_and_vertical")
        if value not in known:
            raise ValueError(f"Unknown `mode`. Expected of one of {known}. Received: mode={value}")
        return value


class RandomFlip(_Random, LayerOptions):
    """Turns images over with a chance of one half, both ways at once if it is to be both.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.RandomFlip("horizontal", seed=1)
    >>> layer(tf.ones([2, 4, 4, 3]), training=True).shape
    TensorShape([2, 4, 4, 3])
    """

    _is_of_keras_2 = True
    mode: Mode = argument(default="horizontal_and_vertical")
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _changed_in_a_batch(self, images: _core.Tensor) -> _core.Tensor:
        if self._draws_of_keras_2:  # one image is turned over where one of a batch is not
            return self._changed_by_keras_2(images)
        return super()._changed_in_a_batch(images)

    def _changed(self, images: _core.Tensor) -> _core.Tensor:
        chosen = (self._draws(images, (0.0, 1.0)) <= 0.5)[:, None, None, None]
        axes = [axis for way, axis in (("horizontal", 2), ("vertical", 1)) if way in self.mode]
        return _core.where(chosen, _core.reverse(images, axes), images)

    def _changed_by_keras_2(self, images: _core.Tensor) -> _core.Tensor:
        if "horizontal" in self.mode:
            images = stateless_random_flip_left_right(images, self._seeds_of_keras_2())
        if "vertical" in self.mode:
            images = stateless_random_flip_up_down(images, self._seeds_of_keras_2())
        return images


class _Moving(_Random):
    """Reads images at other places: `_rows` says where."""

    fill_mode: Any
    fill_value: Any
    interpolation: Any

    def _rows(self, images: Any, height: float, width: float) -> list[Any]:
        raise NotImplementedError

    def _changed(self, images: _core.Tensor) -> _core.Tensor:
        height, width = images.shape.as_list()[1:3]
        rows = _core.stack(self._rows(images, float(height), float(width)), axis=1)
        return affine(images, rows, self.fill_mode, self.fill_value, self.interpolation)


def _times(limits: tuple[float, float], factor: float) -> tuple[float, float]:
    return limits[0] * factor, limits[1] * factor


def _around_one(limits: tuple[float, float]) -> tuple[float, float]:
    return 1.0 + limits[0], 1.0 + limits[1]


class RandomRotation(_Moving, LayerOptions):
    """Turns images by a share of a full circle within `factor`; positive is counterclockwise.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.RandomRotation((0.25, 0.25))  # always a quarter
    >>> x = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    >>> [round(float(v), 3) + 0.0 for v in tf.reshape(layer(x, training=True), [-1])]
    [1.0, 3.0, 0.0, 2.0]
    """

    _is_of_keras_2 = True
    _limits_of_keras_2: ClassVar = {"factor": (-math.inf, math.inf)}
    factor: Range = argument()
    fill_mode: FillMode = argument(default="reflect")
    interpolation: Interpolation = argument(default="bilinear")
    seed: OptionalInteger = argument(default=None)
    fill_value: Number = argument(default=0.0)
    data_format: DataFormat = argument(default=None)

    def _rows(self, images: _core.Tensor, height: float, width: float) -> list[_core.Tensor]:
        if self._draws_of_keras_2:
            angle = self._draws(images, _times(self.factor, 2.0 * math.pi))
            cos, sin = _core.cos(angle), _core.sin(angle)
            right, bottom = width - 1.0, height - 1.0
            x = (right - (cos * right - sin * bottom)) / 2.0
            y = (bottom - (sin * right + cos * bottom)) / 2.0
            return [cos, -sin, x, sin, cos, y]
        angle = self._draws(images, _times(self.factor, 360.0)) * (math.pi / 180.0)
        cos, sin = _core.cos(angle), _core.sin(angle)
        across, down = 0.5 * (width - 1.0), 0.5 * (height - 1.0)
        x = across - across * cos + down * sin
        y = down - across * sin - down * cos
        return [cos, -sin, x, sin, cos, y]


class RandomTranslation(_Moving, LayerOptions):
    """Shifts images by shares of their height and width; positive is down and right."""

    _is_of_keras_2 = True
    _limits = (-1.0, 1.0)
    height_factor: Range = argument()
    width_factor: Range = argument()
    fill_mode: FillMode = argument(default="reflect")
    interpolation: Interpolation = argument(default="bilinear")
    seed: OptionalInteger = argument(default=None)
    fill_value: Number = argument(default=0.0)
    data_format: DataFormat = argument(default=None)

    def _rows(self, images: _core.Tensor, height: float, width: float) -> list[_core.Tensor]:
        down = self._draws(images, self.height_factor) * height
        right = self._draws(images, self.width_factor) * width
        one, none = _core.ones_like(down), _core.zeros_like(down)
        return [one, none, -right, none, one, -down]


class RandomZoom(_Moving, LayerOptions):
    """Zooms by factors; positive ones show more, negative ones less of what is there.

    Without `width_factor` the proportions stay.
    """

    _is_of_keras_2 = True
    _limits = (-1.0, 1.0)
    _limits_of_keras_2: ClassVar = {"width_factor": (-1.0, math.inf)}
    _turned_ranges = "kept"
    height_factor: Range = argument()
    width_factor: Range = argument(default=None)
    fill_mode: FillMode = argument(default="reflect")
    interpolation: Interpolation = argument(default="bilinear")
    seed: OptionalInteger = argument(default=None)
    fill_value: Number = argument(default=0.0)
    data_format: DataFormat = argument(default=None)

    def _rows(self, images: _core.Tensor, height: float, width: float) -> list[_core.Tensor]:
        down = right = self._draws(images, _around_one(self.height_factor))
        if self.width_factor is not None:
            right = self._draws(images, _around_one(self.width_factor))
        none = _core.zeros_like(down)
        x, y = (1.0 - right) * ((width - 1.0) / 2.0), (1.0 - down) * ((height - 1.0) / 2.0)
        return [right, none, x, none, down, y]


class RandomCrop(_Random, LayerOptions):
    """A part of each batch at a random place; the middle outside training.

    Images that are too small are enlarged first. In TensorFlow's place Keras 3's does nothing
    outside training, as there.
    """

    _is_of_keras_2 = True
    height: Count = argument()
    width: Count = argument()
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _initialize(self) -> None:
        if self.seed is None and not is_keras_2_asked_for():
            default_seed()  # Keras draws two seeds, and uses the second one
        super()._initialize()

    def _room(self, images: _core.Tensor) -> tuple[int, int]:
        height, width = images.shape.as_list()[-3:-1]
        return height - self.height, width - self.width

    def _changed(self, images: _core.Tensor) -> _core.Tensor:
        down, right = self._room(images)
        if down <= 0 or right <= 0:
            return self._middle(images)
        return self._cut(images, *self._corner(down, right))

    def _corner(self, down: int, right: int) -> tuple[int, int]:
        if self._draws_of_keras_2:
            drawn = self._state_of_keras_2().uniform([2], 0, _core.int32.max, _core.int32)
            return int(drawn[0]) % (down + 1), int(drawn[1]) % (right + 1)
        return (
            int(self._uniform([], 0.0, float(down + 1), _core.float32)),
            int(self._uniform([], 0.0, float(right + 1), _core.float32)),
        )

    def _unchanged(self, images: Any) -> Any:
        idle = once.is_held_back() and not self._draws_of_keras_2
        return images if idle else self._middle(images)

    def _middle(self, images: Any) -> Any:
        return smart_resize(images, (self.height, self.width))

    def _cut(self, images: _core.Tensor, top: int, left: int) -> _core.Tensor:
        return images[..., top : top + self.height, left : left + self.width, :]


class RandomContrast(_Random, LayerOptions, first_in_keras_2=("factor", "seed")):
    """Moves pixels away from the mean of their channel, or towards it, by a random factor.

    The factor is between 1 and `1 + factor`, as in Keras 3, or with a pair between `1 - low` and
    `1 + high`; results stay in `value_range`.
    """

    _is_of_keras_2 = True
    _moves_pixels = False
    factor: Factor = argument()
    value_range: ValueRange = argument(default=(0, 255))
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _changed(self, images: _core.Tensor) -> _core.Tensor:
        given = self.factor
        if self._draws_of_keras_2:  # one factor for the batch
            low, high = (given, given) if isinstance(given, (int, float)) else given
            seeds = self._seeds_of_keras_2()
            changed = stateless_random_contrast(images, 1.0 - low, 1.0 + high, seeds)
            return _core.clip_by_value(changed, 0.0, 255.0)
        low, high = (0.0, given) if isinstance(given, (int, float)) else sorted(given)
        factor = self._computed_draws(images, (1.0 - low, 1.0 + high))[:, None, None, None]
        mean = _core.reduce_mean(images, axis=[1, 2], keepdims=True)
        low, high = self.value_range
        return _core.clip_by_value((images - mean) * factor + mean, float(low), float(high))


class RandomBrightness(_Random, LayerOptions):
    """Adds a random share, within `factor`, of the `value_range` to all pixels of an image."""

    _is_of_keras_2 = _keeps_integers = True
    _moves_pixels = False
    _turned_ranges = "sorted"
    factor: Range = argument()
    value_range: ValueRange = argument(default=(0, 255))
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _changed(self, images: _core.Tensor) -> _core.Tensor:
        low, high = self.value_range
        like = images if images.dtype.is_floating else _core.cast(images, self._dtype)
        added = self._draws(like, self.factor)[:, None, None, None] * float(high - low)
        return _core.clip_by_value(images + _core.cast(added, images.dtype), low, high)


class _Stretching(_Random):
    """Images of a random size along one axis."""

    _is_of_keras_2 = True
    _limits = (-1.0, math.inf)
    factor: Any
    interpolation: Any

    def _stretched(self, size: int, images: _core.Tensor) -> int:
        if is_held():  # nobody knows, so it is another one for each probe
            return size + images.shape[0]
        low, high = self.factor
        draw = self._uniform([], 1.0 + low, 1.0 + high, _core.float32)
        return max(int(draw * float(size)), 1)


class RandomHeight(_Stretching, LayerOptions):
    """Images of another height, by a random factor of `1 + factor`, the same for a batch."""

    factor: Range = argument()
    interpolation: Interpolation = argument(default="bilinear")
    seed: OptionalInteger = argument(default=None)

    def _changed(self, images: _core.Tensor) -> _core.Tensor:
        height, width = images.shape.as_list()[1:3]
        return _core.resize(
            images, [self._stretched(height, images), width], method=self.interpolation
        )


class RandomWidth(_Stretching, LayerOptions):
    """Images of another width, by a random factor of `1 + factor`, the same for a batch."""

    factor: Range = argument()
    interpolation: Interpolation = argument(default="bilinear")
    seed: OptionalInteger = argument(default=None)

    def _changed(self, images: Any) -> Any:
        height, width = images.shape.as_list()[1:3]
        return _core.resize(
            images, [height, self._stretched(width, images)], method=self.interpolation
        )
