"""Shapes and places of elements under the names of Keras 2's backend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..ops.formats import is_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import DTypeLike, ShapeLike, TensorLike

    Pair = tuple[int, int]


def int_shape(x: TensorLike) -> tuple[int | None, ...] | None:
    """The lengths of the axes as a tuple, with None for an open one.

    >>> import gradtape as tf
    >>> tf.keras.backend.int_shape(tf.ones([2, 3]))
    (2, 3)
    """
    shape = x.shape if hasattr(x, "shape") else _core.convert_to_tensor(x).shape
    return tuple(shape.as_list() if hasattr(shape, "as_list") else shape)


def ndim(x: TensorLike) -> int:
    """The number of axes."""
    return len(int_shape(x) or ())


def reshape(x: TensorLike, shape: ShapeLike) -> _core.Tensor:
    """The same elements in another shape; one length may be -1."""
    return _core.reshape(x, shape)


def flatten(x: TensorLike) -> _core.Tensor:
    """All elements along one axis."""
    return _core.reshape(x, [-1])


def batch_flatten(x: TensorLike) -> _core.Tensor:
    """All elements behind the first axis along one axis."""
    value = _core.convert_to_tensor(x)
    inner = value.shape[1:].num_elements()
    return _core.reshape(
        value, [value.shape[0] if inner == 0 else -1, -1 if inner is None else inner]
    )


def expand_dims(x: TensorLike, axis: int = -1) -> _core.Tensor:
    """An axis of length 1 more."""
    return _core.expand_dims(x, axis)


def squeeze(x: TensorLike, axis: int) -> _core.Tensor:
    """Without an axis of length 1."""
    return _core.squeeze(x, [axis])


def permute_dimensions(x: TensorLike, pattern: Sequence[int]) -> _core.Tensor:
    """The axes in the order of `pattern`."""
    return _core.transpose(x, perm=pattern)


def repeat(x: TensorLike, n: int) -> _core.Tensor:
    """A matrix `[samples, dim]` repeated along a new axis in the middle."""
    return _core.tile(_core.expand_dims(x, 1), [1, n, 1])


def repeat_elements(x: TensorLike, rep: int, axis: int) -> _core.Tensor:
    """Each element `rep` times along `axis`."""
    return _core.repeat(x, rep, axis)


def concatenate(tensors: Sequence[TensorLike], axis: int = -1) -> _core.Tensor:
    """Tensors one behind the other along `axis`.

    >>> import gradtape as tf
    >>> tf.keras.backend.concatenate([[[1.0]], [[2.0]]]).numpy().tolist()
    [[1.0, 2.0]]
    """
    return _core.concat(tensors, axis)


def reverse(x: TensorLike, axes: int | Sequence[int]) -> _core.Tensor:
    """The elements along `axes` in the opposite order."""
    return _core.reverse(x, [axes] if isinstance(axes, int) else axes)


def one_hot(indices: TensorLike, num_classes: int) -> _core.Tensor:
    """Rows of `num_classes` elements that are 1 at the index and else 0."""
    return _core.one_hot(indices, num_classes)


def gather(reference: TensorLike, indices: TensorLike) -> _core.Tensor:
    """The rows at `indices`."""
    return _core.gather(reference, indices)


def arange(
    start: Any, stop: Any = None, step: TensorLike = 1, dtype: DTypeLike = "int32"
) -> _core.Tensor:
    """The numbers from `start` up to `stop`, or from 0 up to `start`; none if that is negative.

    With the default dtype they are what their arguments are: whole, or with fractions.

    >>> import gradtape as tf
    >>> tf.keras.backend.arange(0, 2, 0.5).numpy().tolist()
    [0.0, 0.5, 1.0, 1.5]
    """
    if stop is None:
        start, stop = 0, start if start >= 0 else 0
    numbers = _core.range(start, stop, step)
    return numbers if dtype == "int32" else _core.cast(numbers, dtype)


def temporal_padding(x: TensorLike, padding: Pair = (1, 1)) -> _core.Tensor:
    """Zeros before and behind the middle axis of a tensor with three."""
    return _core.pad(x, [[0, 0], _core.entries(padding, "padding"), [0, 0]])


def spatial_2d_padding(
    x: TensorLike, padding: tuple[Pair, Pair] = ((1, 1), (1, 1)), data_format: str | None = None
) -> _core.Tensor:
    """Zeros around images."""
    return _spatial_padding(x, padding, data_format)


def spatial_3d_padding(
    x: TensorLike,
    padding: tuple[Pair, Pair, Pair] = ((1, 1), (1, 1), (1, 1)),
    data_format: str | None = None,
) -> _core.Tensor:
    """Zeros around volumes."""
    return _spatial_padding(x, padding, data_format)


def _spatial_padding(
    x: TensorLike, padding: Sequence[Pair], data_format: str | None
) -> _core.Tensor:
    inner = [_core.entries(pair, "padding") for pair in _core.entries(padding, "padding")]
    if is_first(data_format):
        return _core.pad(x, [[0, 0], [0, 0], *inner])
    return _core.pad(x, [[0, 0], *inner, [0, 0]])


def resize_images(
    x: TensorLike,
    height_factor: int,
    width_factor: int,
    data_format: str,
    interpolation: str = "nearest",
) -> _core.Tensor:
    """Images, larger by whole factors; `interpolation` is "nearest" or "bilinear"."""
    value = _core.convert_to_tensor(x)
    first = is_first(data_format)
    value = _core.transpose(value, perm=[0, 2, 3, 1]) if first else value
    size = [value.shape[1] * height_factor, value.shape[2] * width_factor]
    resized = _core.resize(value, size, interpolation)
    return _core.transpose(resized, perm=[0, 3, 1, 2]) if first else resized


def resize_volumes(
    x: TensorLike, depth_factor: int, height_factor: int, width_factor: int, data_format: str
) -> _core.Tensor:
    """Volumes, larger by whole factors: each element is repeated."""
    value, first = _core.convert_to_tensor(x), 2 if is_first(data_format) else 1
    for offset, factor in enumerate((depth_factor, height_factor, width_factor)):
        value = _core.repeat(value, factor, first + offset)
    return value
