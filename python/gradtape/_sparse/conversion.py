"""From dense to sparse and back.

Invariant: indices come in row-major order; gradients flow between dense entries and `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError
from .tensor import SparseTensor, as_sparse, lengths, linear, places

if TYPE_CHECKING:
    from .._autodiff.indexed_slices import IndexedSlices
    from .._typing import Array, DTypeLike, IntLike, TensorLike


def invalid(text: str) -> InvalidArgumentError:
    """TensorFlow's error for indices or shapes that do not fit."""
    return InvalidArgumentError(None, None, text)


def from_dense(tensor: TensorLike, name: str | None = None) -> SparseTensor:
    """The entries of a dense tensor that are not zero (false, the empty string).

    >>> st = tf.sparse.from_dense([[0, 5], [0, 0]])
    >>> st.indices.numpy().tolist(), st.values.numpy().tolist()
    ([[0, 1]], [5])
    """
    dense = _core.convert_to_tensor(tensor)
    filled = _core.not_equal(dense, _core.zeros([], dense.dtype))
    where = np.argwhere(filled.numpy())
    shape = dense.shape.as_list()
    if not shape:
        raise invalid("from_dense needs a tensor of rank 1 or more, not a scalar")
    return SparseTensor(where, _core.gather_nd(dense, where), np.array(shape, np.int64))


def to_dense(
    sp_input: SparseTensor,
    default_value: TensorLike | None = None,
    validate_indices: bool = True,
    name: str | None = None,
) -> _core.Tensor:
    """The whole tensor, `default_value` (zero) where no value stands. Differentiable.

    With `validate_indices`, `InvalidArgumentError` for indices that are out of order, repeated or
    outside.

    >>> tf.sparse.to_dense(tf.SparseTensor([[1]], [5.0], [3])).numpy().tolist()
    [0.0, 5.0, 0.0]
    """
    given = as_sparse(sp_input)
    where, shape = places(given), lengths(given)
    if validate_indices:
        check_order(where, shape)
    count = int(np.prod(shape))
    values = given.values
    blank = _core.zeros([], values.dtype) if default_value is None else default_value
    blank = _core.convert_to_tensor(blank, values.dtype)
    at = np.full(count, values.shape[0], np.int64)
    at[linear(where, shape)] = np.arange(len(where))
    flat = _core.gather(_core.concat([values, _core.reshape(blank, [1])], 0), at)
    return _core.reshape(flat, shape)


def check_order(where: Array, shape: list[int]) -> None:
    """Raises unless indices are inside, in order, and each there once."""
    if not len(where):
        return
    outside = (where < 0) | (where >= np.array(shape, np.int64))
    if outside.any():
        row = int(outside.any(1).argmax())
        raise invalid(
            f"indices[{row}] = {where[row].tolist()} is out of bounds: need 0 <= index < {shape} "
            "[Op:SparseToDense]"
        )
    steps = np.diff(linear(where, shape))
    if (steps <= 0).any():
        row = int((steps <= 0).argmax()) + 1
        what = "repeated" if steps[row - 1] == 0 else "out of order"
        raise invalid(
            f"indices[{row}] = {where[row].tolist()} is {what}. Many sparse ops require sorted "
            "indices. Use `tf.sparse.reorder` to create a correctly ordered copy."
        )


def reorder(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """The same entries in row-major order.

    >>> st = tf.SparseTensor([[1, 0], [0, 1]], ["b", "a"], [2, 2])
    >>> tf.sparse.reorder(st).values.numpy().tolist()
    [b'a', b'b']
    """
    given = as_sparse(sp_input)
    return ordered(places(given), given.values, lengths(given))


def ordered(where: Array, values: _core.Tensor, shape: Any) -> SparseTensor:
    """A sparse tensor of these entries, in row-major order."""
    order = np.argsort(linear(where, list(shape)), kind="stable")
    if not np.array_equal(order, np.arange(len(order))):
        where, values = where[order], _core.gather(values, order)
    return SparseTensor(where, values, np.array(shape, np.int64))


def eye(
    num_rows: IntLike,
    num_columns: IntLike | None = None,
    dtype: DTypeLike = _core.float32,
    name: str | None = None,
) -> SparseTensor:
    """Ones on the diagonal of a matrix.

    >>> tf.sparse.eye(2).indices.numpy().tolist()
    [[0, 0], [1, 1]]
    """
    rows = int(num_rows)
    columns = rows if num_columns is None else int(num_columns)
    at = np.arange(min(rows, columns))
    ones = _core.ones([len(at)], dtype)
    return SparseTensor(np.stack([at, at], 1), ones, np.array([rows, columns]))


def to_indicator(
    sp_input: SparseTensor, vocab_size: IntLike, name: str | None = None
) -> _core.Tensor:
    """Which numbers below `vocab_size` each row of integers holds, as a dense bool tensor.

    >>> ids = tf.SparseTensor([[0, 0], [1, 0]], tf.constant([2, 0], tf.int64), [2, 1])
    >>> tf.sparse.to_indicator(ids, 3).numpy().tolist()
    [[False, False, True], [True, False, False]]
    """
    given = as_sparse(sp_input)
    values, size = np.asarray(given.values.numpy()), int(vocab_size)
    if not given.values.dtype.is_integer:
        raise TypeError("sp_ids.values is not integer")
    if values.size and not 0 <= values.min() <= values.max() < size:
        raise invalid(f"the values of sp_input must lie in [0, {size})")
    made = np.zeros([*lengths(given)[:-1], size], bool)
    at = (*places(given)[:, :-1].T, values)
    made[at] = True
    return _core.constant(made)


def mask(a: IndexedSlices, mask_indices: TensorLike, name: str | None = None) -> IndexedSlices:
    """An `IndexedSlices` without the rows whose indices are among `mask_indices`.

    >>> rows = tf.IndexedSlices([[1.0], [2.0]], [12, 26], [30, 1])
    >>> tf.sparse.mask(rows, [12]).indices.numpy().tolist()
    [26]
    """
    gone = np.asarray(_core.convert_to_tensor(mask_indices).numpy())
    kept = np.flatnonzero(~np.isin(a.indices.numpy(), gone))
    indices, values = _core.gather(a.indices, kept), _core.gather(a.values, kept)
    return type(a)(values, indices, a.dense_shape)
