"""Tones spread over the whole range: by the extremes, by a histogram, by those of tiles."""

from __future__ import annotations

from typing import Any

from .... import _core
from ...arguments import Argument, Number, argument
from ...base_layer.layer import Layer
from ...base_layer.options import Count, LayerOptions
from ..spatial import DataFormat, channel_axis, last_channels
from .image_arguments import ValueRange
from .transformations import Fixed

_TONES = 256


class SortedRange(ValueRange):
    """The least and the largest value of images, in either order."""

    def convert(self, owner: Any, value: Any) -> Any:
        if not isinstance(value, (tuple, list)) or len(value) != 2:
            raise ValueError(
                f"The `{self.name}` argument should be a list of two numbers. Received: "
                f"{self.name}={value}"
            )
        return sorted(value)


class TileGrid(Argument[Any, Any]):
    """How many tiles there are, downwards and across."""


class _OfImages(Fixed, Layer):
    """Works on batches of images; a dict of examples is one of the same kind."""

    _keeps_integers = False
    value_range: Any
    data_format: Any

    def call(self, inputs: Any, training: bool | None = True) -> Any:
        if isinstance(inputs, dict):
            return {**inputs, "images": self.call(inputs["images"], training)}
        images = _core.cast(inputs, self._dtype)
        if self._rests(training):
            return images
        single = images.shape.rank == 3
        changed = self._spread(images[None] if single else images)
        changed = changed[0] if single else changed
        given = _core.convert_to_tensor(inputs).dtype
        return _core.cast(changed, given) if self._keeps_integers and given.is_integer else changed

    def _rests(self, training: bool | None) -> bool:
        return False

    def _spread(self, images: Any) -> Any:
        raise NotImplementedError

    def _as_bytes(self, images: Any) -> Any:
        """Values of the range as those from 0 to 255."""
        low, high = map(float, self.value_range)
        return (images - low) * (255.0 / (high - low))

    def _from_bytes(self, images: Any) -> Any:
        low, high = map(float, self.value_range)
        return images * ((high - low) / 255.0) + low


class AutoContrast(_OfImages, LayerOptions):
    """Stretches each channel of each image, so that its extremes become those of the range.

    A channel of one value stays as it is.

    >>> import gradtape as tf
    >>> x = tf.reshape([10.0, 20.0, 30.0, 60.0], [1, 2, 2, 1])
    >>> tf.keras.layers.AutoContrast()(x).numpy().ravel().tolist()
    [0.0, 51.0, 102.0, 255.0]
    """

    value_range: SortedRange = argument(default=(0, 255))
    data_format: DataFormat = argument(default=None)

    def _spread(self, images: Any) -> Any:
        values = self._as_bytes(images)
        low = _core.reduce_min(values, [1, 2], keepdims=True)
        scale = 255.0 / (_core.reduce_max(values, [1, 2], keepdims=True) - low)
        stretched = _core.clip_by_value(values * scale - low * scale, 0.0, 255.0)
        found = self._from_bytes(stretched)
        return _core.where(_core.is_nan(found), images, found)


class Equalization(_OfImages, LayerOptions):
    """Makes all tones of a channel equally frequent, in the whole batch, while training.

    >>> import gradtape as tf
    >>> x = tf.reshape([10.0, 10.0, 11.0, 12.0], [1, 2, 2, 1])
    >>> tf.keras.layers.Equalization()(x).numpy().ravel().tolist()
    [0.0, 0.0, 128.0, 255.0]
    """

    value_range: SortedRange = argument(default=(0, 255))
    bins: Count = argument(default=_TONES)
    data_format: DataFormat = argument(default=None)

    def _rests(self, training: bool | None) -> bool:
        return training is False

    def _spread(self, images: Any) -> Any:
        axis = channel_axis(self.data_format)
        channels = _core.unstack(self._as_bytes(images), axis=axis)
        return self._from_bytes(_core.stack([self._equal(one) for one in channels], axis=axis))

    def _equal(self, channel: Any) -> Any:
        """A channel of bytes by the shares of pixels that are as dark or darker."""
        places = _core.cast(channel * (self.bins - 1.0) / 255.0, _core.int32)
        places = _core.reshape(_core.clip_by_value(places, 0, self.bins - 1), [-1])
        counts = _core.bincount(places, minlength=self.bins)
        if int(_core.count_nonzero(counts)) <= 1:
            return channel
        darker = _core.cast(_core.cumsum(counts), _core.float64)
        least = _core.reduce_min(_core.boolean_mask(darker, darker > 0))
        table = (darker - least) * 255.0 / (darker[-1] - least)
        tones = _core.clip_by_value(channel / 255.0 * (self.bins - 1.0), 0.0, self.bins - 1.0)
        found = _core.gather(_core.round(table), _core.cast(tones, _core.int32))
        return _core.cast(found, channel.dtype)


