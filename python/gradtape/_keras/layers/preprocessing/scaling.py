"""Numbers and images of another scale or size: Rescaling, Normalization, Resizing, CenterCrop."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .... import _core
from ...._data.dataset import Dataset
from ...._images.sizes import resize
from ...._runtime.versions import is_keras_2_asked_for
from ...arguments import Argument, Flag, Number, argument
from ...base_layer.layer import Layer
from ...base_layer.options import Count, LayerOptions
from ...preprocessing.directories import padded
from ...preprocessing.images import smart_resize
from ...settings import image_data_format
from ..spatial import DataFormat, last_channels
from .adapting import Adapting, has_batches
from .moments import Together, of_whole
from .transformations import Fixed

if TYPE_CHECKING:
    from ...._typing import TensorLike

_ROWS = 128  # of a dataset without batches, which `Normalization` reads at once
_UNKNOWN = _core.TensorShape(None)


class Scale(Argument[Any, Any]):
    """A number, or one for each channel."""

    def serialize(self, value: Any) -> Any:
        return np.asarray(value).tolist() if isinstance(value, (np.ndarray, np.generic)) else value


class Rescaling(Layer, LayerOptions):
    """`inputs * scale + offset`.

    >>> import gradtape as tf
    >>> tf.keras.layers.Rescaling(1 / 4, offset=-1.0)(tf.constant([0, 8])).numpy().tolist()
    [-1.0, 1.0]
    """

    supports_masking = True
    _gives_shape_back = True
    scale: Scale = argument()
    offset: Scale = argument(default=0.0)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        inputs = _core.cast(inputs, self._dtype)
        rank = inputs.shape.rank
        scale, offset = (self._of_channels(v, rank) for v in (self.scale, self.offset))
        return inputs * scale + offset

    def _of_channels(self, value: Any, rank: int) -> _core.Tensor:
        """A number for all, or one for each channel of images, wherever these have them."""
        value = _core.cast(value, self._dtype)
        first = value.shape.rank == 1 and rank > 2 and image_data_format() == "channels_first"
        return _core.reshape(value, [-1, *[1] * (rank - 2)]) if first else value


class Axes(Argument[Any, Any]):
    """Axes that keep numbers of their own: one, several, or None."""

    def convert(self, owner: Any, value: Any) -> Any:
        return value if value is None or isinstance(value, int) else tuple(value)


class Given(Argument[Any, Any]):
    """Numbers, or None for those that are learned."""

    def serialize(self, value: TensorLike | None) -> Any:
        return None if value is None else np.asarray(value).tolist()


class Normalization(Adapting, LayerOptions):
    """`(inputs - mean) / sqrt(variance)`, with numbers that `adapt` learns or that are given.

    Each place along `axis` has a mean and a variance of its own; None has one for all. `invert`
    goes the other way. `ValueError` for one of `mean` and `variance` without the other, and
    where sizes are not known.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Normalization()
    >>> layer.adapt([[0.0, 1.0], [4.0, 3.0]])
    >>> layer(tf.constant([[4.0, 3.0]])).numpy().tolist()
    [[1.0, 1.0]]
    """

    supports_masking = True
    _gives_shape_back = True
    axis: Axes = argument(default=-1)
    mean: Given = argument(default=None)
    variance: Given = argument(default=None)
    invert: Flag = argument(default=False)

    def _initialize(self) -> None:
        if (self.mean is None) != (self.variance is None):
            raise ValueError(
                "When setting values directly, both `mean` and `variance` must be set. Received: "
                f"mean={self.mean} and variance={self.variance}"
            )
        self._given = self.mean, self.variance
        if self.mean is not None and not is_keras_2_asked_for():
            self._check_given(np.shape(self.mean), np.shape(self.variance))

    def _check_given(self, mean: tuple[int, ...], variance: tuple[int, ...]) -> None:
        if mean != variance:
            raise ValueError(
                "When setting values directly, `mean` and `variance` must have the same shape. "
                f"Received: mean shape {mean} and variance shape {variance}"
            )
        axes = () if self.axis is None else np.ravel(self.axis)
        if len(mean) > len(axes):
            raise ValueError(
                "The rank of `mean` must be less than or equal to the number of axes "
                f"({len(axes)}). Received: mean shape {mean} for axis {self.axis}"
            )

    def _axes(self, rank: int) -> list[int]:
        axes = () if self.axis is None else self.axis
        axes = (axes,) if isinstance(axes, int) else axes
        if any(not -rank <= axis < rank for axis in axes):
            raise ValueError(
                f"All `axis` values must be in the range [-{rank}, {rank}). Received: "
                f"inputs of rank {rank}, with axis={self.axis}"
            )
        return sorted(axis % rank for axis in axes)

    def build(self, input_shape: Any) -> None:
        kept = self._axes(input_shape.rank)
        shape = [input_shape[axis] for axis in kept]
        if None in shape:
            raise ValueError(
                "All `axis` values to be kept must have a known shape. Received axis="
                f"{self.axis}, inputs.shape={input_shape}"
            )
        if self._learns():
            options: dict[str, Any] = {"trainable": False}
            self.adapt_mean = self.add_weight("mean", shape, initializer="zeros", **options)
            self.adapt_variance = self.add_weight("variance", shape, initializer="ones", **options)
            self.count = self.add_weight("count", [], _core.int64, "zeros", **options)
        self._sizes = [n if axis in kept else 1 for axis, n in enumerate(input_shape)]
        self._lay_out(*((self.adapt_mean, self.adapt_variance) if self._learns() else self._given))
        self.built = True

    def _learns(self) -> bool:
        return self._given[0] is None

    def _lay_out(self, *numbers: Any) -> None:
        """Constants with as many axes as inputs have: weights that change later do not count."""
        self.mean, self.variance = (
            _laid(_core.cast(value, self.compute_dtype), self._sizes) for value in numbers
        )

    def finalize_state(self) -> None:
        """Normalize with what `adapt_mean` and `adapt_variance` are now."""
        if self.built and self._learns():
            self._lay_out(self.adapt_mean, self.adapt_variance)

    def reset_state(self) -> None:
        """Forget what was learned; `finalize_state` lets calls know it."""
        if self.built and self._learns():
            for weight, start in (self.adapt_mean, 0), (self.adapt_variance, 1), (self.count, 0):
                weight.assign(_core.cast(_core.fill(weight.shape, start), weight.dtype))

    def update_state(self, data: Any) -> None:
        """Learn from a batch besides what was learned before; `finalize_state` lets calls know."""
        self._begin()
        if self.built and int(self.count):
            learned = self.adapt_mean.numpy(), self.adapt_variance.numpy()
            self._seen.append((int(self.count), *learned))
        self._take(data)
        self._settle()

    def adapt(self, data: Any, batch_size: int | None = None, steps: int | None = None) -> None:
        """Learn from an array, a tensor, a table or a column of one, or a dataset of batches or of
        rows.

        Keras 3 makes batches of rows; for Keras 2 each is one, and so are inputs later. A vector is
        one example; a column of a table, which Keras 3 refuses, has one in each row.
        """
        if getattr(data, "ndim", None) == 1 and hasattr(data, "to_numpy"):
            data = data.to_numpy()[:, None]
        if is_keras_2_asked_for():
            super().adapt(data, batch_size, steps)
            return
        rank = getattr(getattr(data, "element_spec", None), "shape", _UNKNOWN).rank
        if isinstance(data, Dataset) and rank == 1:
            # One mean for all numbers: then rows may have different lengths, as batches do.
            data = data.map(lambda row: row[None]) if self.axis is None else data.batch(_ROWS)
        if has_batches(data):
            super().adapt(data, batch_size, steps)
        else:
            with _core.stop_recording_all():
                self._begin()
                self._take_whole(data)
                self.finalize_state()
            self.is_adapted = True

    def _take_whole(self, data: Any) -> None:
        """Learn from an array or a tensor that is no batch among others."""
        data = data if isinstance(data, (np.ndarray, _core.Tensor)) else np.asarray(data)
        data = data if data.ndim else data.reshape([1])
        if not self.built:
            self._build_for(_core.TensorShape(data.shape))
        self._check(data)
        self._keep(*of_whole(data, self._others(len(data.shape))))

    def _others(self, rank: int) -> list[int]:
        """The axes along which examples lie."""
        kept = self._axes(rank)
        return [axis for axis in range(rank) if axis not in kept]

    def _keep(self, mean: Any, variance: Any) -> None:
        self.adapt_mean.assign(_core.cast(mean, self._dtype))
        self.adapt_variance.assign(_core.cast(variance, self._dtype))

    def _open_shape(self, sizes: list[int]) -> list[int | None]:
        kept = self._axes(len(sizes))
        return [size if axis in kept else None for axis, size in enumerate(sizes)]

    def _begin(self) -> None:
        if not self._learns():
            raise ValueError(
                "Cannot `adapt` a Normalization layer that is initialized with static `mean` and "
                "`variance`, you passed mean and variance to the layer."
            )
        self._seen: list[tuple[int, Any, Any]] = []
        self._together = Together()

    def _take(self, batch: _core.Tensor) -> None:
        batch = _core.cast(_core.convert_to_tensor(batch), self._dtype)
        if not self.built:
            self._build_once(batch)
        self._check(batch)
        others = self._others(len(batch.shape))
        if not is_keras_2_asked_for():
            self._together.add(batch, others)
            return
        wide = batch.numpy().astype("float64")
        count = int(np.prod([wide.shape[axis] for axis in others]))
        axes = tuple(others)
        self._seen.append((count, wide.mean(axis=axes), wide.var(axis=axes)))

    def _check(self, batch: _core.Tensor) -> None:
        """`ValueError` for a batch with other sizes along the axes that keep them."""
        known = self.adapt_mean.shape.as_list()
        sizes = [batch.shape[axis] for axis in self._axes(len(batch.shape))]
        if sizes != known:
            raise ValueError(
                f"The layer was built for the sizes {known} along its axes, but adapt() is being "
                f"called with data with an incompatible shape, data.shape={tuple(batch.shape)}"
            )

    def _finish(self) -> None:
        if not self._together.count and not is_keras_2_asked_for():
            raise ValueError("adapt() received no batches. Expected at least one batch of data.")
        self._settle()
        self.finalize_state()

    def _settle(self) -> None:
        if self._together.count:
            self._keep(self._together.mean, self._together.variance)
        seen, self._seen = self._seen, []
        total = sum(count for count, _, _ in seen)
        if not total:
            return
        mean = sum(count * m for count, m, _ in seen) / total
        variance = sum(count * (v + (m - mean) ** 2) for count, m, v in seen) / total
        self._keep(mean, variance)
        self.count.assign(total)  # Keras 3 has the weight, and leaves it at 0

    def get_config(self) -> dict[str, Any]:
        kind = type(self)._arguments["mean"].kind
        assert kind is not None
        mean, variance = map(kind.serialize, self._given)
        return {**super().get_config(), "mean": mean, "variance": variance}

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        inputs = _core.cast(inputs, self.compute_dtype)
        scale = _core.maximum(_core.sqrt(self.variance), 1e-7)
        return self.mean + inputs * scale if self.invert else (inputs - self.mean) / scale


def _laid(value: _core.Tensor, sizes: list[int]) -> _core.Tensor:
    """Numbers laid along the axes that keep them, the last ones where they are fewer."""
    if value.shape.num_elements() == math.prod(sizes):
        return _core.reshape(value, sizes)
    last = [axis for axis, size in enumerate(sizes) if size != 1][-value.shape.rank :]
    spread = [1] * len(sizes)
    for axis, size in zip(last, value.shape.as_list(), strict=False):
        spread[axis] = size
    fits = math.prod(spread) == value.shape.num_elements()
    return _core.broadcast_to(_core.reshape(value, spread) if fits else value, sizes)


class Method(Argument[str, str]):
    """A way to find values between pixels: "bilinear", "nearest" ..."""

    def convert(self, owner: Any, value: str) -> str:
        return value.lower()


class Resizing(Fixed, Layer, LayerOptions):
    """Images of another size, `[batch, height, width, channels]` or one of them.

    `crop_to_aspect_ratio` cuts out the middle first, `pad_to_aspect_ratio` puts the image in the
    middle of one that is filled with `fill_value`.

    >>> import gradtape as tf
    >>> tf.keras.layers.Resizing(4, 6)(tf.zeros([2, 8, 8, 3])).shape
    TensorShape([2, 4, 6, 3])
    """

    _mode_by_itself = True
    height: Count = argument()
    width: Count = argument()
    interpolation: Method = argument(default="bilinear")
    crop_to_aspect_ratio: Flag = argument(default=False)
    pad_to_aspect_ratio: Flag = argument(default=False)
    fill_mode: Method = argument(default="constant")
    fill_value: Number = argument(default=0.0)
    antialias: Flag = argument(default=False)
    data_format: DataFormat = argument(default=None)

    def call(self, inputs: Any) -> Any:
        if isinstance(inputs, dict):
            return self._changed_examples(inputs)
        images = _core.cast(inputs, self._dtype)
        resized = last_channels(self._resized, images, self.data_format)
        whole = inputs.dtype.is_integer  # whole numbers stay so, rounded
        return _core.saturate_cast(_core.round(resized), inputs.dtype) if whole else resized

    def _resized(self, images: _core.Tensor) -> _core.Tensor:
        size = self.height, self.width
        if self.crop_to_aspect_ratio:
            return smart_resize(images, size, self.interpolation)
        if self.pad_to_aspect_ratio:
            return padded(images - self.fill_value, size, self.interpolation) + self.fill_value
        return resize(images, size, method=self.interpolation, antialias=self.antialias)


class CenterCrop(Fixed, Layer, LayerOptions):
    """The middle of images; those that are too small are enlarged first.

    >>> import gradtape as tf
    >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> tf.keras.layers.CenterCrop(2, 2)(x).numpy().ravel().tolist()
    [5.0, 6.0, 9.0, 10.0]
    """

    _mode_by_itself = True
    height: Count = argument()
    width: Count = argument()
    data_format: DataFormat = argument(default=None)

    def call(self, inputs: Any) -> Any:
        if isinstance(inputs, dict):
            return self._changed_examples(inputs)
        return last_channels(self._cut, _core.cast(inputs, self._dtype), self.data_format)

    def _cut(self, images: _core.Tensor) -> _core.Tensor:
        height, width = images.shape.as_list()[-3:-1]
        if height < self.height or width < self.width:
            return smart_resize(images, (self.height, self.width))
        top, left = (height - self.height) // 2, (width - self.width) // 2
        return images[..., top : top + self.height, left : left + self.width, :]
