"""Images changed at random: by the global and operation seeds, or (`stateless_`) by a seed alone.

Each draws as TensorFlow does, so the same seeds change an image in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.taken_over import taken_over
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._typing import AxisLike, IntsLike, TensorLike

_Draw = Callable[..., Any]


def _stateful(seed: AxisLike) -> _Draw:
    return lambda shape, low, high: _core.random_uniform(shape, low, high, seed=seed)


def _stateless(seed: AxisLike) -> _Draw:
    return lambda shape, low, high: _core.stateless_uniform(shape, seed, low, high)


def _flipped(image: TensorLike, draw: _Draw, flip: Callable[[Any], Any]) -> _core.Tensor:
    pixels = _core.convert_to_tensor(image)
    rank = pixels.shape.rank
    if rank not in (3, 4):
        raise ValueError(f"'image' (shape {pixels.shape}) must have either 3 or 4 dimensions.")
    if rank == 3:
        return flip(pixels) if float(draw([], 0.0, 1.0)) < 0.5 else pixels
    chosen = draw([pixels.shape[0]], 0.0, 1.0) > 0.5
    return _core.where(_core.reshape(chosen, [-1, 1, 1, 1]), flip(pixels), pixels)


@taken_over
def random_flip_left_right(image: TensorLike, seed: int | None = None) -> _core.Tensor:
    """Each image mirrored with a chance of one half; one image or a batch of them.

    >>> tf.image.random_flip_left_right(tf.zeros([4, 4, 3])).shape.as_list()
    [4, 4, 3]
    """
    return _flipped(image, _stateful(seed), _core.flip_left_right)


@taken_over
def stateless_random_flip_left_right(image: TensorLike, seed: IntsLike) -> _core.Tensor:
    """As `random_flip_left_right`, by `seed`, two integers, alone.

    >>> tf.image.stateless_random_flip_left_right(tf.zeros([4, 4, 3]), (1, 2)).shape.as_list()
    [4, 4, 3]
    """
    return _flipped(image, _stateless(seed), _core.flip_left_right)


@taken_over
def random_flip_up_down(image: TensorLike, seed: int | None = None) -> _core.Tensor:
    """Each image turned upside down, as in a mirror, with a chance of one half.

    >>> tf.image.random_flip_up_down(tf.zeros([4, 4, 3])).shape.as_list()
    [4, 4, 3]
    """
    return _flipped(image, _stateful(seed), _core.flip_up_down)


@taken_over
def stateless_random_flip_up_down(image: TensorLike, seed: IntsLike) -> _core.Tensor:
    """As `random_flip_up_down`, by `seed`, two integers, alone.

    >>> tf.image.stateless_random_flip_up_down(tf.zeros([4, 4, 3]), (1, 2)).shape.as_list()
    [4, 4, 3]
    """
    return _flipped(image, _stateless(seed), _core.flip_up_down)


def _around_zero(most: float, name: str, limit: float | None = None) -> None:
    if limit is not None and most > limit:
        raise ValueError(f"{name} must be <= {limit}.")
    if most < 0:
        raise ValueError(f"{name} must be non-negative.")


def random_brightness(image: TensorLike, max_delta: float, seed: int | None = None) -> _core.Tensor:
    """Brighter by a number from `[-max_delta, max_delta)`; `ValueError` if that is negative.

    >>> tf.image.random_brightness(tf.zeros([2, 2, 1]), 0.1).shape.as_list()
    [2, 2, 1]
    """
    _around_zero(max_delta, "max_delta")
    return _core.adjust_brightness(image, _stateful(seed)([], -max_delta, max_delta))


def stateless_random_brightness(
    image: TensorLike, max_delta: float, seed: IntsLike
) -> _core.Tensor:
    """As `random_brightness`, by `seed`, two integers, alone.

    >>> tf.image.stateless_random_brightness(tf.zeros([2, 2, 1]), 0.1, (1, 2)).shape.as_list()
    [2, 2, 1]
    """
    _around_zero(max_delta, "max_delta")
    return _core.adjust_brightness(image, _stateless(seed)([], -max_delta, max_delta))


def _interval(lower: float, upper: float) -> None:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")


def random_contrast(
    image: TensorLike, lower: float, upper: float, seed: int | None = None
) -> _core.Tensor:
    """The contrast times a number from `[lower, upper)`.

    >>> tf.image.random_contrast(tf.zeros([2, 2, 1]), 0.5, 1.5).shape.as_list()
    [2, 2, 1]
    """
    _interval(lower, upper)
    return _core.adjust_contrast(image, _stateful(seed)([], lower, upper))


def stateless_random_contrast(
    image: TensorLike, lower: float, upper: float, seed: IntsLike
) -> _core.Tensor:
    """As `random_contrast`, by `seed`, two integers, alone.

    >>> tf.image.stateless_random_contrast(tf.zeros([2, 2, 1]), 0.5, 1.5, (1, 2)).shape.as_list()
    [2, 2, 1]
    """
    _interval(lower, upper)
    return _core.adjust_contrast(image, _stateless(seed)([], lower, upper))


def random_saturation(
    image: TensorLike, lower: float, upper: float, seed: int | None = None
) -> _core.Tensor:
    """The saturation times a number from `[lower, upper)`.

    >>> tf.image.random_saturation(tf.zeros([2, 2, 3]), 0.5, 1.5).shape.as_list()
    [2, 2, 3]
    """
    _interval(lower, upper)
    return _core.adjust_saturation(image, _stateful(seed)([], lower, upper))


def stateless_random_saturation(
    image: TensorLike, lower: float, upper: float, seed: IntsLike | None = None
) -> _core.Tensor:
    """As `random_saturation`, by `seed`, two integers, alone.

    >>> tf.image.stateless_random_saturation(tf.zeros([2, 2, 3]), 0.5, 1.5, (1, 2)).shape.as_list()
    [2, 2, 3]
    """
    _interval(lower, upper)
    return _core.adjust_saturation(image, _stateless(seed)([], lower, upper))


def random_hue(image: TensorLike, max_delta: float, seed: int | None = None) -> _core.Tensor:
    """The hue turned by a number from `[-max_delta, max_delta)`, at most one half.

    >>> tf.image.random_hue(tf.zeros([2, 2, 3]), 0.2).shape.as_list()
    [2, 2, 3]
    """
    _around_zero(max_delta, "max_delta", 0.5)
    return _core.adjust_hue(image, _stateful(seed)([], -max_delta, max_delta))


def stateless_random_hue(image: TensorLike, max_delta: float, seed: IntsLike) -> _core.Tensor:
    """As `random_hue`, by `seed`, two integers, alone.

    >>> tf.image.stateless_random_hue(tf.zeros([2, 2, 3]), 0.2, (1, 2)).shape.as_list()
    [2, 2, 3]
    """
    _around_zero(max_delta, "max_delta", 0.5)
    return _core.adjust_hue(image, _stateless(seed)([], -max_delta, max_delta))


@taken_over
def random_crop(
    value: Any, size: IntsLike, seed: IntsLike | None = None, name: str | None = None
) -> _core.Tensor:
    """A part of shape `size`, from a place that is drawn.

    `InvalidArgumentError` if the tensor is smaller.

    >>> tf.image.random_crop(tf.zeros([5, 5, 3]), [2, 3, 3]).shape.as_list()
    [2, 3, 3]
    """
    most = np.iinfo(np.int32).max
    return _cropped(
        value, size, lambda rank: _core.random_uniform([rank], 0, most, _core.int32, seed)
    )


@taken_over
def stateless_random_crop(
    value: Any, size: IntsLike, seed: IntsLike, name: str | None = None
) -> _core.Tensor:
    """As `random_crop`, by `seed`, two integers, alone.

    >>> tf.image.stateless_random_crop(tf.zeros([5, 5, 3]), [2, 3, 3], (1, 2)).shape.as_list()
    [2, 3, 3]
    """
    most = np.iinfo(np.int32).max
    return _cropped(
        value, size, lambda rank: _core.stateless_uniform([rank], seed, 0, most, _core.int32)
    )


def _cropped(value: _core.Tensor, size: TensorLike, draw: Callable[[int], Any]) -> _core.Tensor:
    whole = _core.convert_to_tensor(value)
    wanted = np.asarray(_core.convert_to_tensor(size, dtype_hint=_core.int32).numpy())
    shape = np.array(whole.shape.as_list())
    if wanted.shape != shape.shape or (wanted > shape).any():
        raise InvalidArgumentError(
            None,
            None,
            f"Need value.shape >= size, got value.shape = {shape.tolist()}, size = "
            f"{wanted.tolist()}",
        )
    start = draw(len(shape)).numpy() % (shape - wanted + 1)
    return _core.slice(whole, start.astype(np.int32), wanted)
