"""Discrete cosine transforms, by way of real Fourier transforms of twice the length.

The definitions are SciPy's (types 1 to 4); differentiable.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.taken_over import taken_over

if TYPE_CHECKING:
    from .._typing import TensorLike

_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


@taken_over
def dct(
    input: TensorLike,
    type: int = 2,
    n: Any = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """The cosine transform of a type from 1 to 4 along the last axis, cut or filled up to `n`.

    `norm="ortho"` makes it orthogonal. `ValueError` for another type, norm or axis.

    >>> tf.signal.dct([1.0, 1.0]).numpy().tolist()
    [4.0, 0.0]
    """
    _check(type, n, axis, norm)
    x = _core.convert_to_tensor(input)
    if n is not None:
        x = _cut(x, int(n))
    if x.shape[-1] is not None and type == 1 and x.shape[-1] < 2:
        raise ValueError("Type-I DCT requires the dimension to be greater than one.")
    return (_first, _second, _third, _fourth)[type - 1](x, norm)


@taken_over
def idct(
    input: TensorLike,
    type: int = 2,
    n: Any = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """The inverse of `dct` up to a factor (exactly with `norm="ortho"`).

    >>> tf.signal.idct([2.0, 0.0]).numpy().tolist()
    [2.0, 2.0]
    """
    _check(type, n, axis, norm)
    return dct(input, _INVERSE[type], n, axis, norm)


def _check(type: Any, n: Any, axis: int, norm: Any) -> None:
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Received: {axis}")
    if n is not None and int(n) < 1:
        raise ValueError(f"n should be an integer greater than 1 or None, got {n}")
    if type not in _INVERSE:
        raise ValueError(f"Types I, II, III and IV (I)DCT are supported, not {type}.")
    if type == 1 and norm == "ortho":
        raise ValueError("Normalization is not supported for the Type-I DCT.")
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")


def _cut(x: _core.Tensor, n: int) -> _core.Tensor:
    have = x.shape[-1]
    if n <= have:
        return x[..., :n]
    return _core.pad(x, [[0, 0]] * (x.shape.rank - 1) + [[0, n - have]])


def _turn(size: int, dtype: _core.DType, sign: float) -> _core.Tensor:
    """`2 exp(sign i pi k / (2 size))` for `k` below `size`."""
    angle = sign * math.pi / 2 / size * np.arange(size)
    kind = _core.complex128 if dtype == _core.float64 else _core.complex64
    return _core.constant(2 * np.exp(1j * angle), kind)


def _first(x: _core.Tensor, norm: Any) -> _core.Tensor:
    whole = _core.concat([x, _core.reverse(x, [-1])[..., 1:-1]], -1)
    return _core.real(_core.rfft(whole))


def _second(x: _core.Tensor, norm: Any) -> _core.Tensor:
    size = x.shape[-1]
    half = _core.rfft(x, [2 * size])[..., :size]
    found = _core.real(half * _turn(size, x.dtype, -1.0))
    return found if norm is None else found * _scale(size, x.dtype)


def _scale(size: int, dtype: _core.DType) -> Any:
    factors = np.full(size, math.sqrt(0.5 / size))
    factors[:1] = 0.5 / math.sqrt(size)
    return _core.constant(factors, dtype)


def _third(x: _core.Tensor, norm: Any) -> _core.Tensor:
    size = x.shape[-1]
    factors = np.full(size, float(size)) if norm is None else np.full(size, math.sqrt(size / 2))
    if norm is not None:
        factors[:1] = math.sqrt(size)
    x = x * _core.constant(factors, x.dtype)
    turned = _turn(size, x.dtype, 1.0) * _core.complex(x, _core.zeros_like(x))
    return _core.irfft(turned, [2 * size])[..., :size]


def _fourth(x: _core.Tensor, norm: Any) -> _core.Tensor:
    size = x.shape[-1]
    found = _second(_cut(x, 2 * size), None)[..., 1::2]
    return found if norm is None else found * math.sqrt(0.5 / size)
