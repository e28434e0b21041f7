"""NumPy's functions that make arrays: of constants, of equal distances, of copies."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .promotion import array_of, floats_of, named, result_type

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntLike, ShapeLike, TensorLike


def array(val: Any, dtype: DTypeLike = None, copy: bool = True, ndmin: int = 0) -> _core.Tensor:
    """`val` as a tensor of at least `ndmin` axes; tensors in it stay connected to their gradients.

    Python's floats become `float64` and integers `int64`. `copy` changes nothing: tensors never
    change. Errors: `ValueError` for rows of different lengths.

    >>> tf.experimental.numpy.array([1, 2.5], ndmin=2)
    <tf.Tensor: shape=(1, 2), dtype=float64, numpy=array([[1. , 2.5]])>
    """
    found = array_of(val, dtype)
    missing = max(0, ndmin - found.shape.rank)
    return _core.reshape(found, [1] * missing + found.shape.as_list()) if missing else found


def asarray(a: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """`a` as a tensor, itself if it is one of that dtype.

    >>> tf.experimental.numpy.asarray([1.5], dtype=int).numpy().tolist()
    [1]
    """
    return array_of(a, dtype)


def copy(a: TensorLike) -> _core.Tensor:
    """`a` as a tensor, which never changes.

    >>> tf.experimental.numpy.copy([1.5]).numpy().tolist()
    [1.5]
    """
    return _core.identity(array_of(a))


def lengths(shape: ShapeLike) -> list[int]:
    """A shape that may be a single length."""
    if isinstance(shape, _core.TensorShape):
        return shape.as_list()
    return [int(n) for n in np.asarray(shape).reshape(-1)]


def zeros(shape: ShapeLike, dtype: DTypeLike = float) -> _core.Tensor:
    """Zeros, of `float64` unless `dtype` says otherwise.

    >>> tf.experimental.numpy.zeros(2)
    <tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 0.])>
    """
    return _core.zeros(lengths(shape), named(dtype))


def ones(shape: ShapeLike, dtype: DTypeLike = float) -> _core.Tensor:
    """Ones, of `float64` unless `dtype` says otherwise.

    >>> tf.experimental.numpy.ones([1, 2], int).numpy().tolist()
    [[1, 1]]
    """
    return _core.ones(lengths(shape), named(dtype))


def zeros_like(a: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """Zeros in the shape of `a`, of its dtype unless `dtype` says otherwise.

    >>> tf.experimental.numpy.zeros_like([1, 2]).numpy().tolist()
    [0, 0]
    """
    x = array_of(a)
    return _core.zeros(x.shape, x.dtype if dtype is None else named(dtype))


def ones_like(a: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """Ones in the shape of `a`, of its dtype unless `dtype` says otherwise.

    >>> tf.experimental.numpy.ones_like([1.5]).numpy().tolist()
    [1.0]
    """
    x = array_of(a)
    return _core.ones(x.shape, x.dtype if dtype is None else named(dtype))


def full(shape: ShapeLike, fill_value: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """`fill_value`, which broadcasts, in a shape.

    >>> tf.experimental.numpy.full([2, 2], [1, 2]).numpy().tolist()
    [[1, 2], [1, 2]]
    """
    return _core.broadcast_to(array_of(fill_value, dtype), lengths(shape))


def full_like(
    a: TensorLike, fill_value: TensorLike, dtype: DTypeLike = None, order: str = "K",
    subok: bool = True, shape: ShapeLike = None,
) -> _core.Tensor:  # fmt: skip
    """`fill_value`, which broadcasts, in the shape and dtype of `a`, unless others are given.

    Errors: `ValueError` for an `order` other than K, `subok=False`, or a shape.

    >>> tf.experimental.numpy.full_like([1, 2], 7.5).numpy().tolist()
    [7, 7]
    """
    if order != "K" or not subok or shape is not None:
        raise ValueError("full_like takes no order, subok or shape")
    x = array_of(a)
    return full(x.shape, fill_value, x.dtype if dtype is None else dtype)


def eye(N: Any, M: Any = None, k: IntLike = 0, dtype: DTypeLike = float) -> _core.Tensor:
    """`N` rows and `M` columns with ones on diagonal `k`, which is above the main one if positive.

    >>> tf.experimental.numpy.eye(2, 3, 1).numpy().tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    distance = _distances(N, M)
    return _core.cast(distance == int(k), named(dtype))


