"""Window functions: weights that taper a frame towards its ends.

Each takes the number of samples and a floating dtype, and is differentiable in `beta` where it has
one. `ValueError` for another dtype or a length that is not a scalar.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike


def _length(window_length: TensorLike) -> int:
    tensor = _core.convert_to_tensor(window_length)
    if tensor.shape.rank != 0:
        raise ValueError(f"Shape {tensor.shape} must have rank 0")
    return int(tensor)


def _floating(dtype: DTypeLike, name: str) -> _core.DType:
    kind = _core.as_dtype(dtype)
    if not kind.is_floating:
        raise ValueError(f"dtype must be a floating point type, got {kind!r} [Op:{name}]")
    return kind


def hann_window(
    window_length: TensorLike,
    periodic: TensorLike = True,
    dtype: DTypeLike = _core.float32,
    name: str | None = None,
) -> _core.Tensor:
    """`0.5 - 0.5 cos(2 pi n / N)`; `periodic` changes `N` for even lengths.

    >>> tf.signal.hann_window(4).numpy().tolist()
    [0.0, 0.5, 1.0, 0.5]
    """
    return _raised_cosine(window_length, periodic, _floating(dtype, "hann_window"), 0.5, 0.5)


def hamming_window(
    window_length: TensorLike,
    periodic: bool = True,
    dtype: DTypeLike = _core.float32,
    name: str | None = None,
) -> _core.Tensor:
    """`0.54 - 0.46 cos(2 pi n / N)`; `periodic` changes `N` for even lengths.

    >>> [round(w, 2) for w in tf.signal.hamming_window(4).numpy().tolist()]
    [0.08, 0.54, 1.0, 0.54]
    """
    return _raised_cosine(window_length, periodic, _floating(dtype, "hamming_window"), 0.54, 0.46)


def _raised_cosine(
    window_length: TensorLike, periodic: Any, dtype: _core.DType, a: float, b: float
) -> _core.Tensor:
    length = _length(window_length)
    if length == 1:
        return _core.ones([1], dtype)
    even = 1 - length % 2
    last = length + (even if bool(periodic) else 0) - 1
    angle = _core.cast(_core.range(length), dtype) * (2 * math.pi / last if last else 0.0)
    return a - b * _core.cos(angle)


def kaiser_window(
    window_length: TensorLike,
    beta: TensorLike = 12.0,
    dtype: DTypeLike = _core.float32,
    name: str | None = None,
) -> _core.Tensor:
    """`I0(beta sqrt(1 - x^2)) / I0(beta)` for `x` from -1 to 1.

    >>> tf.signal.kaiser_window(3, beta=0.0).numpy().tolist()
    [1.0, 1.0, 1.0]
    """
    kind, length = _floating(dtype, "kaiser_window"), _length(window_length)
    if length == 1:
        return _core.ones([1], kind)
    half = (length - 1) / 2.0
    x = (_core.cast(_core.range(length), kind) - half) / half
    shape = _core.sqrt(_core.maximum(1.0 - x * x, _core.zeros([], kind)))
    steep = _core.cast(_core.convert_to_tensor(beta), kind)
    return _i0(steep * shape) / _i0(steep)


def _i0(x: _core.Tensor) -> _core.Tensor:
    """The Bessel function, scaled so that large arguments do not overflow in ratios."""
    return _core.exp(_core.abs(x)) * _core.bessel_i0e(x)


def kaiser_bessel_derived_window(
    window_length: TensorLike,
    beta: TensorLike = 12.0,
    dtype: DTypeLike = _core.float32,
    name: str | None = None,
) -> _core.Tensor:
    """The root of running sums of a Kaiser window, and its mirror image.

    >>> tf.signal.kaiser_bessel_derived_window(4).shape.as_list()
    [4]
    """
    half = _length(window_length) // 2
    sums = _core.cumsum(kaiser_window(half + 1, beta, dtype))
    rising = _core.sqrt(sums[:-1] / sums[-1])
    return _core.concat([rising, _core.reverse(rising, [0])], 0)


def vorbis_window(
    window_length: TensorLike, dtype: DTypeLike = _core.float32, name: str | None = None
) -> _core.Tensor:
    """`sin(pi / 2 sin(pi (n + 1/2) / N)^2)`.

    >>> [round(w, 4) for w in tf.signal.vorbis_window(2).numpy().tolist()]
    [0.7071, 0.7071]
    """
    kind, length = _floating(dtype, "vorbis_window"), _length(window_length)
    at = (_core.cast(_core.range(length), kind) + 0.5) * (math.pi / max(length, 1))
    return _core.sin(math.pi / 2 * _core.square(_core.sin(at)))