class ContrastLimitedAdaptiveHistogramEqualization(_OfImages, LayerOptions):
    """Equalizes tiles of images by themselves, and blends between their middles.

    A tone counts for at most `clip_limit` times its even share; what is above is shared by all.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.ContrastLimitedAdaptiveHistogramEqualization()
    >>> layer(tf.ones([1, 16, 16, 3])).shape
    TensorShape([1, 16, 16, 3])
    """

    _keeps_integers = True
    value_range: ValueRange = argument(default=(0, 255))
    clip_limit: Number = argument(default=4.0)
    tile_grid_size: TileGrid = argument(default=(8, 8))
    data_format: DataFormat = argument(default=None)

    def _spread(self, images: Any) -> Any:
        return last_channels(self._blended, images, self.data_format)

    def _blended(self, images: Any) -> Any:
        values = _core.cast(self._as_bytes(images), _core.float32)
        count, height, width, channels = values.shape.as_list()
        rows, columns = self.tile_grid_size
        tall, wide = -(-height // rows), -(-width // columns)
        below, beside = tall * rows - height, wide * columns - width
        if below or beside:
            values = _core.pad(values, [[0, 0], [0, below], [0, beside], [0, 0]], "SYMMETRIC")
        tones = _core.clip_by_value(_core.cast(values, _core.int32), 0, _TONES - 1)
        tiled = _core.reshape(tones, [count, rows, tall, columns, wide, channels])
        tiled = _core.transpose(tiled, [0, 1, 3, 5, 2, 4])
        tables = self._tables(_core.reshape(tiled, [count, rows, columns, channels, -1]))
        found = _between(tables, tones, (tall, wide))
        return _core.cast(self._from_bytes(found[:, :height, :width]), images.dtype)

    def _tables(self, tiles: Any) -> Any:
        """What becomes of each tone in each tile."""
        pixels = float(tiles.shape[-1])
        shares = _core.reduce_sum(_core.one_hot(tiles, _TONES), -2)
        if self.clip_limit > 0:
            limited = _core.clip_by_value(shares, 0.0, self.clip_limit * pixels / _TONES)
            over = _core.reduce_sum(shares - limited, -1, keepdims=True)
            shares = limited + over / float(_TONES)
        darker = _core.cumsum(shares, axis=-1)
        least = _core.reduce_min(darker, -1, keepdims=True)
        others = pixels - least
        others = _core.where(others == 0.0, _core.ones_like(others), others)
        return _core.clip_by_value((darker - least) * 255.0 / others, 0.0, 255.0)


def _between(tables: Any, tones: Any, tile: tuple[int, int]) -> Any:
    """Tones by the tables of the four tiles around each pixel, the nearer the more."""
    count, rows, columns, channels, _ = tables.shape.as_list()
    (above, below, down), (left, right, across) = (
        _neighbours(tones.shape[axis], tile[axis - 1], number)
        for axis, number in ((1, rows), (2, columns))
    )
    flat = _core.reshape(tables, [-1])
    batch = _core.range(count)[:, None, None, None] * (rows * columns * channels * _TONES)
    base = batch + _core.range(channels)[None, None, None, :] * _TONES + tones

    def of(row: Any, column: Any) -> Any:
        places = row[None, :, None, None] * columns + column[None, None, :, None]
        return _core.gather(flat, base + places * (channels * _TONES))

    down, across = down[None, :, None, None], across[None, None, :, None]
    top = of(above, left) * (1.0 - across) + of(above, right) * across
    bottom = of(below, left) * (1.0 - across) + of(below, right) * across
    return top * (1.0 - down) + bottom * down


def _neighbours(length: int, tile: int, number: int) -> tuple[Any, Any, Any]:
    """The tiles before and behind each pixel of an axis, and how near it is to the latter."""
    places = (_core.range(float(length)) - tile / 2.0) / float(tile) + 1.0
    first = _core.floor(places)
    start = _core.cast(first, _core.int32) - 1  # tiles at the edges stand for those outside
    before, behind = (_core.clip_by_value(one, 0, number - 1) for one in (start, start + 1))
    return before, behind, places - first