def _distances(rows: int, columns: int | None) -> _core.Tensor:
    """How far each element of a matrix is above the main diagonal."""
    across = _core.range(int(rows if columns is None else columns))
    return across - _core.expand_dims(_core.range(int(rows)), 1)


def identity(n: Any, dtype: DTypeLike = float) -> _core.Tensor:
    """The square matrix with ones on the main diagonal.

    >>> tf.experimental.numpy.identity(2, int).numpy().tolist()
    [[1, 0], [0, 1]]
    """
    return eye(n, n, dtype=dtype)


def tri(N: Any, M: Any = None, k: IntLike = 0, dtype: DTypeLike = None) -> _core.Tensor:
    """Ones up to diagonal `k`, zeros above it.

    >>> tf.experimental.numpy.tri(2, dtype=int).numpy().tolist()
    [[1, 0], [1, 1]]
    """
    return _core.cast(_distances(N, M) <= int(k), named(float if dtype is None else dtype))


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: DTypeLike = None) -> _core.Tensor:
    """Numbers from `start` (0 if only one is given) up to `stop`, which is not among them.

    Errors: `ValueError` for a step of 0.

    >>> tf.experimental.numpy.arange(1, 10, 3).numpy().tolist()
    [1, 4, 7]
    """
    if not float(step):
        raise ValueError("step must be non-zero.")
    kind = result_type(start, *([] if stop is None else [stop]), step)
    first, last = (0, start) if stop is None else (start, stop)
    if (float(last) - float(first)) * float(step) < 0:
        last = first
    first, last, by = (_core.cast(array_of(x), kind) for x in (first, last, step))
    found = _core.range(first, last, by)
    return found if dtype is None else _core.cast(found, named(dtype))


