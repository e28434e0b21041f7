"""Resizing of images as version 1 has it: pixels are points, the first of them at the corner.

Each way is one matrix for the rows and one for the columns. Invariant: the rows of a matrix add up
to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._images.sizes import padded, resize as resize_in_version_2

if TYPE_CHECKING:
    from .._typing import Array, TensorLike

_STEEPNESS = -0.75  # of the cubic curves
_NUMBERED = ("bilinear", "nearest", "bicubic", "area")
_PARTS = 1024  # into which the way from pixel to pixel falls for them


def resize(
    images: TensorLike,
    size: Any,
    method: Any = "bilinear",
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> _core.Tensor:
    """Images `[batch, height, width, channels]`, or one without a batch, in another size.

    With `align_corners` the corners stay where they are. Areas, and sizes that keep the aspect
    ratio, are version 2's. float32, but what is nearest keeps its dtype.

    >>> x = tf.reshape([0.0, 1.0, 4.0], [1, 3, 1, 1])
    >>> tf.compat.v1.image.resize(x, [6, 1]).numpy().ravel().tolist()
    [0.0, 0.5, 1.0, 2.5, 4.0, 4.0]
    """
    kind = _NUMBERED[method] if method in (0, 1, 2, 3) else str(getattr(method, "value", method))
    if kind not in _WAYS or preserve_aspect_ratio:
        return resize_in_version_2(images, size, kind, preserve_aspect_ratio)
    return _WAYS[kind](images, size, align_corners)


def resize_image_with_pad(
    image: TensorLike,
    target_height: Any,
    target_width: Any,
    method: Any = "bilinear",
    align_corners: bool = False,
) -> _core.Tensor:
    """Resized in proportion until it fits, and filled up with zeros around it.

    >>> x = tf.reshape([0.0, 1.0], [1, 2, 1])
    >>> tf.compat.v1.image.resize_image_with_pad(x, 2, 4).numpy().ravel().tolist()
    [0.0, 0.5, 1.0, 1.0, 0.0, 0.5, 1.0, 1.0]
    """
    resized = partial(resize, method=method, align_corners=align_corners)
    return padded(image, target_height, target_width, resized)


def _resizing(weights: Callable[..., Array], exact: bool) -> Callable[..., _core.Tensor]:
    """The function that resizes with such weights; `exact` weights keep the dtype."""

    def call(
        images: TensorLike, size: Any, align_corners: bool = False, name: str | None = None,
        half_pixel_centers: bool = False,
    ) -> _core.Tensor:  # fmt: skip
        x = _core.convert_to_tensor(images)
        whole = x if x.shape.rank == 4 else x[None]
        found = whole if whole.dtype.is_floating else _core.cast(whole, _core.float32)
        wanted = np.asarray(_core.convert_to_tensor(size).numpy())
        if found.shape.rank != 4 or wanted.shape != (2,) or min(*wanted, *found.shape[1:3]) < 1:
            raise ValueError(
                "resize takes images [batch, height, width, channels] and two sizes of 1 or more. "
                f"Received: shape {x.shape}, size {wanted.tolist()}"
            )
        for axis, count in enumerate(wanted.tolist(), 1):
            places = _places(found.shape[axis], count, align_corners, half_pixel_centers)
            matrix = _core.constant(weights(places, found.shape[axis]), dtype=found.dtype)
            found = _core.einsum(("or,brxc->boxc", "or,bxrc->bxoc")[axis - 1], [matrix, found])
        found = _core.cast(found, x.dtype) if exact else found
        return found if x.shape.rank == 4 else found[0]

    return call


def _places(count: int, wanted: int, corners: bool, centers: bool) -> Array:
    """Where the new pixels are among the old ones."""
    if corners and wanted > 1:
        return np.arange(wanted) * ((count - 1) / (wanted - 1))
    scale = count / wanted
    return (np.arange(wanted) + 0.5) * scale - 0.5 if centers else np.arange(wanted) * scale


def _filled(count: int, at: Array, weights: Array) -> Array:
    """The matrix with these weights at these pixels, those outside taken to the edge."""
    matrix = np.zeros((len(at), count))
    rows = np.broadcast_to(np.arange(len(at))[:, None], at.shape)
    np.add.at(matrix, (rows, np.clip(at, 0, count - 1)), weights)
    return matrix


def _linear(places: Array, count: int) -> Array:
    low = np.floor(places).astype(int)
    share = places - low
    return _filled(count, np.stack([low, low + 1], 1), np.stack([1 - share, share], 1))


def _nearest(places: Array, count: int) -> Array:
    aligned = bool(len(places) > 1 and places[-1] == count - 1 and count > 1)
    at = np.floor(places + 0.5 * aligned).astype(int)
    return _filled(count, at[:, None], np.ones((len(at), 1)))


def _cubic(places: Array, count: int) -> Array:
    low = np.floor(places).astype(int)
    share = np.rint((places - low) * _PARTS) / _PARTS
    far = [_outer(1 + share), _inner(share), _inner(1 - share), _outer(2 - share)]
    return _filled(count, low[:, None] + np.arange(-1, 3), np.stack(far, 1))


def _inner(x: Array) -> Array:
    return ((_STEEPNESS + 2) * x - (_STEEPNESS + 3)) * x * x + 1


def _outer(x: Array) -> Array:
    return ((_STEEPNESS * x - 5 * _STEEPNESS) * x + 8 * _STEEPNESS) * x - 4 * _STEEPNESS


resize_bilinear = _resizing(_linear, exact=False)
resize_bicubic = _resizing(_cubic, exact=False)
resize_nearest_neighbor = _resizing(_nearest, exact=True)
for _function, _how in (
    (resize_bilinear, "between pixels on straight lines"),
    (resize_bicubic, "between pixels on cubic curves"),
    (resize_nearest_neighbor, "from the nearest pixel"),
):
    _function.__doc__ = f"Images in another size, {_how}; see `resize`."
_WAYS = {"bilinear": resize_bilinear, "bicubic": resize_bicubic, "nearest": resize_nearest_neighbor}
resize_images = resize
