"""NumPy's questions about arrays: shapes, kinds of numbers, whether two are equal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .promotion import array_of, arrays_of

if TYPE_CHECKING:
    from .._typing import AxisLike, TensorLike


def ndim(a: TensorLike) -> int:
    """The number of axes.

    >>> tf.experimental.numpy.ndim([[1, 2]])
    2
    """
    return array_of(a).shape.rank


def shape(a: TensorLike) -> _core.TensorShape:
    """The lengths of the axes.

    >>> tf.experimental.numpy.shape([[1, 2]])
    TensorShape([1, 2])
    """
    return array_of(a).shape


def size(x: TensorLike, axis: AxisLike = None) -> Any:
    """The number of elements. Errors: `NotImplementedError` for an axis.

    >>> int(tf.experimental.numpy.size([[1, 2]]))
    2
    """
    if axis is not None:
        raise NotImplementedError("size takes no axis: use the shape")
    return np.prod(array_of(x).shape.as_list(), dtype=np.int64)


def isscalar(num: Any) -> bool:
    """Whether `num` is a single number, a tensor without axes included.

    >>> tf.experimental.numpy.isscalar(2)
    True
    """
    return not isinstance(num, list | tuple) and array_of(num).shape.rank == 0


def iscomplexobj(x: TensorLike) -> bool:
    """Whether the dtype of `x` is one of complex numbers.

    >>> tf.experimental.numpy.iscomplexobj([1, 1j])
    True
    """
    return array_of(x).dtype.is_complex


def isrealobj(x: TensorLike) -> bool:
    """Whether the dtype of `x` is none of complex numbers.

    >>> tf.experimental.numpy.isrealobj([1, 1j])
    False
    """
    return not iscomplexobj(x)


def iscomplex(x: TensorLike) -> _core.Tensor:
    """Where the imaginary part is not 0.

    >>> tf.experimental.numpy.iscomplex([1, 1j]).numpy().tolist()
    [False, True]
    """
    part = _core.imag(array_of(x))
    return part != _core.zeros_like(part)


def isreal(x: TensorLike) -> _core.Tensor:
    """Where the imaginary part is 0.

    >>> tf.experimental.numpy.isreal([1, 1j]).numpy().tolist()
    [True, False]
    """
    return _core.logical_not(iscomplex(x))


def isclose(
    a: TensorLike, b: TensorLike, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> _core.Tensor:
    """Where `|a - b| <= atol + rtol |b|`, or both are the same infinity, or NaN if `equal_nan`.

    >>> tf.experimental.numpy.isclose([1.0, 2.0], [1.0, 2.1]).numpy().tolist()
    [True, False]
    """
    x, y = arrays_of(a, b)
    if not (x.dtype.is_floating or x.dtype.is_complex):
        return x == y
    away = _core.abs(x - y)
    near = (away <= atol + rtol * _core.abs(y)) & _finite(y)
    both_nan = (x != x) & (y != y)
    return near | (x == y) | both_nan if equal_nan else near | (x == y)


def _finite(x: _core.Tensor) -> _core.Tensor:
    return _core.is_finite(_core.abs(x))


def allclose(
    a: TensorLike, b: TensorLike, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> _core.Tensor:
    """Whether `isclose` holds everywhere.

    >>> bool(tf.experimental.numpy.allclose([1.0], [1.0 + 1e-9]))
    True
    """
    return _core.reduce_all(isclose(a, b, rtol, atol, equal_nan))


def array_equal(a1: Any, a2: Any) -> _core.Tensor:
    """Whether both have one shape and the same elements.

    >>> bool(tf.experimental.numpy.array_equal([1, 2], [1, 3]))
    False
    """
    x, y = arrays_of(a1, a2)
    if x.shape != y.shape:
        return _core.constant(False)
    return _core.reduce_all(x == y)
