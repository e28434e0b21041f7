"""Sparse tensors cut, turned, and put into another shape.

Invariant: indices are computed from indices alone; values are picked by one `gather`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.occurrences import occurrences
from .conversion import invalid, ordered
from .tensor import SparseTensor, as_sparse, lengths, linear, places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._typing import Array, IntLike, IntsLike, ShapeLike, TensorLike


def _picked(given: SparseTensor, kept: Array, where: Array, shape: ShapeLike) -> SparseTensor:
    return SparseTensor(where, _core.gather(given.values, kept), np.array(shape, np.int64))


def transpose(
    sp_input: SparseTensor, perm: Sequence[int] | None = None, name: str | None = None
) -> SparseTensor:
    """The axes in the order `perm`, reversed for None.

    >>> tf.sparse.transpose(tf.SparseTensor([[0, 1]], [5], [2, 3])).indices.numpy().tolist()
    [[1, 0]]
    """
    given = as_sparse(sp_input)
    rank = len(lengths(given))
    order = list(range(rank))[::-1] if perm is None else [int(p) for p in perm]
    if sorted(order) != list(range(rank)):
        raise ValueError(f"perm must be a permutation of the {rank} axes, got {order}")
    shape = [lengths(given)[axis] for axis in order]
    return ordered(places(given)[:, order], given.values, shape)


def reshape(sp_input: SparseTensor, shape: IntsLike, name: str | None = None) -> SparseTensor:
    """The same entries, counted in row-major order, in another shape; -1 is computed.

    >>> tf.sparse.reshape(tf.SparseTensor([[1, 0]], [5], [2, 3]), [-1]).indices.numpy().tolist()
    [[3]]
    """
    given = as_sparse(sp_input)
    old = lengths(given)
    wanted = np.asarray(_core.convert_to_tensor(shape).numpy()).tolist()
    new = _completed(wanted, int(np.prod(old)))
    at = linear(places(given), old)
    where = np.stack(np.unravel_index(at, new), 1) if new else np.zeros((len(at), 0), np.int64)
    return SparseTensor(where.astype(np.int64), given.values, np.array(new, np.int64))


def _completed(shape: list[int], count: int) -> list[int]:
    known = int(np.prod([n for n in shape if n >= 0]))
    if shape.count(-1) > 1:
        raise invalid("only one output dimension may be -1 [Op:SparseReshape]")
    new = [count // known if known and n < 0 else max(n, 0) for n in shape]
    if int(np.prod(new)) != count:
        raise invalid(
            f"Input to reshape is a tensor with {count} dense values, but the requested shape has "
            f"{int(np.prod(new))}. [Op:SparseReshape]"
        )
    return new


def expand_dims(
    sp_input: SparseTensor, axis: IntLike | None = None, name: str | None = None
) -> SparseTensor:
    """A new axis of length 1 at `axis`, the last for None.

    >>> tf.sparse.expand_dims(tf.SparseTensor([[1]], [5], [3]), 0).shape.as_list()
    [1, 3]
    """
    given = as_sparse(sp_input)
    rank = len(lengths(given))
    at = -1 if axis is None else int(axis)
    if not -rank - 1 <= at <= rank:
        raise ValueError(f"axis {at} is out of range [{-rank - 1}, {rank}]")
    at = at % (rank + 1)
    shape = lengths(given)
    shape.insert(at, 1)
    where = np.insert(places(given), at, 0, axis=1)
    return SparseTensor(where, given.values, np.array(shape, np.int64))


def slice(  # noqa: A001  TensorFlow's name
    sp_input: SparseTensor, start: Any, size: IntsLike, name: str | None = None
) -> SparseTensor:
    """The part of `size` (cut off at the end) from `start`.

    >>> st = tf.SparseTensor([[0, 1], [1, 2]], [5, 6], [2, 3])
    >>> tf.sparse.slice(st, [1, 1], [1, 2]).indices.numpy().tolist()
    [[0, 1]]
    """
    given = as_sparse(sp_input)
    first, wanted = (
        np.asarray(_core.convert_to_tensor(x).numpy(), np.int64) for x in (start, size)
    )
    shape = np.array(lengths(given))
    if first.shape != shape.shape or wanted.shape != shape.shape:
        raise invalid(f"start and size must have {len(shape)} entries [Op:SparseSlice]")
    new = np.clip(np.minimum(wanted, shape - first), 0, None)
    where = places(given) - first
    kept = np.flatnonzero(((where >= 0) & (where < new)).all(1))
    return _picked(given, kept, where[kept], new)


def split(
    sp_input: SparseTensor | None = None,
    num_split: IntLike | None = None,
    axis: IntLike | None = None,
    name: str | None = None,
) -> list[SparseTensor]:
    """`num_split` parts along `axis`; the first ones are longer if it does not divide evenly.

    >>> parts = tf.sparse.split(tf.SparseTensor([[0], [2]], [5, 6], [3]), 2, 0)
    >>> [part.shape.as_list() for part in parts]
    [[2], [1]]
    """
    if sp_input is None or num_split is None or axis is None:
        missing = {"sp_input": sp_input, "num_split": num_split, "axis": axis}
        raise ValueError(f"{next(name for name in missing if missing[name] is None)} is required")
    whole = as_sparse(sp_input)
    shape = lengths(whole)
    at, parts = int(axis) % len(shape), int(num_split)
    if not 0 < parts <= shape[at]:
        raise invalid(f"Number of splits {parts} must lie in [1, {shape[at]}] [Op:SparseSplit]")
    least, more = divmod(shape[at], parts)
    start, made = 0, []
    for number in range(parts):
        size = least + (number < more)
        begin, box = [0] * len(shape), list(shape)
        begin[at], box[at] = start, size
        made.append(slice(whole, begin, box))
        start += size
    return made


def retain(sp_input: SparseTensor, to_retain: TensorLike) -> SparseTensor:
    """The entries for which `to_retain`, a bool vector, is true.

    >>> st = tf.SparseTensor([[0], [2]], [5, 6], [3])
    >>> tf.sparse.retain(st, [False, True]).values.numpy().tolist()
    [6]
    """
    given = as_sparse(sp_input)
    chosen = np.asarray(_core.convert_to_tensor(to_retain).numpy())
    if chosen.shape != (len(places(given)),):
        raise ValueError(f"to_retain must have {len(places(given))} entries, got {chosen.shape}")
    kept = np.flatnonzero(chosen)
    return _picked(given, kept, places(given)[kept], lengths(given))


def reset_shape(sp_input: SparseTensor, new_shape: ShapeLike = None) -> SparseTensor:
    """The same entries in the smallest shape that holds them, or in `new_shape`.

    `ValueError` or `InvalidArgumentError` for a `new_shape` that is too small.

    >>> tf.sparse.reset_shape(tf.SparseTensor([[1]], [5], [9])).shape.as_list()
    [2]
    """
    given = as_sparse(sp_input)
    where, old = places(given), np.array(lengths(given))
    if new_shape is None:
        new = where.max(0) + 1 if len(where) else np.zeros(len(old), np.int64)
        return SparseTensor(where, given.values, new)
    new = np.asarray(_core.convert_to_tensor(new_shape).numpy(), np.int64)
    if new.shape != old.shape:
        raise ValueError(f"Dimensions {len(old)} and {len(new)} are not compatible")
    if (new < old).any():
        raise ValueError(f"The new shape {new.tolist()} is smaller than {old.tolist()}")
    return SparseTensor(where, given.values, new)


def fill_empty_rows(
    sp_input: SparseTensor, default_value: Any, name: str | None = None
) -> tuple[SparseTensor, Any]:
    """Every row that has no entry gets `default_value` at its start; and which rows these were.

    >>> st, empty = tf.sparse.fill_empty_rows(tf.SparseTensor([[1, 0]], [5], [2, 3]), -1)
    >>> st.values.numpy().tolist(), empty.numpy().tolist()
    ([-1, 5], [True, False])
    """
    given = as_sparse(sp_input)
    default = _core.convert_to_tensor(default_value, given.dtype)
    where, shape = places(given), lengths(given)
    empty = occurrences(where[:, 0], shape[0]) == 0
    blank = np.zeros((int(empty.sum()), len(shape)), np.int64)
    blank[:, 0] = np.flatnonzero(empty)
    fill = _core.broadcast_to(default, [len(blank)])
    values = _core.concat([given.values, fill], 0)
    return ordered(np.concatenate([where, blank]), values, shape), _core.constant(empty)
