"""Changes of images that are kept, to change several images and what goes with them alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .... import _core
from ...._runtime.manners import are_of_keras_3
from ...seed_generator import SeedGenerator
from .draws import drawing_from

if TYPE_CHECKING:
    from ...._typing import TensorLike


MASKS = "segmentation_masks"  # the key of the numbers of classes of pixels


class ReplayedDraws(SeedGenerator):
    """Draws that another generator has made, again from the first one on."""

    def __init__(self, draws: list[Any]) -> None:
        self._draws = iter(draws)

    def draw(self) -> Any:
        """The next of them."""
        return next(self._draws)


class RecordedDraws(SeedGenerator):
    """Draws of another generator, which are kept."""

    def __init__(self, generator: SeedGenerator) -> None:
        self._generator = generator
        self.draws: list[Any] = []

    def draw(self) -> Any:
        """The next one of the generator."""
        self.draws.append(self._generator.draw())
        return self.draws[-1]


class Transformations:
    """Mixin of the layers that draw.

    >>> import gradtape as tf
    >>> layer, x = tf.keras.layers.RandomFlip(seed=1), tf.random.uniform([2, 4, 4, 3])
    >>> flips = layer.get_random_transformation(x)
    >>> once, again = layer.transform_images(x, flips), layer.transform_images(x, flips)
    >>> bool(tf.reduce_all(once == again))
    True
    """

    _mixes_labels = False
    _moves_pixels = True
    _keeps_integers = False  # whether Keras 3 computes in the dtype of whole numbers

    def _as_computed(self: Any, images: TensorLike) -> _core.Tensor:
        """Images in the dtype that the layer computes in."""
        if self._keeps_integers and are_of_keras_3():
            found = _core.convert_to_tensor(images)
            return found if found.dtype.is_integer else _core.cast(found, self._dtype)
        return _core.cast(images, self._dtype)

    def _changed_examples(
        self: Any, examples: dict[str, Any], training: bool | None
    ) -> dict[str, Any]:
        """A dict of images, and of masks of their segments, which move with their pixels."""
        if not self._moves_pixels or MASKS not in examples or self._draws_of_keras_2:
            return {**examples, "images": self.call(examples["images"], training)}
        recorded = RecordedDraws(self.generator)
        with drawing_from(self, recorded):
            images = self.call(examples["images"], training)
        with drawing_from(self, ReplayedDraws(recorded.draws)), reading_nearest(self):
            masks = self.call(examples[MASKS], training)
        return {**examples, "images": images, MASKS: masks}

    def get_random_transformation(
        self: Any, data: Any, training: bool = True, seed: SeedGenerator | None = None
    ) -> dict[str, Any] | None:
        """What the layer draws for images like these; None outside training."""
        if not training:
            return None
        images = data["images"] if isinstance(data, dict) else data
        recorded = RecordedDraws(self.generator if seed is None else seed)
        with drawing_from(self, recorded):
            self.call(images, training=True)
        return {"draws": recorded.draws, "shape": _core.TensorShape(images.shape)}

    def transform_images(
        self: Any,
        images: TensorLike,
        transformation: dict[str, Any] | None,
        training: bool = True,
    ) -> Any:
        """The images changed by what was drawn; as they are without that, or outside training."""
        if not training or transformation is None:
            return self.call(images, training=False)
        with drawing_from(self, ReplayedDraws(transformation["draws"])):
            return self.call(images, training=True)

    def transform_labels(
        self: Any,
        labels: TensorLike,
        transformation: dict[str, Any] | None,
        training: bool = True,
    ) -> Any:
        """The labels of such images: mixed as they were, where the layer mixes images."""
        if not self._mixes_labels or not training or transformation is None:
            return labels
        images = _core.zeros(transformation["shape"], self._dtype)
        with drawing_from(self, ReplayedDraws(transformation["draws"])):
            return self.call({"images": images, "labels": labels}, training=True)["labels"]


@contextmanager
def reading_nearest(layer: Any) -> Iterator[None]:
    """Within, a layer that reads between pixels takes the nearest, as for numbers of classes."""
    own = getattr(layer, "interpolation", None)
    if own is None:
        yield
        return
    layer.interpolation = "nearest"
    try:
        yield
    finally:
        layer.interpolation = own


class Fixed:
    """Mixin of the layers that change all images alike."""

    def _changed_examples(self: Any, examples: dict[str, Any]) -> dict[str, Any]:
        """A dict of images, and of masks of their segments, which change with them."""
        changed = {**examples, "images": self.call(examples["images"])}
        if MASKS in examples:
            with reading_nearest(self):
                changed[MASKS] = self.call(examples[MASKS])
        return changed

    def get_random_transformation(
        self, data: Any, training: bool = True, seed: SeedGenerator | None = None
    ) -> None:
        """Nothing, since the layer draws nothing."""
        return

    def transform_images(
        self: Any, images: TensorLike, transformation: Any = None, training: bool = True
    ) -> Any:
        """What the layer makes of the images."""
        return self.call(_core.convert_to_tensor(images))

    def transform_labels(
        self, labels: TensorLike, transformation: Any = None, training: bool = True
    ) -> Any:
        """The labels as they are."""
        return labels