def linspace(
    start: TensorLike, stop: TensorLike, num: int = 50, endpoint: bool = True,
    retstep: bool = False, dtype: DTypeLike = float, axis: int = 0,
) -> Any:  # fmt: skip
    """`num` numbers from `start` to `stop`, which broadcast; without the last if not `endpoint`.

    With `retstep` the distance is returned too. Errors: `ValueError` for a negative `num`.

    >>> tf.experimental.numpy.linspace(0, 1, 5).numpy().tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    count = operator.index(num)
    if count < 0:
        raise ValueError(f"Argument `num` (got {num}) must be non-negative.")
    first, last = floats_of(start, stop)
    pieces = count - 1 if endpoint else count
    step = (last - first) / max(pieces, 1)
    if pieces < 1:
        step = step * float("nan")
    end = last if endpoint else last - step
    found = _core.linspace(first, end, count, axis) if count > 1 else _few(first, count, axis)
    found = _core.cast(found, named(dtype))
    return (found, step) if retstep else found


def _few(first: _core.Tensor, count: int, axis: int) -> _core.Tensor:
    one = _core.expand_dims(first, axis)
    return one if count else _core.gather(one, np.zeros(0, np.int32), axis=axis)


def logspace(
    start: TensorLike, stop: TensorLike, num: int = 50, endpoint: bool = True, base: Any = 10.0,
    dtype: DTypeLike = None, axis: int = 0,
) -> _core.Tensor:  # fmt: skip
    """`base` to the powers from `start` to `stop`, whose exponents are at equal distances.

    >>> [round(x) for x in tf.experimental.numpy.logspace(0, 2, 3).numpy()]
    [1, 10, 100]
    """
    first, last, radix = floats_of(start, stop, base)
    exponents = linspace(first, last, num, endpoint, dtype=first.dtype, axis=axis)
    return array_of(_core.pow(radix, exponents), dtype)


def geomspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    dtype: DTypeLike = None,
    axis: int = 0,
) -> _core.Tensor:
    """`num` numbers from `start` to `stop`, each the one before times the same factor.

    >>> [round(x) for x in tf.experimental.numpy.geomspace(1, 100, 3).numpy()]
    [1, 10, 100]
    """
    first, last = floats_of(start, stop)
    both = (first < 0) & (last < 0)
    turn = _core.where(both, -_core.ones_like(first), _core.ones_like(first))
    low, high = _core.log(first * turn), _core.log(last * turn)
    found = _core.exp(linspace(low, high, num, endpoint, dtype=first.dtype, axis=axis))
    return array_of(found * turn, dtype)


def vander(x: TensorLike, N: int | None = None, increasing: bool = False) -> _core.Tensor:
    """The powers of the numbers of `x`, a row for each; the highest first unless `increasing`.

    >>> tf.experimental.numpy.vander([1, 2, 3], 2).numpy().tolist()
    [[1, 1], [2, 1], [3, 1]]
    """
    base = array_of(x)
    count = int(base.shape[0] if N is None else N)
    powers = _core.range(count) if increasing else _core.range(count - 1, -1, -1)
    return _core.pow(_core.expand_dims(base, 1), _core.cast(powers, base.dtype))


def meshgrid(*xi: Any, **kwargs: Any) -> list[_core.Tensor]:
    """The coordinates of every point of a grid; `indexing` is xy or ij.

    Errors: `ValueError` for `sparse=True` or `copy=False`.

    >>> tf.experimental.numpy.meshgrid([1, 2], [3, 4])[1].numpy().tolist()
    [[3, 3], [4, 4]]
    """
    if kwargs.pop("sparse", False) or not kwargs.pop("copy", True):
        raise ValueError("meshgrid always returns the whole grid, as new tensors")
    indexing = kwargs.pop("indexing", "xy")
    if kwargs:
        raise TypeError(f"meshgrid got an unexpected argument {next(iter(kwargs))!r}")
    return _core.meshgrid([array_of(x) for x in xi], indexing)


def diag_indices(n: int, ndim: int = 2) -> tuple[_core.Tensor, ...]:
    """The indices of the main diagonal of an array with `ndim` axes of length `n`.

    >>> tf.experimental.numpy.diag_indices(2)[0].numpy().tolist()
    [0, 1]
    """
    return (_core.range(int(n)),) * int(ndim)


def ix_(*args: Any) -> list[_core.Tensor]:
    """Indices of a grid: the i-th vector along axis i, truth values as the places of the true ones.

    >>> [x.shape for x in tf.experimental.numpy.ix_([0, 1], [2, 3, 4])]
    [TensorShape([2, 1]), TensorShape([1, 3])]
    """
    found = []
    for place, given in enumerate(args):
        x = array_of(given)
        if x.shape.rank != 1:
            raise ValueError("Arguments must be 1-d.")
        if x.dtype is _core.bool:
            x = _core.where(x)[:, 0]
        shape = [1] * len(args)
        shape[place] = -1
        found.append(_core.reshape(x, shape))
    return found


def finfo(dtype: DTypeLike) -> Any:
    """`numpy.finfo` of a dtype.

    >>> float(tf.experimental.numpy.finfo(tf.float16).max)
    65504.0
    """
    return np.finfo(_numpy_type(dtype))


def iinfo(int_type: Any) -> Any:
    """`numpy.iinfo` of a dtype.

    >>> tf.experimental.numpy.iinfo(tf.int8).max
    127
    """
    return np.iinfo(_numpy_type(int_type))


def _numpy_type(dtype: DTypeLike) -> Any:
    return dtype.as_numpy_dtype if isinstance(dtype, _core.DType) else dtype


def issubdtype(arg1: Any, arg2: Any) -> bool:
    """Whether one dtype is of a kind, as `numpy.issubdtype`.

    >>> tf.experimental.numpy.issubdtype(tf.float32, np.inexact)
    True
    """
    return bool(np.issubdtype(_numpy_type(arg1), _numpy_type(arg2)))


asanyarray = ascontiguousarray = asarray
empty, empty_like = zeros, zeros_like  # memory is never shown as it is found
