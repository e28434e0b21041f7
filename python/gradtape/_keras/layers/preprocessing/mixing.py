"""Images of a batch mixed while training, and their labels with them; and boxes that are erased."""

from __future__ import annotations

from typing import Any

from .... import _core
from ...arguments import Argument, Number, OptionalInteger, argument
from ...base_layer.options import LayerOptions
from ...random_functions import beta, shuffle
from ..spatial import DataFormat
from .image_arguments import ValueRange
from .random_colors import OfExamples, Share, of_each


class _Mixing(OfExamples):
    """Mixes what belongs together: images alone, or a dict of "images" and "labels"."""

    _mixes_labels = True

    def call(self, inputs: Any, training: bool | None = True) -> Any:
        examples = inputs if isinstance(inputs, dict) else {"images": inputs}
        images = _core.cast(examples["images"], self._dtype)
        if training is not False and images.shape.rank == 4:
            examples = {**examples, **self._mixed(images, examples)}
        else:
            examples = {**examples, "images": self._unchanged(images)}
        return examples if isinstance(inputs, dict) else examples["images"]

    def _mixed(self, images: Any, examples: dict[str, Any]) -> dict[str, Any]:
        raise NotImplementedError


def _together(labels: Any, order: Any, weight: Any) -> Any:
    """Labels and those of other examples, so much of each."""
    weight = _core.cast(weight, labels.dtype)[:, None]
    return weight * labels + (1.0 - weight) * _core.gather(labels, order)


def _some(size: Any) -> Any:
    return _core.range(size, dtype=_core.int64)


class MixUp(_Mixing, LayerOptions):
    """Adds another image of the batch to each, with a weight drawn from a beta distribution.

    Labels, which are one-hot codes or the like, are mixed in the same way.

    >>> import gradtape as tf
    >>> images, labels = tf.ones([4, 8, 8, 3]), tf.eye(4)
    >>> mixed = tf.keras.layers.MixUp(alpha=0.2, seed=1)({"images": images, "labels": labels})
    >>> tf.reduce_sum(mixed["labels"], axis=1).numpy().round(3).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """

    _idle_draws = 2

    alpha: Number = argument(default=0.2)
    data_format: DataFormat = argument(default=None)
    seed: OptionalInteger = argument(default=None)

    def _mixed(self, images: Any, examples: dict[str, Any]) -> dict[str, Any]:
        order = shuffle(_some(images.shape[0]), seed=self.generator)
        weight = beta([images.shape[0]], self.alpha, self.alpha, seed=self.generator)
        share = of_each(_core.cast(weight, images.dtype))
        found = {"images": share * images + (1.0 - share) * _core.gather(images, order)}
        if "labels" in examples:
            found["labels"] = _together(examples["labels"], order, weight)
        masks = examples.get("segmentation_masks")
        if masks is not None:
            share = of_each(_core.cast(weight, masks.dtype))
            mixed = share * masks + (1.0 - share) * _core.gather(masks, order)
            found["segmentation_masks"] = mixed
        return found


class Filling(Argument[Any, Any]):
    """What boxes are filled with: a number, one for each channel, or None for noise."""


class _Boxes(OfExamples):
    """Boxes at random places of images."""

    def _sizes(self, images: Any) -> tuple[int, int]:
        """Height and width."""
        first = 1 if self.data_format == "channels_last" else 2
        height, width = images.shape.as_list()[first : first + 2]
        return height, width

    def _along(self, images: Any, length: int, share: Any) -> tuple[Any, Any]:
        """Where boxes begin and end on an axis, of which they take such shares."""
        size = share * float(length)
        start = self._draws(images, (0.0, 1.0)) * (float(length) - size)
        return start, start + size

    def _inside(self, images: Any, across: tuple[Any, Any], down: tuple[Any, Any]) -> Any:
        """Whether a pixel is inside, with an axis for the channels."""
        height, width = self._sizes(images)
        y = _core.range(float(height), dtype=images.dtype)[None, :, None]
        x = _core.range(float(width), dtype=images.dtype)[None, None, :]
        (left, right), (top, bottom) = [
            [edge[:, None, None] for edge in edges] for edges in (across, down)
        ]
        inside = (x >= left) & (x < right) & (y >= top) & (y < bottom)
        return _core.expand_dims(inside, -1 if self.data_format == "channels_last" else 1)


class CutMix(_Mixing, _Boxes, LayerOptions):
    """Puts a box from another image of the batch into each; labels are mixed by the areas."""

    factor: Share = argument(default=1.0)
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _mixed(self, images: Any, examples: dict[str, Any]) -> dict[str, Any]:
        count, (height, width) = images.shape[0], self._sizes(images)
        low, high = self.factor
        alpha = self._uniform([], low, high, images.dtype) + 1e-6
        ratio = _core.sqrt(1.0 - beta([count], alpha, alpha, images.dtype, self.generator))
        across = self._along(images, width, ratio)
        down = self._along(images, height, ratio)
        order = shuffle(_some(count), seed=self.generator)
        inside = self._inside(images, across, down)
        found = {"images": _core.where(inside, _core.gather(images, order), images)}
        area = (across[1] - across[0]) * (down[1] - down[0])
        if "labels" in examples:
            weight = 1.0 - area / float(height * width)
            found["labels"] = _together(examples["labels"], order, weight)
        masks = examples.get("segmentation_masks")
        if masks is not None:
            found["segmentation_masks"] = _core.where(inside, _core.gather(masks, order), masks)
        return found


class RandomErasing(_Boxes, LayerOptions):
    """Fills a box of each image with noise, or with `fill_value`.

    Its area is a share of the image within `scale`, and the chance is drawn within `factor`.
    """

    factor: Share = argument(default=1.0)
    scale: Share = argument(default=(0.02, 0.33))
    fill_value: Filling = argument(default=None)
    value_range: ValueRange = argument(default=(0, 255))
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _changed(self, images: Any) -> Any:
        height, width = self._sizes(images)
        low, high = self.scale
        sides = _core.sqrt(self._uniform([images.shape[0], 2], low, high, images.dtype))
        across = self._along(images, width, sides[:, 0])
        down = self._along(images, height, sides[:, 1])
        chance = self._draws(images, self.factor)
        chosen = of_each(self._draws(images, (0.0, 1.0)) < chance)
        inside = self._inside(images, across, down)
        return _core.where(chosen & inside, self._filling(images), images)

    def _filling(self, images: Any) -> Any:
        low, high = map(float, self.value_range)
        if self.fill_value is None:
            noise = _core.stateless_normal(images.shape, self.generator.draw(), dtype=images.dtype)
            return _core.clip_by_value(noise * high, low, high)
        value = _core.clip_by_value(_core.cast(self.fill_value, images.dtype), low, high)
        return _core.zeros_like(images) + value
