"""Fourier transforms over any axes, one axis after the other.

Invariant: the transforms of the core do the work on the last axis, so gradients are theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._typing import Array, AxisLike, TensorLike


def fftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike = None,
    norm: str | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """The transform over `axes` (the last ones, or all), cut or filled up to `fft_length`.

    `norm` is `"backward"` (None), `"forward"` or `"ortho"`.

    >>> tf.signal.fftnd(tf.ones([2, 2], tf.complex64), [2, 2], [0, 1])[0, 0].numpy().item()
    (4+0j)
    """
    x, sizes = _prepared(input_tensor, fft_length, axes)
    for axis, size in sizes.items():
        x = _on_last(x, axis, lambda y, n=size: _core.fft(_cut(y, n)))
    return x * _factor(list(sizes.values()), norm, False)


def ifftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike = None,
    norm: str | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """The inverse of `fftnd`.

    >>> tf.signal.ifftnd(tf.ones([2, 2], tf.complex64), [2, 2], [0, 1])[0, 0].numpy().item()
    (1+0j)
    """
    x, sizes = _prepared(input_tensor, fft_length, axes)
    for axis, size in sizes.items():
        x = _on_last(x, axis, lambda y, n=size: _core.ifft(_cut(y, n)))
    return x * _factor(list(sizes.values()), norm, True)


def rfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike = None,
    norm: str | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """The transform of real values: half the frequencies of the last axis.

    >>> tf.signal.rfftnd(tf.ones([2, 4]), [2, 4], [0, 1]).shape.as_list()
    [2, 3]
    """
    x, sizes = _prepared(input_tensor, fft_length, axes)
    (last, length), *others = list(sizes.items())[::-1]
    x = _on_last(x, last, lambda y: _core.rfft(y, [length]))
    for axis, size in others:
        x = _on_last(x, axis, lambda y, n=size: _core.fft(_cut(y, n)))
    return x * _core.cast(_factor(list(sizes.values()), norm, False), x.dtype)


def irfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike = None,
    norm: str | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """The inverse of `rfftnd`; without `fft_length` the last axis is even.

    >>> tf.signal.irfftnd(tf.ones([2, 3], tf.complex64), [2, 4], [0, 1]).shape.as_list()
    [2, 4]
    """
    x, sizes = _prepared(input_tensor, fft_length, axes, halved=True)
    *others, (last, length) = sizes.items()
    for axis, size in others:
        x = _on_last(x, axis, lambda y, n=size: _core.ifft(_cut(y, n)))
    x = _on_last(x, last, lambda y: _core.irfft(y, [length]))
    return x * _factor(list(sizes.values()), norm, True)


def rfft3d(
    input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None
) -> _core.Tensor:
    """The transform of real values over the last three axes.

    >>> tf.signal.rfft3d(tf.ones([2, 2, 4])).shape.as_list()
    [2, 2, 3]
    """
    return rfftnd(_with_rank(input_tensor, "RFFT3D"), fft_length, [-3, -2, -1])


def irfft3d(
    input_tensor: TensorLike, fft_length: TensorLike | None = None, name: str | None = None
) -> _core.Tensor:
    """The inverse of `rfft3d`.

    >>> tf.signal.irfft3d(tf.ones([2, 2, 3], tf.complex64)).shape.as_list()
    [2, 2, 4]
    """
    return irfftnd(_with_rank(input_tensor, "IRFFT3D"), fft_length, [-3, -2, -1])


def _with_rank(given: TensorLike, op: str) -> _core.Tensor:
    tensor = _core.convert_to_tensor(given)
    if tensor.shape.rank < 3:
        raise InvalidArgumentError(
            None, None, f"Input must have rank of at least 3 but got: {tensor.shape} [Op:{op}]"
        )
    return tensor


def _prepared(
    given: TensorLike, fft_length: TensorLike | None, axes: AxisLike, halved: bool = False
) -> tuple[Any, dict[int, int]]:
    """The tensor, and the length of the transform along each axis."""
    x = _core.convert_to_tensor(given)
    rank = x.shape.rank
    lengths = None if fft_length is None else [int(n) for n in np.ravel(_plain(fft_length))]
    if axes is None:
        count = rank if lengths is None else len(lengths)
        chosen = list(range(rank - count, rank))
    else:
        chosen = [int(a) % rank for a in np.ravel(_plain(axes))]
    if len(set(chosen)) < len(chosen):
        raise InvalidArgumentError(None, None, f"axes must be unique, got {chosen}")
    if lengths is None:
        lengths = [x.shape[a] for a in chosen]
        if halved:
            lengths[-1] = max(0, 2 * (lengths[-1] - 1))
    if len(lengths) != len(chosen):
        raise InvalidArgumentError(None, None, "fft_length and axes must have the same length")
    return x, dict(zip(chosen, lengths, strict=True))


def _plain(given: TensorLike) -> Array:
    return _core.convert_to_tensor(given).numpy()


def _on_last(x: _core.Tensor, axis: int, transform: Callable[..., Any]) -> _core.Tensor:
    rank = x.shape.rank
    if axis == rank - 1:
        return transform(x)
    order = [a for a in range(rank) if a != axis] + [axis]
    back = np.argsort(order).tolist()
    return _core.transpose(transform(_core.transpose(x, order)), back)


def _cut(x: _core.Tensor, size: int) -> _core.Tensor:
    have = x.shape[-1]
    if size <= have:
        return x if size == have else x[..., :size]
    return _core.pad(x, [[0, 0]] * (x.shape.rank - 1) + [[0, size - have]])


def _factor(lengths: list[int], norm: str | None, inverse: bool) -> float:
    count = float(np.prod(lengths))
    if norm in (None, "backward"):
        return 1.0
    if norm not in ("forward", "ortho"):
        raise ValueError(f'norm must be None, "forward", "backward" or "ortho", got {norm!r}')
    scale = count**0.5 if norm == "ortho" else count
    return scale if inverse else 1.0 / scale
