"""Images bent at random while training: sheared, seen from elsewhere, or as on rubber.

Each image of a batch is changed on its own; see `random_images.py`.
"""

from __future__ import annotations

from typing import Any

from .... import _core
from ...arguments import Argument, Number, OptionalInteger, argument
from ...base_layer.options import LayerOptions
from ..spatial import DataFormat
from .image_arguments import FillMode, Interpolation, ValueRange
from .random_colors import Share, of_each
from .random_images import _Moving, _Random


class ShearFactor(Argument[Any, tuple[float, float]]):
    """A number from 0 to 1, up to which in either direction; or two, between which."""

    def convert(self, owner: Any, value: Any) -> tuple[float, float]:
        given = [-abs(value), value] if isinstance(value, (int, float)) else sorted(value)
        least = given[1] if isinstance(value, (int, float)) else given[0]
        if len(given) != 2 or least < 0.0 or given[1] > 1.0:
            raise ValueError(
                f"The `factor` argument should be a number (or a list of two numbers) in the range "
                f"[0, 1.0]. Received: {self.name}={value}"
            )
        return (given[0], given[1])

    def serialize(self, value: Any) -> Any:
        """As it was given: Keras refuses the pair that a number becomes."""
        return value[1] if value[0] < 0 else value


class Scale(Argument[float, float]):
    """A number from 0 to 1."""

    def convert(self, owner: Any, value: float) -> float:
        if not 0.0 <= value <= 1.0:
            raise ValueError(
                f"The `{self.name}` argument should be a number in the range [0,1]. Received: "
                f"{self.name}={value}"
            )
        return value


class RandomShear(_Moving, LayerOptions):
    """Moves rows to the side the lower they are, and columns downwards, by random factors.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.RandomShear(x_factor=0.2, y_factor=0.1, seed=1)
    >>> layer(tf.ones([2, 4, 4, 3])).shape
    TensorShape([2, 4, 4, 3])
    """

    x_factor: ShearFactor = argument(default=0.0)
    y_factor: ShearFactor = argument(default=0.0)
    interpolation: Interpolation = argument(default="bilinear")
    fill_mode: FillMode = argument(default="reflect")
    fill_value: Number = argument(default=0.0)
    data_format: DataFormat = argument(default=None)
    seed: OptionalInteger = argument(default=None)

    def _rows(self, images: _core.Tensor, height: float, width: float) -> list[_core.Tensor]:
        backwards = self._computed_draws(images, (0.0, 1.0)) > 0.5
        y = self._computed_draws(images, self.y_factor)
        x = self._computed_draws(images, self.x_factor)
        one, none = _core.ones_like(x), _core.zeros_like(x)
        way = _core.where(backwards, -one, one)
        return [one, x * way, none, y * way, one, none]


class RandomPerspective(_Random, LayerOptions):
    """Shows images as from another place, each with a chance that is drawn within `factor`.

    Corners move by up to half of `scale` of their place.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.RandomPerspective(scale=0.2, seed=1)
    >>> layer(tf.ones([2, 4, 4, 3])).shape
    TensorShape([2, 4, 4, 3])
    """

    factor: Share = argument(default=1.0)
    scale: Scale = argument(default=1.0)
    interpolation: Interpolation = argument(default="bilinear")
    fill_value: Number = argument(default=0.0)
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _changed(self, images: Any) -> Any:
        from ...ops.moving import perspective_transform  # at call time: few need `keras.ops`

        count, height, width, _ = images.shape.as_list()
        chance = self._draws(images, self.factor)
        chosen = of_each(self._draws(images, (0.0, 1.0)) < chance)
        half = 0.5 * self.scale
        moved = self._uniform([count, 4, 2], -half, half, images.dtype)
        right, bottom = width - 1.0, height - 1.0
        corners = [[0.0, 0.0], [right, 0.0], [0.0, bottom], [right, bottom]]
        start = _core.tile(_core.cast([corners], images.dtype), [count, 1, 1])
        seen = perspective_transform(
            *(images, start, start + start * moved, self.interpolation, self.fill_value),
            data_format="channels_last",
        )
        return _core.where(chosen, seen, images)


class ElasticFillMode(FillMode):
    """What lies outside of an image: also "mirror"."""

    def convert(self, owner: Any, value: str) -> str:
        return value if value == "mirror" else super().convert(owner, value)


class RandomElasticTransform(_Random, LayerOptions):
    """Moves pixels by random amounts that change smoothly, as on a piece of rubber.

    How far, and over what distance, is drawn within `scale` once for a batch; the chance of each
    image within `factor`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.RandomElasticTransform(scale=0.5, seed=1)
    >>> layer(tf.ones([2, 8, 8, 3])).shape
    TensorShape([2, 8, 8, 3])
    """

    factor: Share = argument(default=1.0)
    scale: Share = argument(default=1.0)
    interpolation: Interpolation = argument(default="bilinear")
    fill_mode: ElasticFillMode = argument(default="reflect")
    fill_value: Number = argument(default=0.0)
    value_range: ValueRange = argument(default=(0, 255))
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _changed(self, images: Any) -> Any:
        if self.scale[1] == 0 or self.factor[1] == 0:
            return images
        from ...ops.moving import elastic_transform  # at call time: few need `keras.ops`

        height, width = images.shape.as_list()[1:3]
        chance = self._draws(images, self.factor)
        chosen = of_each(self._draws(images, (0.0, 1.0)) < chance)
        low, high = self.scale
        bent: Any = self._uniform([], low, high, images.dtype)
        alpha = max(height, width) * (0.1 * bent)
        sigma = min(height, width) * (0.05 * bent)
        moved = elastic_transform(
            *(images, alpha, sigma, self.interpolation, self.fill_mode, self.fill_value),
            seed=self.generator,
            data_format="channels_last",
        )
        low, high = map(float, self.value_range)
        return _core.clip_by_value(_core.where(chosen, moved, images), low, high)
