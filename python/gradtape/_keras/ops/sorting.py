"""Order among elements: sorting, the greatest, places in a sorted row, different values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._numpy.arranging import axis_of, swapaxes
from ..._sparse.conversion import from_dense
from ..promotion import alike, no_truth, tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._sparse.tensor import SparseTensor
    from ..._typing import TensorLike


def _flat(x: _core.Tensor, axis: int | None) -> tuple[_core.Tensor, int]:
    return (_core.reshape(x, [-1]), 0) if axis is None else (x, axis)


@operation
def sort(x: TensorLike, axis: int | None = -1) -> _core.Tensor:
    """`x` in rising order along `axis`, or all its elements if it is None.

    >>> tf.keras.ops.sort([3, 1, 2]).numpy().tolist()
    [1, 2, 3]
    """
    found = tensor(x)
    return _core.cast(_core.sort(*_flat(no_truth(found), axis)), found.dtype)


@operation
def argsort(x: TensorLike, axis: int | None = -1) -> _core.Tensor:
    """The indices that bring `x` into rising order; equal ones stay as they are.

    >>> tf.keras.ops.argsort([3, 1, 2]).numpy().tolist()
    [1, 2, 0]
    """
    found = no_truth(tensor(x))
    if found.shape.rank == 0:
        return _core.zeros([1], _core.int32)
    return _core.cast(_core.argsort(*_flat(found, axis)), _core.int32)


@operation
def argpartition(x: TensorLike, kth: int, axis: int | None = -1) -> _core.Tensor:
    """The indices of the `kth + 1` smallest, in rising order, and then those of the others.

    >>> tf.keras.ops.argpartition([4, 1, 3, 2], 1).numpy().tolist()[:2]
    [1, 3]
    """
    found, along = _flat(no_truth(tensor(x)), axis)
    places = _core.cast(_core.argsort(swapaxes(found, along, -1)), _core.int32)
    count = places.shape[-1]
    first = min(max(int(kth), 0), max(count - 1, 0)) + 1
    rest = _core.sort(places[..., first:])
    return swapaxes(_core.concat([places[..., :first], rest], -1), -1, along)


@operation
def top_k(x: TensorLike, k: int, sorted: bool = True) -> Any:
    """The `k` greatest along the last axis and their places, as `values` and `indices`.

    >>> tf.keras.ops.top_k([4, 1, 3], 2).indices.numpy().tolist()
    [0, 2]
    """
    return _core.top_k(tensor(x), k, sorted)


@operation
def in_top_k(targets: TensorLike, predictions: TensorLike, k: int) -> _core.Tensor:
    """Whether each target is among the `k` greatest predictions of its row.

    >>> tf.keras.ops.in_top_k([1, 0], [[0.1, 0.9], [0.2, 0.8]], 1).numpy().tolist()
    [True, False]
    """
    return _core.in_top_k(tensor(targets), tensor(predictions, "float32"), k)


@operation
def searchsorted(
    sorted_sequence: TensorLike, values: TensorLike, side: str = "left"
) -> _core.Tensor:
    """Where values would be put into a rising row: before equal ones, or behind them ("right").

    >>> tf.keras.ops.searchsorted([1, 3, 5], [3, 4]).numpy().tolist()
    [1, 2]
    """
    row, found = alike(sorted_sequence, values)
    if row.shape.rank != 1:
        raise ValueError(
            "`searchsorted` only supports 1-D sorted sequences. You can use "
            f"`keras.ops.vectorized_map` to extend it. Received: shape={row.shape}"
        )
    flat = _core.reshape(found, [-1])
    return _core.reshape(_core.searchsorted(row, flat, side), found.shape)


@operation
def digitize(x: TensorLike, bins: TensorLike) -> _core.Tensor:
    """How many of the rising limits `bins` each element has reached.

    >>> tf.keras.ops.digitize([0.5, 1.0, 2.5], [1.0, 2.0]).numpy().tolist()
    [0, 1, 2]
    """
    found, limits = alike(no_truth(tensor(x)), tensor(bins))
    places = _core.searchsorted(limits, _core.reshape(found, [-1]), "right")
    return _core.cast(_core.reshape(places, found.shape), _core.int32)


@operation
def isin(
    x1: TensorLike, x2: TensorLike, assume_unique: bool = False, invert: bool = False
) -> _core.Tensor:
    """Where elements of `x1` are among those of `x2`; with `invert`, where they are not.

    `assume_unique` changes nothing.

    >>> tf.keras.ops.isin([1, 2, 3], [3, 1]).numpy().tolist()
    [True, False, True]
    """
    one, other = alike(x1, x2)
    row = _core.reshape(other, [-1])
    if row.shape[0] == 0:
        there = _core.zeros(one.shape, _core.bool)
    else:
        row, one = (no_truth(each) for each in (row, one))
        row, flat = _core.sort(row), _core.reshape(one, [-1])
        at = _core.minimum(_core.searchsorted(row, flat), row.shape[0] - 1)
        there = _core.reshape(_core.gather(row, at) == flat, one.shape)
    return _core.logical_not(there) if invert else there


# --- different values -----------------------------------------------------------------------------


@operation
def unique(
    x: TensorLike, sorted: bool = True, return_index: bool = False, return_inverse: bool = False,
    return_counts: bool = False, axis: int | None = None, size: int | None = None,
    fill_value: TensorLike | None = None,
) -> Any:  # fmt: skip
    """The different elements, or slices along `axis`, in rising order.

    Besides, if asked for: where each stands first, which of them each element is, and how often
    each occurs. `size` cuts the result, or fills it up with `fill_value` (0). There are no
    gradients to the places; `sorted=False` also sorts.

    >>> values, counts = tf.keras.ops.unique([3, 1, 3], return_counts=True)
    >>> values.numpy().tolist(), counts.numpy().tolist()
    ([1, 3], [1, 2])
    """
    found = tensor(x)
    rows, along = _flat(found, axis)
    along = axis_of(along, rows.shape.rank)
    _, first, inverse, counts = np.unique(
        np.asarray(rows), True, True, True, axis=None if axis is None else along
    )
    inverse = np.reshape(inverse, found.shape.as_list() if axis is None else [-1])
    values = _core.gather(rows, first.astype(np.int32), axis=along)
    if size is not None:
        values = _resized(values, int(size), along, 0 if fill_value is None else fill_value)
        first, counts = (
            _cut(numbers, int(size), more) for numbers, more in ((first, 1), (counts, 0))
        )
    found_too = [
        _core.constant(numbers, _core.int32)
        for asked, numbers in (
            (return_index, first),
            (return_inverse, inverse),
            (return_counts, counts),
        )
        if asked
    ]
    return (values, *found_too) if found_too else values


def _cut(numbers: Any, size: int, more: int) -> Any:
    return np.pad(numbers[:size], (0, max(0, size - len(numbers))), constant_values=more)


def _resized(values: _core.Tensor, size: int, axis: int, fill: TensorLike) -> _core.Tensor:
    if size < 0:
        raise ValueError(f"`size` must not be negative. Received: {size}")
    count = min(size, values.shape[axis])
    values = values[tuple([slice(None)] * axis + [slice(0, count)])]
    widths = [[0, size - count if i == axis else 0] for i in range(values.shape.rank)]
    return _core.pad(values, widths, "CONSTANT", tensor(fill, values.dtype))


# --- counting -------------------------------------------------------------------------------------


@operation
def bincount(
    x: TensorLike, weights: TensorLike | None = None, minlength: int = 0, sparse: bool = False
) -> _core.Tensor | SparseTensor:
    """How often 0, 1, 2 ... occur in `x`, in each row of a matrix; or the sums of their weights.

    With `sparse` a `SparseTensor`. Errors: `ValueError` for negative numbers.

    >>> tf.keras.ops.bincount([1, 2, 1], minlength=4).numpy().tolist()
    [0, 2, 1, 0]
    """
    counts = _counts(x, weights, minlength)
    return from_dense(counts) if sparse else counts


def _counts(x: TensorLike, weights: TensorLike | None, minlength: int) -> _core.Tensor:
    found = tensor(x)
    places = found if found.dtype in (_core.int32, _core.int64) else _core.cast(found, "int32")
    if weights is None:
        return _core.cast(_core.bincount(places, minlength=minlength, axis=-1), _core.int32)
    given = tensor(weights)
    dtype = alike(found, given)[0].dtype
    if given.dtype not in _WEIGHTS:
        given = _core.cast(given, "float32" if given.dtype.is_floating else "int32")
    return _core.cast(_core.bincount(places, given, minlength, axis=-1), dtype)


_WEIGHTS = (_core.int32, _core.int64, _core.float32, _core.float64)


@operation
def histogram(
    x: TensorLike, bins: int = 10, range: tuple[Any, Any] | None = None
) -> tuple[_core.Tensor, _core.Tensor]:
    """How many elements lie in each of `bins` intervals of equal length, and their limits.

    They reach from the smallest element to the largest, or over `range`; what lies outside is not
    counted.

    >>> counts, limits = tf.keras.ops.histogram([0.0, 1.0, 1.0, 2.0], bins=2)
    >>> counts.numpy().tolist(), limits.numpy().tolist()
    ([1.0, 3.0], [0.0, 1.0, 2.0])
    """
    if not isinstance(bins, int) or bins <= 0:
        raise ValueError(f"Argument `bins` must be a positive integer. Received: bins={bins}")
    found = _core.reshape(tensor(x), [-1])
    if range and (len(range) != 2 or range[1] < range[0]):
        raise ValueError(f"Argument `range` must be two rising numbers. Received: {range}")
    low, high = range if range else (_core.reduce_min(found), _core.reduce_max(found))
    first, last = (tensor(tensor(end, found.dtype), _wide(found)) for end in (low, high))
    limits = _core.cast(_core.linspace(first, last, bins + 1), found.dtype)
    inside = _core.boolean_mask(found, (found >= limits[0]) & (found <= limits[-1]))
    places = _core.searchsorted(limits[1:-1], inside, "right")
    counts = _core.bincount(places, minlength=bins)
    return _core.cast(counts, found.dtype), limits


def _wide(x: _core.Tensor) -> _core.DType:
    return x.dtype if x.dtype.is_floating else _core.float64
