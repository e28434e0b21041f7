"""Raw operations of TensorFlow that Keras calls and gradtape does not have: composed of others."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import gradtape


class RawOperations:
    """`tf.raw_ops` for Keras: those below, and gradtape's."""

    @staticmethod
    def Bucketize(*, input: Any, boundaries: Any) -> Any:
        """How many of the boundaries, which rise, are not above each element."""
        values = gradtape.cast(gradtape.reshape(input, [-1]), gradtape.float64)
        edges = gradtape.constant(boundaries, gradtape.float64)
        places = gradtape.searchsorted(edges, values, side="right")
        return gradtape.reshape(places, gradtape.shape(input))

    @staticmethod
    def UniqueV2(*, x: Any, axis: Any) -> Any:
        return RawOperations.UniqueWithCountsV2(x=x, axis=axis)[:2]

    @staticmethod
    def UniqueWithCountsV2(*, x: Any, axis: Any) -> Any:
        """The different slices along an axis as they first occur, where each went, how many."""
        (axis,) = axis
        rows = np.moveaxis(np.asarray(x), axis, 0)
        flat = rows.reshape(len(rows), math.prod(rows.shape[1:]))
        _, first, place, counts = np.unique(flat, True, True, True, axis=0)
        order = np.argsort(first)
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        y = gradtape.gather(x, first[order], axis=axis)
        return y, _int32(rank[place.reshape(-1)]), _int32(counts[order])

    @staticmethod
    def ImageProjectiveTransformV3(
        *,
        images: Any,
        transforms: Any,
        output_shape: Any,
        fill_value: Any = 0.0,
        interpolation: str,
        fill_mode: str = "CONSTANT",
    ) -> Any:
        """Pictures at projected places: see `_places` and `_FOLDED`; they alone get gradients."""
        images = gradtape.convert_to_tensor(images)
        sizes = [int(size) for size in output_shape]
        x, y = _places(np.asarray(transforms), sizes, int(images.shape[0]))
        read = _Reading(images, fill_value, _FOLDED[fill_mode])
        if interpolation == "NEAREST":
            return read(_rounded(y), _rounded(x))
        top, left = np.floor(y), np.floor(x)
        down, right = read.weight(y - top), read.weight(x - left)
        above = (1.0 - right) * read(top, left) + right * read(top, left + 1)
        below = (1.0 - right) * read(top + 1, left) + right * read(top + 1, left + 1)
        return gradtape.cast((1.0 - down) * above + down * below, images.dtype)

    def __getattr__(self, name: str) -> Any:
        return getattr(gradtape.raw_ops, name)


def _int32(values: Any) -> Any:
    return gradtape.constant(values, gradtape.int32)


# --- Projections --------------------------------------------------------------------------------


def _places(transforms: Any, sizes: list[int], batch: int) -> tuple[Any, Any]:
    """For each pixel of the results the place in the pictures, (batch, height, width) each.

    A transform `a0, a1, a2, b0, b1, b2, c0, c1` takes (x, y) to `(a0 x + a1 y + a2) / k` and
    `(b0 x + b1 y + b2) / k` with `k = c0 x + c1 y + 1`.
    """
    a0, a1, a2, b0, b1, b2, c0, c1 = (
        np.broadcast_to(column[:, None, None], (batch, *sizes)) for column in transforms.T
    )
    y, x = np.meshgrid(*(np.arange(size, dtype=np.float32) for size in sizes), indexing="ij")
    scale = c0 * x + c1 * y + 1
    outside = scale == 0
    scale = np.where(outside, 1, scale)
    found = (a0 * x + a1 * y + a2) / scale, (b0 * x + b1 * y + b2) / scale
    return tuple(np.where(outside, np.float32(-1e9), place) for place in found)  # type: ignore[return-value]


def _rounded(places: Any) -> Any:
    """The nearest whole numbers; halves go away from zero."""
    return np.trunc(places + np.copysign(np.float32(0.5), places))


def _reflected(places: Any, length: int) -> Any:
    """`d c b a | a b c d | d c b a`."""
    inside = np.mod(places, 2 * length)
    return np.where(inside >= length, 2 * length - 1 - inside, inside)


def _mirrored(places: Any, length: int) -> Any:
    """`d c b | a b c d | c b a`."""
    turn = max(2 * length - 2, 1)
    inside = np.mod(places, turn)
    return np.where(inside >= length, turn - inside, inside)


# Which pixel a whole place outside is, for each way to fill; with CONSTANT it stays outside.
_FOLDED: dict[str, Callable[[Any, int], Any]] = {
    "CONSTANT": lambda places, length: places,
    "NEAREST": lambda places, length: np.clip(places, 0, length - 1),
    "REFLECT": _reflected,
    "MIRROR": _mirrored,
    "WRAP": np.mod,
}


class _Reading:
    """Pixels at whole places, which are folded; the filling for those still outside."""

    def __init__(self, images: Any, filling: Any, folded: Callable[[Any, int], Any]) -> None:
        self.images, self.filling, self.folded = images, filling, folded
        self.is_exact = images.dtype.is_floating
        self.batch, self.height, self.width, self.channels = images.shape
        self.rows = gradtape.reshape(images, [self.batch, -1, self.channels])

    def __call__(self, y: Any, x: Any) -> Any:
        x, y = self.folded(x, self.width), self.folded(y, self.height)
        inside = (y >= 0) & (y < self.height) & (x >= 0) & (x < self.width)
        place = np.where(inside, y * self.width + x, 0).astype("int32")
        flat = gradtape.constant(place.reshape(self.batch, -1))
        found = gradtape.gather(self.rows, flat, axis=1, batch_dims=1)
        found = gradtape.reshape(found, [*y.shape, self.channels])
        filling = gradtape.cast(self.filling, self.images.dtype)
        return gradtape.where(gradtape.constant(inside[..., None]), found, filling)

    def weight(self, share: Any) -> Any:
        kind = self.images.dtype if self.is_exact else gradtape.float32
        return gradtape.cast(gradtape.constant(share[..., None]), kind)
