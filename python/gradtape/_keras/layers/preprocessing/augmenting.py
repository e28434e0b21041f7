"""Several random changes of images one after another: RandAugment and AugMix."""

from __future__ import annotations

import random
from typing import Any

from .... import _core
from ...arguments import Flag, Number, OptionalInteger, argument
from ...base_layer.options import Count, LayerOptions
from ...random_functions import beta, gamma, randint
from ...seed_generator import SeedGenerator
from ..spatial import DataFormat
from .draws import drawing_from
from .equalizing import AutoContrast, Equalization
from .image_arguments import Interpolation, ValueRange
from .random_colors import OfExamples, Share
from .random_images import RandomBrightness, RandomContrast, RandomRotation, RandomTranslation
from .random_shapes import RandomShear
from .random_tones import (
    RandomColorDegeneration,
    RandomPosterization,
    RandomSharpness,
    Solarization,
)
from .transformations import RecordedDraws, ReplayedDraws

_SHAPES = ("shear", "translation", "rotation")
_COLOURS = ("brightness", "degeneration", "contrast", "sharpness")


class _Several(OfExamples):
    """Has a layer for each change; they draw from the generator of this one."""

    value_range: Any
    factor: Any
    interpolation: Any
    seed: Any
    data_format: Any

    def _made(self, name: str) -> Any:
        factor, common = self.factor, {"seed": self.seed}
        toned = {**common, "value_range": self.value_range}
        moved = {**common, "interpolation": self.interpolation}
        makers: dict[str, Any] = {
            "shear": lambda: RandomShear(factor, factor, **moved),
            "translation": lambda: RandomTranslation(factor, factor, **moved),
            "rotation": lambda: RandomRotation(factor, **moved),
            "brightness": lambda: RandomBrightness(factor, **toned),
            "degeneration": lambda: RandomColorDegeneration(factor, **toned),
            "contrast": lambda: RandomContrast(factor, **toned),
            "sharpness": lambda: RandomSharpness(factor, **toned),
            "solarization": lambda: Solarization(factor, factor, **toned),
            "posterization": lambda: RandomPosterization(max(1, int(8 * factor[1])), **toned),
            "auto_contrast": lambda: AutoContrast(self.value_range),
            "equalization": lambda: Equalization(self.value_range),
        }
        return makers[name]()

    def _make(self, *names: str) -> None:
        """The layers, made in the order in which Keras makes them."""
        self._changes = {name: self._made(name) for name in names}

    def _change(self, name: str, images: Any, generator: SeedGenerator) -> Any:
        layer = self._changes[name]
        if isinstance(layer, (AutoContrast, Equalization)):
            return layer(images)
        with drawing_from(layer, generator):
            return layer._changed(images)


class RandAugment(_Several, LayerOptions):
    """Changes a batch by `num_ops` of eleven layers, drawn at random (Cubuk and others, 2019).

    >>> import gradtape as tf
    >>> tf.keras.layers.RandAugment(seed=1)(tf.ones([2, 8, 8, 3])).shape
    TensorShape([2, 8, 8, 3])
    """

    value_range: ValueRange = argument(default=(0, 255))
    num_ops: Count = argument(default=2)
    factor: Share = argument(default=0.5)
    interpolation: Interpolation = argument(default="bilinear")
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    _order = (*_SHAPES, *_COLOURS, "posterization", "solarization", "auto_contrast", "equalization")

    def _initialize(self) -> None:
        super()._initialize()
        last = ("solarization", "posterization", "auto_contrast", "equalization")
        self._make(*_SHAPES, *_COLOURS, *last)

    def _changed_channels_last(self, images: Any) -> Any:
        chosen = randint([self.num_ops], 0, len(self._order), seed=self.generator).numpy()
        draws = [self._draws_of(name, images) for name in self._order]
        for index in chosen.tolist():
            images = self._change(self._order[index], images, ReplayedDraws(draws[index]))
        return images

    def _draws_of(self, name: str, images: Any) -> list[Any]:
        """What a layer draws for this batch: all do, whether or not they are chosen."""
        recorded = RecordedDraws(self.generator)
        self._change(name, images[:, :2, :2], recorded)
        return recorded.draws


class AugMix(_Several, LayerOptions):
    """Mixes images with some that chains of random changes have made (Hendrycks and others, 2020).

    There are `num_chains` of up to `chain_depth` changes each; `alpha` is the parameter of the
    distributions of the shares. Without `all_ops` colours stay.

    >>> import gradtape as tf
    >>> tf.keras.layers.AugMix(seed=1)(tf.ones([2, 8, 8, 3])).shape
    TensorShape([2, 8, 8, 3])
    """

    value_range: ValueRange = argument(default=(0, 255))
    num_chains: Count = argument(default=3)
    chain_depth: Count = argument(default=3)
    factor: Share = argument(default=0.3)
    alpha: Number = argument(default=1.0)
    all_ops: Flag = argument(default=True)
    interpolation: Interpolation = argument(default="bilinear")
    seed: OptionalInteger = argument(default=None)
    data_format: DataFormat = argument(default=None)

    def _initialize(self) -> None:
        super()._initialize()
        tones = ("posterization", "solarization", "auto_contrast", "equalization")
        self._order = [*_SHAPES, *tones, *(_COLOURS if self.all_ops else ())]
        made = (*_SHAPES, "solarization", "posterization", *self._order[5:])
        self._make(*made)

    def _changed_channels_last(self, images: Any) -> Any:
        shares: Any = gamma([self.num_chains], self.alpha, seed=self.generator)
        shares = _core.cast(shares / _core.reduce_sum(shares), images.dtype)
        weight: Any = beta([], self.alpha, self.alpha, seed=self.generator)
        weight = _core.cast(weight, images.dtype)
        mixed = _core.zeros_like(images)
        for chain in range(self.num_chains):
            mixed = mixed + self._end_of_chain(images) * shares[chain]
        low, high = map(float, self.value_range)
        return _core.clip_by_value(weight * images + (1.0 - weight) * mixed, low, high)

    def _end_of_chain(self, images: Any) -> Any:
        for _ in range(self.chain_depth):
            name = random.choice([*self._order, None])
            if name is not None:
                images = self._change(name, images, self.generator)
        return images
