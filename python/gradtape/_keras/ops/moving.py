"""Images read at other places: projections, coordinates, blurs, scales.

Gradients flow to images; in `map_coordinates` and `scale_and_translate` to the places too.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._images.moving import projected
from ..._numpy.arranging import axis_of, moveaxis
from .. import random_functions
from ..promotion import alike, floats, tensor
from .calling import operation
from .images import last

if TYPE_CHECKING:
    from ..._typing import IntsLike, ShapeLike, TensorLike

_BETWEEN = ("nearest", "bilinear")
_FILLS = ("constant", "nearest", "wrap", "reflect")
_FILLS_OF_COORDINATES = (*_FILLS, "mirror")


def _one_of(name: str, value: Any, known: Sequence[str]) -> str:
    if value not in known:
        raise ValueError(
            f"Invalid value for argument `{name}`. Expected of one {tuple(known)}. "
            f"Received: {name}={value}"
        )
    return str(value)


@operation
def affine_transform(
    images: TensorLike, transform: TensorLike, interpolation: str = "bilinear",
    fill_mode: str = "constant", fill_value: float = 0, data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """Images whose pixel (x, y) is that at another place: eight numbers for all or each of them.

    For `a, b, c, d, e, f, g, h` it is `(a x + b y + c) / k` across and `(d x + e y + f) / k` down,
    where `k = g x + h y + 1`. `fill_mode` is "constant", "nearest", "wrap" or "reflect".

    >>> x = tf.reshape(tf.range(4.0), [2, 2, 1])
    >>> moved = tf.keras.ops.image.affine_transform(x, tf.constant([1.0, 0, 1, 0, 1, 0, 0, 0]))
    >>> moved[:, :, 0].numpy().tolist()
    [[1.0, 0.0], [3.0, 0.0]]
    """
    _one_of("interpolation", interpolation, _BETWEEN)
    _one_of("fill_mode", fill_mode, _FILLS)
    rows = tensor(transform, "float32")
    if rows.shape.rank not in (1, 2) or rows.shape[-1] != 8:
        raise ValueError(
            "Invalid transform rank: expected 8 numbers (single transform) or rows of them. "
            f"Received input with shape: transform.shape={rows.shape}"
        )
    batch, back = last(images, data_format)
    return back(_moved(batch, rows, interpolation, fill_mode, fill_value))


def _moved(
    batch: _core.Tensor, rows: _core.Tensor, interpolation: str, fill_mode: str, fill_value: Any
) -> _core.Tensor:
    wide = floats(batch)[0] if interpolation != "nearest" else batch
    rows = _core.broadcast_to(rows, [batch.shape[0], 8])
    size = batch.shape.as_list()[1:3]
    found = projected(wide, rows, size, fill_mode, fill_value, interpolation)
    return tensor(found, batch.dtype)


@operation
def perspective_transform(
    images: TensorLike, start_points: TensorLike, end_points: TensorLike,
    interpolation: str = "bilinear", fill_value: float = 0, data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """Images seen from elsewhere: four points (x, y) of them come to four others.

    >>> x = tf.reshape(tf.range(16.0), [4, 4, 1])
    >>> corners = [[0.0, 0.0], [3.0, 0.0], [0.0, 3.0], [3.0, 3.0]]
    >>> same = tf.keras.ops.image.perspective_transform(x, corners, corners)
    >>> bool(tf.reduce_all(abs(same - x) < 1e-3))
    True
    """
    _one_of("interpolation", interpolation, _BETWEEN)
    starts, ends = tensor(start_points, "float32"), tensor(end_points, "float32")
    for name, points in (("start_points", starts), ("end_points", ends)):
        if points.shape.rank not in (2, 3) or points.shape[-2:].as_list() != [4, 2]:
            raise ValueError(
                f"Invalid {name} shape: expected (4,2) for a single image or (N,4,2) for a batch. "
                f"Received shape: {points.shape}"
            )
    if starts.shape != ends.shape:
        raise ValueError(
            "start_points and end_points must have the same shape. Received start_points.shape="
            f"{starts.shape}, end_points.shape={ends.shape}"
        )
    batch, back = last(images, data_format)
    return back(_moved(batch, _projection(starts, ends), interpolation, "constant", fill_value))


def _projection(starts: _core.Tensor, ends: _core.Tensor) -> _core.Tensor:
    """The eight numbers that lead from each of four points of the result to one of the images."""
    starts, ends = (_core.reshape(points, [-1, 4, 2]) for points in (starts, ends))
    zero, one = _core.zeros_like(ends[..., :1]), _core.ones_like(ends[..., :1])
    none = _core.concat([zero, zero, zero], -1)
    there = _core.concat([ends, one], -1)
    across = _core.concat([there, none, -starts[..., :1] * ends], -1)
    down = _core.concat([none, there, -starts[..., 1:] * ends], -1)
    rows = _core.reshape(_core.stack([across, down], 2), [-1, 8, 8])
    return _core.solve(rows, _core.reshape(starts, [-1, 8, 1]))[..., 0]


# --- coordinates ----------------------------------------------------------------------------------


@operation
def map_coordinates(
    inputs: TensorLike, coordinates: TensorLike, order: int, fill_mode: str = "constant",
    fill_value: float = 0,
) -> _core.Tensor:  # fmt: skip
    """The elements of `inputs` at `coordinates`: those along the first axis in `coordinates[0]` ...

    `order` 0 takes the nearest element, 1 goes in straight lines. Outside is `fill_value`, or as
    `fill_mode` says: "nearest", "wrap", "mirror" (2 1 | 0 1 2 | 1 0) or "reflect" (1 0 | 0 1 2 |
    2 1).

    >>> tf.keras.ops.image.map_coordinates([10.0, 20.0], [[0.5, 1.0, 9.0]], 1).numpy().tolist()
    [15.0, 20.0, 0.0]
    """
    found, places = tensor(inputs), floats(coordinates)[0]
    rank = found.shape.rank
    if places.shape.rank < 2:
        raise ValueError(
            "Invalid coordinates rank: expected at least rank 2. Received input with shape: "
            f"{places.shape}"
        )
    if places.shape[0] != rank:
        raise ValueError(
            "First dim of `coordinates` must be the same as the rank of `inputs`. Received inputs "
            f"with shape: {found.shape} and coordinate leading dim of {places.shape[0]}"
        )
    _one_of("fill_mode", fill_mode, _FILLS_OF_COORDINATES)
    if order not in (0, 1):
        raise NotImplementedError("map_coordinates currently requires order<=1")
    if 0 in found.shape.as_list():
        raise ValueError(f"There are no elements in inputs of shape {found.shape}.")
    axes = [
        [(*_inside(at, size, fill_mode), share) for at, share in _neighbours(line, order)]
        for line, size in zip(_core.unstack(places), found.shape.as_list(), strict=True)
    ]
    fill = tensor(fill_value, places.dtype)
    total: Any = 0
    for corner in itertools.product(*axes):
        where, valid, shares = zip(*corner, strict=True)
        values = _core.cast(_core.gather_nd(found, _core.stack([*where], -1)), places.dtype)
        if fill_mode == "constant":
            values = _core.where(_core.reduce_all(_core.stack([*valid]), 0), values, fill)
        for share in shares:
            values = values * share
        total = total + values
    return tensor(total if found.dtype.is_floating else _core.round(total), found.dtype)


def _neighbours(at: _core.Tensor, order: int) -> list[tuple[_core.Tensor, _core.Tensor]]:
    """The whole places next to others, and how much each counts."""
    if order == 0:
        return [(_core.cast(_core.round(at), _core.int32), _core.ones_like(at))]
    low = _core.stop_gradient(_core.floor(at))
    share, place = at - low, _core.cast(low, _core.int32)
    return [(place, 1 - share), (place + 1, share)]


def _inside(at: _core.Tensor, size: int, fill_mode: str) -> tuple[_core.Tensor, _core.Tensor]:
    """Places inside of an axis, and whether they were."""
    there = (at >= 0) & (at < size)
    if fill_mode == "wrap":
        at = _core.floormod(at, size)
    elif fill_mode == "reflect":
        at = _core.floormod(at, 2 * size)
        at = _core.minimum(at, 2 * size - 1 - at)
    elif fill_mode == "mirror":
        at = _core.floormod(at, max(2 * size - 2, 1))
        at = _core.minimum(at, max(2 * size - 2, 1) - at)
    return _core.clip_by_value(at, 0, size - 1), there


# --- blurs ----------------------------------------------------------------------------------------


@operation
def gaussian_blur(
    images: TensorLike, kernel_size: Sequence[int] = (3, 3), sigma: Sequence[float] = (1.0, 1.0),
    data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """Images blurred by a Gaussian of so many pixels down and across; `sigma` is across and down.

    >>> tf.keras.ops.image.gaussian_blur(tf.ones([4, 4, 3])).shape
    TensorShape([4, 4, 3])
    """
    batch, back = last(images, data_format)
    if not batch.dtype.is_floating:
        raise ValueError(f"Images must be of floats. Received: {batch.dtype.name}")
    if len(kernel_size) != 2 or len(sigma) != 2:
        raise ValueError(f"Two numbers each are needed. Received: {kernel_size} and {sigma}")
    down, across = (
        _bell(int(size), float(width)) for size, width in zip(kernel_size, (sigma[1], sigma[0]))
    )
    channels = batch.shape[-1]
    kernel = np.tile(np.outer(down, across)[:, :, None, None], [1, 1, channels, 1])
    weights = _core.constant(kernel, batch.dtype)
    return back(_core.depthwise_conv2d(batch, weights, [1, 1, 1, 1], "SAME"))


def _bell(size: int, sigma: float) -> Any:
    if not (0 < size <= 10_000 and sigma > 0):
        raise ValueError(f"A Gaussian of {size} pixels and the width {sigma} cannot be made.")
    at = np.exp(-0.5 * ((np.arange(size) - (size - 1) / 2) / sigma) ** 2)
    return at / at.sum()


@operation
def elastic_transform(
    images: TensorLike, alpha: float = 20.0, sigma: float = 5.0, interpolation: str = "bilinear",
    fill_mode: str = "reflect", fill_value: float = 0.0,
    seed: random_functions.Seed = None, data_format: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """Images pulled about at random: `alpha` is how far, `sigma` how smoothly.

    >>> tf.keras.ops.image.elastic_transform(tf.ones([4, 4, 3]), sigma=1.0, seed=1).shape
    TensorShape([4, 4, 3])
    """
    _one_of("interpolation", interpolation, _BETWEEN)
    _one_of("fill_mode", fill_mode, _FILLS)
    batch, back = last(images, data_format)
    (wide,) = floats(batch)
    count, height, width, _ = wide.shape.as_list()
    words = random_functions.seed_words(seed)
    size = 6 * int(sigma) | 1
    draws = _core.stateless_normal([count, height, width], words, 0.0, 1.0, wide.dtype) * sigma
    away = alpha * gaussian_blur(draws[..., None], (size, size), (sigma, sigma))[..., 0]
    x = _core.cast(_core.range(width), wide.dtype) + away
    y = _core.cast(_core.expand_dims(_core.range(height), 1), wide.dtype) + away
    order = _BETWEEN.index(interpolation)
    found = [
        _core.stack(
            [
                map_coordinates(channel, _core.stack([y[i], x[i]]), order, fill_mode, fill_value)
                for channel in _core.unstack(wide[i], axis=-1)
            ],
            -1,
        )
        for i in range(count)
    ]
    return back(tensor(_core.stack(found), batch.dtype))


# --- scales ---------------------------------------------------------------------------------------


def _triangle(x: _core.Tensor) -> _core.Tensor:
    return _core.maximum(1 - x, 0)


def _cubic(x: _core.Tensor) -> _core.Tensor:
    """The kernel of Keys."""
    near = ((1.5 * x - 2.5) * x) * x + 1
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return _core.where(x >= 2, _core.zeros_like(x), _core.where(x >= 1, far, near))


def _lanczos(radius: float) -> Callable[[_core.Tensor], _core.Tensor]:
    def call(x: _core.Tensor) -> _core.Tensor:
        safe = _core.where(x > 1e-3, x, _core.ones_like(x))
        waves = radius * _core.sin(math.pi * safe) * _core.sin(math.pi * safe / radius)
        found = _core.where(x > 1e-3, waves / (math.pi * safe) ** 2, _core.ones_like(x))
        return _core.where(x > radius, _core.zeros_like(x), found)

    return call


_KERNELS: dict[str, Callable[[_core.Tensor], _core.Tensor]] = {
    **dict.fromkeys(("linear", "bilinear", "trilinear", "triangle"), _triangle),
    **dict.fromkeys(("cubic", "bicubic", "tricubic"), _cubic),
    "lanczos3": _lanczos(3.0),
    "lanczos5": _lanczos(5.0),
}


@operation
def scale_and_translate(
    images: TensorLike, output_shape: ShapeLike, scale: TensorLike, translation: TensorLike,
    spatial_dims: IntsLike, method: str, antialias: bool = True,
) -> _core.Tensor:  # fmt: skip
    """Images of `output_shape` whose axes `spatial_dims` are scaled, and moved by `translation`.

    `method` is "linear", "cubic", "lanczos3" or "lanczos5"; `antialias` widens it where images
    shrink. What comes from outside is 0.

    >>> x = tf.reshape(tf.range(4.0), [1, 4, 1])
    >>> tf.keras.ops.image.scale_and_translate(
    ...     x, (1, 4, 1), [1.0], [1.0], [1], "linear").numpy().ravel().tolist()
    [0.0, 0.0, 1.0, 2.0]
    """
    kernel = _KERNELS[_one_of("method", method, [*_KERNELS])]
    found = tensor(images)
    factors, shifts = alike(scale, translation, least=float)
    axes = [axis_of(i, found.shape.rank) for i in np.atleast_1d(np.asarray(spatial_dims))]
    shape: Any = output_shape
    if len(shape) != found.shape.rank or factors.shape != shifts.shape != [len(axes)]:
        raise ValueError(
            "`output_shape` has a length for each axis, `scale` one for each that moves."
        )
    result = found if found.dtype.is_floating else _core.cast(found, _core.float32)
    for i, axis in enumerate(axes):
        weights = _weights(
            found.shape[axis], int(shape[axis]), factors[i], shifts[i], kernel, antialias
        )
        result = _core.tensordot(result, _core.cast(weights, result.dtype), [[axis], [0]])
        result = moveaxis(result, -1, axis)
    if found.dtype.is_floating:
        return result
    low, high = (_core.cast(f(found), result.dtype) for f in (_core.reduce_min, _core.reduce_max))
    return _core.cast(_core.clip_by_value(_core.round(result), low, high), found.dtype)


def _weights(
    size: int, wanted: int, scale: _core.Tensor, shift: _core.Tensor, kernel: Any, antialias: bool
) -> _core.Tensor:
    """How much each place along an axis counts for each place of the result."""
    inverse = 1.0 / scale
    places = _core.cast(_core.range(wanted), scale.dtype)
    at = (places + 0.5) * inverse - shift * inverse - 0.5
    across = _core.cast(_core.expand_dims(_core.range(size), 1), scale.dtype)
    away = _core.abs(at - across) / (_core.maximum(inverse, 1.0) if antialias else 1.0)
    weights = kernel(away)
    total = _core.reduce_sum(weights, 0, True)
    counts = _core.abs(total) > 1000.0 * float(np.finfo(np.float32).eps)
    weights = _core.where(counts, weights / _core.where(counts, total, _core.ones_like(total)), 0)
    return _core.where((at >= -0.5) & (at <= size - 0.5), weights, 0)
