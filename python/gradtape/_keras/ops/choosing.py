"""Functions that pick elements: by places, by conditions, diagonals, triangles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._numpy import choosing as numpy, indexing
from ..._numpy.arranging import axis_of
from ..promotion import alike, summed, tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import ShapeLike, TensorLike


@operation
def where(condition: TensorLike, x1: TensorLike | None = None, x2: TensorLike | None = None) -> Any:
    """`x1` where the condition holds, `x2` elsewhere; with neither the places where it holds.

    Errors: `ValueError` for one alone.

    >>> tf.keras.ops.where([True, False], 1, 2.5).numpy().tolist()
    [1.0, 2.5]
    """
    holds = _core.cast(tensor(condition), _core.bool)
    if x1 is None and x2 is None:
        return nonzero(holds)
    if x1 is None or x2 is None:
        raise ValueError("`x1` and `x2` must both be None, or both be given.")
    yes, no = alike(x1, x2)
    return _core.where(holds, yes, no)


@operation
def nonzero(x: TensorLike) -> list[_core.Tensor]:
    """The places of the elements that are not 0: a vector of indices for each axis.

    >>> [at.numpy().tolist() for at in tf.keras.ops.nonzero([[1, 0], [3, 4]])]
    [[0, 1, 1], [0, 0, 1]]
    """
    return [_core.cast(at, _core.int32) for at in numpy.nonzero(tensor(x))]


@operation
def select(
    condlist: Sequence[TensorLike], choicelist: Sequence[TensorLike], default: TensorLike = 0
) -> _core.Tensor:
    """For each place the choice of the first condition that holds there, or `default`.

    Errors: `ValueError` for lists of different lengths.

    >>> tf.keras.ops.select([[True, False]], [[1, 2]], 9).numpy().tolist()
    [1, 9]
    """
    if not isinstance(condlist, list | tuple) or not isinstance(choicelist, list | tuple):
        raise ValueError("condlist and choicelist must be lists or tuples.")
    if not condlist or not choicelist:
        raise ValueError("condlist and choicelist must not be empty.")
    return numpy.select([tensor(c) for c in condlist], alike(*choicelist), default)


# --- places ---------------------------------------------------------------------------------------


def _from_front(places: _core.Tensor, count: int) -> _core.Tensor:
    if places.dtype.is_unsigned or not places.dtype.is_integer:
        places = _core.cast(places, _core.int32)
    return _core.where(places < 0, places + count, places)


@operation
def take(x: TensorLike, indices: TensorLike, axis: int | None = None) -> _core.Tensor:
    """The slices of `x` at `indices` along `axis`; of all its elements if that is None.

    Negative indices count from the end. Errors: `InvalidArgumentError` for those out of range.

    >>> tf.keras.ops.take([1, 2, 3], [0, -1]).numpy().tolist()
    [1, 3]
    """
    found = tensor(x)
    if axis is None:
        found, axis = _core.reshape(found, [-1]), 0
    count = found.shape[axis_of(axis, found.shape.rank)]
    return _core.gather(found, _from_front(tensor(indices), count), axis=axis)


@operation
def take_along_axis(x: TensorLike, indices: TensorLike, axis: int | None = None) -> _core.Tensor:
    """For each place of `indices`, the element of `x` that it names along `axis`.

    The other axes broadcast. Errors: `ValueError` for different numbers of axes.

    >>> tf.keras.ops.take_along_axis([[1, 2], [3, 4]], [[1], [0]], 1).numpy().tolist()
    [[2], [3]]
    """
    found, places = tensor(x), tensor(indices)
    if not places.dtype.is_integer:
        raise TypeError(f"`indices` must be integers. Received: {places.dtype.name}")
    wide = places if places.dtype in (_core.int32, _core.int64) else _core.cast(places, "int32")
    return numpy.take_along_axis(found, wide, axis)


@operation
def get_item(x: TensorLike, key: Any) -> _core.Tensor:
    """`x[key]`, for a key of slices, integers, None, `...` and arrays of integers.

    >>> tf.keras.ops.get_item([[1, 2], [3, 4]], (slice(None), 0)).numpy().tolist()
    [1, 3]
    """
    found = tensor(x)
    return indexing.chosen(found, key) if indexing.is_advanced(key) else found[key]


@operation
def unravel_index(indices: TensorLike, shape: ShapeLike) -> list[_core.Tensor]:
    """The indices along each axis of a shape for places in its flat order.

    >>> [int(at) for at in tf.keras.ops.unravel_index(5, (2, 3))]
    [1, 2]
    """
    places = tensor(indices)
    if not places.dtype.is_integer:
        raise TypeError(f"`indices` must be integers. Received: {places.dtype.name}")
    found = []
    for size in reversed([int(n) for n in np.atleast_1d(np.asarray(shape))]):
        if size < 1:
            raise ValueError(f"The lengths of a shape must be positive. Received: {shape}")
        by = _core.cast(size, places.dtype)
        found.append(_core.floormod(places, by))
        places = _core.floordiv(places, by)
    return found[::-1]


# --- diagonals ------------------------------------------------------------------------------------


@operation
def diag(x: TensorLike, k: int = 0) -> _core.Tensor:
    """A matrix with the vector `x` as diagonal `k`; of a matrix, its diagonal `k`.

    Errors: `ValueError` for another number of axes.

    >>> tf.keras.ops.diag([1, 2], 1).numpy().tolist()
    [[0, 1, 0], [0, 0, 2], [0, 0, 0]]
    """
    return numpy.diag(tensor(x), k)


@operation
def diagflat(x: TensorLike, k: int = 0) -> _core.Tensor:
    """A matrix with all elements of `x` as diagonal `k`.

    >>> tf.keras.ops.diagflat([[1], [2]]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    return numpy.diagflat(tensor(x), k)


def _two_axes(x: _core.Tensor) -> _core.Tensor:
    if x.shape.rank < 2:
        raise ValueError(f"A matrix needs two axes. Received: shape={x.shape}")
    return x


@operation
def diagonal(x: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> _core.Tensor:
    """Diagonal `offset` of the matrices of two axes, as the last axis; empty if there is none.

    >>> tf.keras.ops.diagonal([[1, 2], [3, 4]]).numpy().tolist()
    [1, 4]
    """
    return numpy.diagonal(_two_axes(tensor(x)), offset, axis1, axis2)


@operation
def trace(x: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> _core.Tensor:
    """The sum along diagonal `offset`.

    >>> int(tf.keras.ops.trace([[1, 2], [3, 4]]))
    5
    """
    return numpy.trace(_two_axes(summed(x)), offset, axis1, axis2)


@operation
def tril(x: TensorLike, k: int = 0) -> _core.Tensor:
    """`x` with zeros above diagonal `k`.

    >>> tf.keras.ops.tril([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 0], [3, 4]]
    """
    return numpy.tril(_two_axes(tensor(x)), k)


@operation
def triu(x: TensorLike, k: int = 0) -> _core.Tensor:
    """`x` with zeros below diagonal `k`.

    >>> tf.keras.ops.triu([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 2], [0, 4]]
    """
    return numpy.triu(_two_axes(tensor(x)), k)
