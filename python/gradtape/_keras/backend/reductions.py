"""Reductions under the names of Keras 2's backend.

Truth values are averaged as numbers of `floatx`; axes are counted as in NumPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import _core
from ..settings import default_dtype

if TYPE_CHECKING:
    from ..._typing import TensorLike

    Axis = int | list[int] | tuple[int, ...] | None


def max(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:  # noqa: A001
    """The largest element along `axis`."""
    return _core.reduce_max(x, axis, keepdims)


def min(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:  # noqa: A001
    """The smallest element along `axis`."""
    return _core.reduce_min(x, axis, keepdims)


def sum(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:  # noqa: A001
    """The sum along `axis`."""
    return _core.reduce_sum(x, axis, keepdims)


def prod(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:
    """The product along `axis`."""
    return _core.reduce_prod(x, axis, keepdims)


def mean(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:
    """The mean along `axis`.

    >>> import gradtape as tf
    >>> tf.keras.backend.mean([[1.0, 3.0]], axis=-1).numpy().tolist()
    [2.0]
    """
    return _core.reduce_mean(_numbers(x), axis, keepdims)


def std(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:
    """The standard deviation along `axis`, of the whole population."""
    return _core.reduce_std(_numbers(x), axis, keepdims)


def var(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:
    """The variance along `axis`, of the whole population."""
    return _core.reduce_variance(_numbers(x), axis, keepdims)


def any(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:  # noqa: A001
    """Whether an element along `axis` is true."""
    return _core.reduce_any(_core.cast(x, _core.bool), axis, keepdims)


def all(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:  # noqa: A001
    """Whether every element along `axis` is true."""
    return _core.reduce_all(_core.cast(x, _core.bool), axis, keepdims)


def argmax(x: TensorLike, axis: int = -1) -> _core.Tensor:
    """The index of the largest element along `axis`, the first one of equals."""
    return _core.argmax(x, axis)


def argmin(x: TensorLike, axis: int = -1) -> _core.Tensor:
    """The index of the smallest element along `axis`, the first one of equals."""
    return _core.argmin(x, axis)


def logsumexp(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> _core.Tensor:
    """`log(sum(exp(x)))` along `axis`, without overflow."""
    return _core.reduce_logsumexp(x, axis, keepdims)


def cumsum(x: TensorLike, axis: int = 0) -> _core.Tensor:
    """Sums of all elements up to each one along `axis`."""
    return _core.cumsum(x, axis)


def cumprod(x: TensorLike, axis: int = 0) -> _core.Tensor:
    """Products of all elements up to each one along `axis`."""
    return _core.cumprod(x, axis)


def _numbers(x: TensorLike) -> _core.Tensor:
    value = _core.convert_to_tensor(x)
    return _core.cast(value, default_dtype()) if value.dtype == _core.bool else value
